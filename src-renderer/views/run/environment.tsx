import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Gpu } from '../../../src-main/contract/machine.ts';
import { revisionText } from '../../../src-main/contract/revision-text.ts';
import { format } from '../../../src-main/contract/units.ts';
import { versionName } from '../../../src-main/contract/version-names.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Section } from '../../ui/page.tsx';

/** Versions that a time depends on most; all others are folded. */
const first = new Set(['app', 'commit', 'compiler', 'cudaRuntime', 'driver']);
const named = ([id, text]: readonly [string, string]) => [versionName(id), text] as const;

/** The machine and the versions that the run was taken with. */
export function Environment({ detail }: { readonly detail: Pick<RunDetail, 'machine' | 'run'> }) {
  const { machine, run } = detail;
  const versions = Object.entries(machine.versions);
  return (
    <div class="columns">
      <Section title="Machine">
        <Attributes
          attributes={[
            ['Host', machine.hostname],
            ['Processor', machine.cpuModel],
            ['Sockets', String(machine.sockets)],
            ['Cores', `${machine.physicalCores} physical, ${machine.logicalCores} logical`],
            ['Memory', format(machine.memoryBytes, 'bytes')],
            ['Operating system', machine.os],
            ['Kernel', machine.kernel],
            ['Fingerprint', machine.fingerprint],
          ]}
        />
      </Section>
      <Section title="Versions">
        <Attributes
          attributes={[
            ...(run.revision === undefined ? [] : [['Lab', revisionText(run.revision)] as const]),
            ...versions.filter(([id]) => first.has(id)).map(named),
          ]}
        />
        <details>
          <summary>All versions</summary>
          <Attributes attributes={versions.filter(([id]) => !first.has(id)).map(named)} />
        </details>
      </Section>
      {machine.preflight === undefined || machine.preflight.length === 0 ? null : (
        <Section title="State before the run">
          <CheckList checks={machine.preflight} />
        </Section>
      )}
      {machine.gpus.map((gpu) => (
        <Section key={gpu.uuid} title={`GPU ${gpu.index}: ${gpu.name}`}>
          <Attributes attributes={gpuAttributes(gpu)} />
        </Section>
      ))}
    </div>
  );
}

function gpuAttributes(gpu: Gpu): readonly (readonly [string, string])[] {
  return [
    ['UUID', gpu.uuid],
    ['Compute capability', gpu.computeCapability],
    ['Multiprocessors', String(gpu.multiprocessors)],
    ['Memory', format(gpu.memoryBytes, 'bytes')],
    ['L2 cache', format(gpu.l2Bytes, 'bytes')],
    ['Shared memory per block', format(gpu.sharedPerBlockBytes, 'bytes')],
    ['Maximum clock', format(gpu.maxClockHz, 'hertz')],
    ...(gpu.memoryClockHz == null
      ? []
      : [['Memory clock', format(gpu.memoryClockHz, 'hertz')] as const]),
    ...(gpu.memoryBusBits == null ? [] : [['Memory bus', `${gpu.memoryBusBits} bit`] as const]),
  ];
}

type Props = { readonly attributes: readonly (readonly [string, string])[] };

export function Attributes({ attributes }: Props) {
  return (
    <dl class="facts">
      {attributes.map(([name, value]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
