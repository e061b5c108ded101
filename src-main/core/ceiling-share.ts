import type { CeilingShare, Ceilings } from '../contract/inspection.ts';
import type { Probe } from '../contract/machine.ts';
import type { Descriptor, StoredCase } from '../contract/run.ts';
import type { Ceilings as FigureCeilings } from './figures/source.ts';

/** The span whose median is held against the ceilings: what was computed, without copies. */
const judgedSpan = 'kernel';

/**
 * How near each case comes to what its device can do: the least time that its declared bytes and operations can take
 * at the measured rates, over the median. By case index; cases without declared work or whose device was not probed are
 * left out.
 */
export function ceilingShares(
  cases: readonly StoredCase[],
  descriptors: ReadonlyMap<number, Descriptor>,
  { probes }: Ceilings,
): Readonly<Record<string, CeilingShare>> {
  if (probes.length === 0) return {};
  return Object.fromEntries(
    cases.flatMap((stored) => {
      const descriptor = descriptors.get(stored.index);
      const share = descriptor === undefined ? null : shareOf(stored, descriptor, probes);
      return share === null ? [] : [[String(stored.index), share]];
    }),
  );
}

function shareOf(
  stored: StoredCase,
  { variant }: Descriptor,
  probes: readonly Probe[],
): CeilingShare | null {
  const medianNs = stored.metrics[judgedSpan]?.median_ns ?? 0;
  // A variant on both devices has no one ceiling.
  if (stored.outcome !== 'ok' || !(medianNs > 0) || variant.device === 'cpu+cuda') return null;
  const own = probesOf(stored, variant.device, probes);
  const bandwidth = greatest(own.filter(({ unit }) => unit === 'B/s'));
  const rate = greatest(own.filter((probe) => countsAs(probe, stored.operationUnit)));
  const memory = least(stored.bytesMoved, bandwidth);
  const compute = least(stored.operations, rate);
  // Arithmetic whose ceiling is not known says nothing about memory.
  if (compute === null && /^flop/i.test(stored.operationUnit ?? '')) return null;
  if (memory === null && compute === null) return null;
  const seconds = Math.max(memory ?? 0, compute ?? 0);
  const bound = (memory ?? 0) >= (compute ?? 0) ? 'memory' : 'compute';
  return {
    percent: (100 * seconds) / (medianNs / 1e9),
    bound,
    ceiling: (bound === 'memory' ? bandwidth : rate) ?? 0,
    unit: bound === 'memory' ? 'B/s' : 'FLOP/s',
  };
}

/** Seconds that so much work takes at that rate; null where either is not known or there is no work. */
function least(work: number | null, rate: number | null): number | null {
  return work === null || rate === null || !(work > 0) ? null : work / rate;
}

/** Of the host with as many threads as the case has; of the GPU that the case names. */
function probesOf(
  { values, facts }: StoredCase,
  device: 'cpu' | 'cuda',
  probes: readonly Probe[],
): readonly Probe[] {
  const host = probes.filter(({ id }) => id.startsWith('host-'));
  if (device === 'cuda') {
    const own = probes.filter(({ id }) => !id.startsWith('host-'));
    const name = facts.device;
    return own.filter((probe) => probe.device === name);
  }
  const threads = Number(facts.threads ?? values.threads ?? 1);
  const counts = [...new Set(host.map((probe) => Number(probe.facts.threads)))];
  const fitting = counts.filter((count) => count <= Math.max(1, threads));
  const most = Math.max(...fitting);
  return host.filter((probe) => Number(probe.facts.threads) === most);
}

/** Rates of floating-point work count for operations that are floating-point ones. */
function countsAs({ unit, id }: Probe, operationUnit: string | null): boolean {
  if (unit !== 'FLOP/s' || operationUnit === null) return false;
  if (!/^flop/i.test(operationUnit)) return false;
  // Everything here that declares floating-point operations does them in double precision.
  return !/32/.test(id);
}

function greatest(probes: readonly Probe[]): number | null {
  const values = probes.map(({ value }) => value).filter((value) => value > 0);
  return values.length === 0 ? null : Math.max(...values);
}

/** The roof of a roofline: of the GPU where there is one, else of the host. */
export function rooflineCeilings({ probes }: Ceilings): FigureCeilings | undefined {
  const gpu = probes.filter(({ id }) => !id.startsWith('host-'));
  const own = gpu.length > 0 ? gpu : probes;
  const bytesPerSecond = greatest(own.filter(({ unit }) => unit === 'B/s'));
  if (bytesPerSecond === null) return undefined;
  return {
    bytesPerSecond,
    operationsPerSecond: greatest(
      own.filter(({ unit, id }) => unit === 'FLOP/s' && !/32/.test(id)),
    ),
  };
}
