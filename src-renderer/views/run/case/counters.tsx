import { useRef, useState } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { toFailure } from '../../../../src-main/contract/failure.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { useApp } from '../../../state/context.ts';
import { counterRows, dramBytes, stallText } from '../../../state/ncu-counters.ts';
import { whyFaster } from '../../../state/ncu-why.ts';
import { Button } from '../../../ui/button.tsx';
import { dateTime } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';
import { useCall } from '../../../ui/use-call.ts';

/** Counters of Nsight Compute next to what the variant declares: why it takes the time that it takes. */
export function Counters({
  detail,
  stored,
}: {
  readonly detail: RunDetail;
  readonly stored: StoredCase;
}) {
  const app = useApp();
  const file = useRef<HTMLInputElement>(null);
  const [turn, setTurn] = useState(0);
  const of = { ref: detail.run.id, index: stored.index };
  const { value } = useCall('caseDetail', of, turn);
  const counters = value?.counters ?? null;
  const read = async (chosen: File) => {
    try {
      await app.client.call('importCounters', {
        ...of,
        name: chosen.name,
        text: await chosen.text(),
      });
      setTurn(turn + 1);
    } catch (error) {
      app.toast(`${chosen.name} was not imported: ${toFailure(error).message}`, { tone: 'bad' });
    }
  };
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
        <p class="muted">
          Run the two Nsight Compute commands below: the first profiles the case, the second writes
          its counters to <code>breakeven-ncu.csv</code>. Import that file. The counters of two
          variants of one size say why one is faster.
        </p>
      ) : (
        <>
          <p>{trafficText(dramBytes(counters.kernels), stored.bytesMoved)}</p>
          {(value?.others ?? []).map(({ variant, counters: { kernels } }) => (
            <p key={variant} class="strong">
              {whyFaster(
                { variant: stored.variant, kernels: counters.kernels },
                { variant, kernels },
              ) ?? untimed(stored.variant, variant)}
            </p>
          ))}
          <TableBox label="Counters of Nsight Compute">
            <table class="table dense">
              <thead>
                <tr>
                  <th scope="col">Counter</th>
                  {counters.kernels.map(({ kernel, grid, block }, i) => (
                    <th
                      key={`${i} ${kernel}`}
                      scope="col"
                      class="number"
                      title={`${kernel} ${grid} ${block}`}
                    >
                      <span class="kernel-name">{kernel}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {counterRows(counters.kernels).map(({ title, values }) => (
                  <tr key={title}>
                    <th scope="row">{title}</th>
                    {values.map((text, i) => (
                      <td key={`${i} ${text}`} class="number">
                        {text}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr>
                  <th scope="row">Stalls, most first</th>
                  {counters.kernels.map((kernel, i) => (
                    <td key={`${i} ${kernel.kernel}`} class="number">
                      {stallText(kernel) || '–'}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </TableBox>
          <p class="muted">
            {counters.name}, imported {dateTime(counters.importedAt)}. Nsight Compute measures
            launches under the profiler: its times are not those of this run.
          </p>
        </>
      )}
    </Section>
  );
}

const untimed = (variant: string, other: string): string =>
  `The files do not say which of ${variant} and ${other} is faster: gpu__time_duration.sum is missing.`;

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
