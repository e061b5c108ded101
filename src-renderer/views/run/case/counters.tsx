import { useRef, useState } from 'preact/hooks';
import { dramBytes } from '../../../../src-main/contract/counters.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { useApp } from '../../../state/context.ts';
import { type CounterRow, counterRows, stallText } from '../../../state/ncu-counters.ts';
import type { OfCase } from '../../../state/run-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { dateTime } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { ExplanationLines } from '../why/explanation.tsx';

/** Counters of Nsight Compute next to what the variant declares: why it takes the time that it takes. */
export function Counters({ detail, stored }: OfCase) {
  const app = useApp();
  const file = useRef<HTMLInputElement>(null);
  const [turn, setTurn] = useState(0);
  const of = { ref: detail.run.id, index: stored.index };
  const { value } = useCall('caseDetail', of, turn);
  const counters = value?.counters[0] ?? null;
  const { value: command } = useCall('counterCommand', counters === null ? of : null);
  const read = (chosen: File) =>
    app.attempt(`${chosen.name} was not imported`, async () => {
      const text = await chosen.text();
      await app.client.call('importCounters', { ...of, name: chosen.name, text });
      setTurn(turn + 1);
    });
  // Work on the CPU has no counters of Nsight Compute.
  if (
    counters === null &&
    stored.attributes.gpuUuid === undefined &&
    stored.attributes.grid === undefined
  ) {
    return null;
  }
  return (
    <Section
      title="Counters"
      aside={
        <>
          <input
            ref={file}
            type="file"
            accept=".csv,text/csv,text/plain"
            hidden
            aria-label="CSV of Nsight Compute"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen !== undefined) void read(chosen);
              event.currentTarget.value = '';
            }}
          />
          <Button icon="upload" onClick={() => file.current?.click()}>
            Import ncu CSV
          </Button>
        </>
      }
    >
      {counters === null ? (
        <>
          <p class="muted">
            <code>breakeven counters</code> counts one execution here. Elsewhere this line does,
            whose output is imported here:
          </p>
          <pre>{command?.text}</pre>
        </>
      ) : (
        <>
          <p>{trafficText(dramBytes(counters), stored.bytesMoved)}</p>
          {(value?.explanations ?? []).map(({ variant, explanation }) => (
            <ExplanationLines key={variant} explanation={explanation} />
          ))}
          <Table
            label="Counters of Nsight Compute"
            kind="dense"
            rows={[
              ...counterRows(counters.kernels),
              { title: 'Stalls, most first', values: counters.kernels.map(stallText) },
            ]}
            columns={[
              ['Counter', ({ title }) => title],
              ...counters.kernels.map(
                ({ name, grid, block, launches }, i): Column<CounterRow> => [
                  <span
                    key={name}
                    class="kernel-name"
                    title={`${name} ${grid} ${block}, launched ${launches} times`}
                  >
                    {name}
                  </span>,
                  ({ values }) => values[i] || '–',
                  'number',
                ],
              ),
            ]}
          />
          <p class="muted">
            Of one execution; {counters.file ?? counters.provider}, {dateTime(counters.at)},{' '}
            {clockText(counters.clockLocked)}. Times under the profiler are not those of this run.
          </p>
        </>
      )}
    </Section>
  );
}

const clockText = (locked: boolean | null): string =>
  locked === null ? 'clock unknown' : locked ? 'clock locked' : 'clock not locked';

/** Traffic as counted next to the bytes that the variant declares for one execution. */
function trafficText(counted: number | null, declared: number | null): string {
  if (counted === null) return 'The file has no DRAM counters.';
  if (declared === null || declared === 0) return `DRAM traffic: ${format(counted, 'bytes')}.`;
  const ratio = counted / declared;
  const why =
    ratio < 0.9
      ? 'caches serve a part of it'
      : ratio > 1.1
        ? 'more is moved than declared: re-reads, spills or partly used sectors'
        : 'as declared';
  return `DRAM traffic: ${format(counted, 'bytes')}, ${Number((ratio * 100).toPrecision(3))} % of the ${format(declared, 'bytes')} declared (${why}).`;
}
