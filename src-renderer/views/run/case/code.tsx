import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { Section } from '../../../ui/page.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { Attributes } from '../environment.tsx';

/** Source and build of the variant of a lab, as they were when the case was measured. */
export function CaseCode({
  detail,
  stored,
}: {
  readonly detail: RunDetail;
  readonly stored: StoredCase;
}) {
  const { value } = useCall('caseCode', { ref: detail.run.id, index: stored.index });
  const code = value?.code ?? null;
  if (code === null) return null;
  const bytes = (amount: number | null) => (amount === null ? null : format(amount, 'bytes'));
  const rows = [
    ['Build', code.hash.slice(0, 12)],
    ['Compiler', code.compiler],
    ['Command', code.command],
    ['Registers per thread', code.registers === null ? null : String(code.registers)],
    ['Spilled', bytes(code.spillBytes)],
    ['Static shared memory', bytes(code.sharedBytes)],
  ] as const;
  return (
    <Section title="Source and build">
      <Attributes
        attributes={rows.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]))}
      />
      {code.sources.map(({ name, text }) => (
        // The descriptor of the lab comes first; what was measured is the file of the variant.
        <details key={name} class="source" open={name.includes(stored.variant)}>
          <summary>{name}</summary>
          <pre>{text}</pre>
        </details>
      ))}
      {code.log.trim() === '' ? null : (
        <details class="source">
          <summary>What the compiler said</summary>
          <pre>{code.log}</pre>
        </details>
      )}
    </Section>
  );
}
