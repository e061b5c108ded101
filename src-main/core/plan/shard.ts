import type { Configuration, Shard } from '../../contract/configuration.ts';
import { badInput } from '../../contract/failure.ts';
import type { Plan, PlannedCase } from '../../contract/run.ts';
import type { Workload } from '../../contract/workload.ts';
import { canonicalJson, contentHash } from '../store/codec.ts';
import { identityOf } from './planner.ts';

/** What tells the series of a workload apart. */
type SeriesAxes = Pick<Workload, 'id' | 'sizeAxis'> & {
  readonly axes: readonly Pick<Workload['axes'][number], 'id' | 'role'>[];
};

/**
 * One part of a plan that several nodes measure. Part k of T has the repetitions k, k + T, ... of every case, so that what is
 * compared is measured in one place. Where there are more parts than repetitions, those of one repetition share its series: what
 * has one workload and one input but for its size is never cut, whatever its variant and their parameters.
 *
 * @param workloads those of the plan, as the catalog describes them
 * @throws BreakevenError `bad-input` for a part that there is not, and for more parts than repetitions of series.
 */
export function shardOf(
  plan: Plan,
  { shard, of }: Required<Pick<Shard, 'shard' | 'of'>>,
  workloads: readonly SeriesAxes[],
): Plan {
  if (shard >= of) throw badInput(`shard ${shard}/${of}: there are shards 0 to ${of - 1}`);
  const seriesOf = seriesKeys(plan.configuration, workloads);
  const repetitions = wholeRepetitions(plan.cases);
  const keys = new Map(plan.cases.map((planned) => [planned, seriesOf(planned)]));
  const longest = plan.cases.filter(({ policy }) => policy.repetitions === repetitions);
  const most = repetitions * new Set(longest.map((planned) => keys.get(planned))).size;
  if (of > most) {
    throw badInput(
      `--shard: ${of} shards are more than the repetitions of all series; at most ${most} work`,
    );
  }
  // By name: the order in which variants and values are listed changes nothing.
  const place = new Map([...new Set(keys.values())].sort().map((key, i) => [key, i]));
  const cases = plan.cases.flatMap((planned): PlannedCase[] => {
    const step = Math.min(of, planned.policy.repetitions);
    const from = shard % step;
    const sharers = Math.ceil((of - from) / step);
    const series = place.get(keys.get(planned) ?? '') ?? 0;
    if (series % sharers !== Math.floor(shard / step)) return [];
    return [{ ...planned, part: { from, step } }];
  });
  const sharded = { shard, of, digest: planDigest(plan) };
  return { ...plan, configuration: { ...plan.configuration, sharded }, cases };
}

/** The next repetition of a part that makes up for a disturbed one: no other part has one of that number. */
export function furtherOfShard(
  { shard = 0, of }: Pick<Shard, 'shard' | 'of'>,
  cases: readonly PlannedCase[],
  stored: readonly number[],
): number {
  const first = wholeRepetitions(cases) + shard;
  const last = Math.max(first - of, ...stored.filter((each) => each >= first));
  return last + of;
}

/** Equal for plans that measure the same cases in the same way, whole and as parts, wherever they are made. */
export function planDigest({ cases }: Plan): string {
  const measured = cases
    .toSorted((a, b) => a.index - b.index)
    .map((planned) => [planned.index, identityOf(planned), planned.policy]);
  return contentHash(canonicalJson(measured)).slice(0, 16);
}

function wholeRepetitions(cases: readonly PlannedCase[]): number {
  return cases.reduce((max, { policy }) => Math.max(max, policy.repetitions), 0);
}

function seriesKeys(
  { groups }: Configuration,
  workloads: readonly SeriesAxes[],
): (planned: PlannedCase) => string {
  const constant = new Map(
    workloads.map(({ id, sizeAxis, axes }) => {
      const sizes = new Set([sizeAxis]);
      // An axis that follows the size, or that the size follows, is one with it.
      for (const { workload, link = {}, scale = {} } of groups) {
        if (workload !== id) continue;
        for (const [axis, other] of [...Object.entries(link), ...Object.entries(scale)]) {
          if (sizes.has(axis) || sizes.has(other)) sizes.add(axis).add(other);
        }
      }
      const names = axes.filter((axis) => axis.role === 'input' && !sizes.has(axis.id));
      return [id, names.map((axis) => axis.id).sort()] as const;
    }),
  );
  return ({ workload, values, input }) => {
    const names = constant.get(workload) ?? [];
    return JSON.stringify([workload, input ?? null, names.map((name) => values[name] ?? null)]);
  };
}
