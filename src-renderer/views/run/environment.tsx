import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Gpu } from '../../../src-main/contract/machine.ts';
import { revisionText } from '../../../src-main/contract/revision-text.ts';
import { format } from '../../../src-main/contract/units.ts';
import { versionName } from '../../../src-main/contract/version-names.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';

/** Versions that a time depends on most; all others are folded. */
const first = ['app', 'commit', 'compiler', 'cudaRuntime', 'driver'];

/** The machine and the versions that the run was taken with. */
export function Environment({ detail }: { readonly detail: Pick<RunDetail, 'machine' | 'run'> }) {
  const { machine, run } = detail;
  const { preflight = [], versions } = machine;
  const ids = Object.keys(versions);
  const main = first.filter((id) => ids.includes(id));
  const passed = preflight.filter(({ status }) => status === 'ok');
  const open = preflight.filter((check) => !passed.includes(check));
  return (
    <div class="columns">
      <Section title="Machine">
        <Attributes
          first={5}
          attributes={[
            ['Host', machine.hostname],
            ['Processor', machine.cpuModel],
            ['Cores', `${machine.physicalCores} physical, ${machine.logicalCores} logical`],
            ['Memory', format(machine.memoryBytes, 'bytes')],
            ['Operating system', machine.os],
            ['Sockets', String(machine.sockets)],
            ['Kernel', machine.kernel],
            ['Fingerprint', machine.fingerprint],
          ]}
        />
      </Section>
      <Section title="Versions it was measured with">
        <Attributes
          first={main.length + (run.revision === undefined ? 0 : 1)}
          attributes={[
            ['Lab', run.revision && revisionText(run.revision)],
            ...[...new Set([...main, ...ids])].map(
              (id) => [versionName(id), versions[id] ?? ''] as const,
            ),
          ]}
        />
      </Section>
      {preflight.length === 0 ? null : (
        <Section title="State before the run">
          {open.length === 0 ? null : <CheckList checks={open} />}
          <details>
            <summary>{plural(passed.length, 'check')} passed</summary>
            <CheckList checks={passed} />
          </details>
        </Section>
      )}
      {machine.gpus.map((gpu) => (
        <Section key={gpu.uuid} title={`GPU ${gpu.index}: ${gpu.name}`}>
          <Attributes first={4} attributes={gpuAttributes(gpu)} />
        </Section>
      ))}
    </div>
  );
}

function gpuAttributes(gpu: Gpu): Props['attributes'] {
  return [
    ['Compute capability', gpu.computeCapability],
    ['Multiprocessors', String(gpu.multiprocessors)],
    ['Memory', format(gpu.memoryBytes, 'bytes')],
    ['L2 cache', format(gpu.l2Bytes, 'bytes')],
    ['Shared memory per block', format(gpu.sharedPerBlockBytes, 'bytes')],
    ['Maximum clock', format(gpu.maxClockHz, 'hertz')],
    ['Memory clock', gpu.memoryClockHz == null ? null : format(gpu.memoryClockHz, 'hertz')],
    ['Memory bus', gpu.memoryBusBits == null ? null : `${gpu.memoryBusBits} bit`],
    ['UUID', gpu.uuid],
  ];
}

type Props = {
  /** What is not known is left out. */
  readonly attributes: readonly (readonly [string, string | null | undefined])[];
  /** How many are shown; the others are folded. */
  readonly first?: number;
};

export function Attributes({ attributes: all, first = all.length }: Props) {
  const attributes = all.filter(([, value]) => value != null);
  const list = (some: Props['attributes']) => (
    <dl class="facts">
      {some.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      {first === 0 ? null : list(attributes.slice(0, first))}
      {first >= attributes.length ? null : (
        <details>
          <summary>All values</summary>
          {list(attributes.slice(first))}
        </details>
      )}
    </>
  );
}
