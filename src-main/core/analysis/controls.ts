import type { Machine } from '../../contract/machine.ts';
import type { StoredCase } from '../../contract/run.ts';
import { deviceKind } from '../../stats/metric.ts';
import type { Device } from '../../stats/run-variation.ts';
import { type Comparer, type Controls, subjectsOf } from './compare.ts';
import type { ComparedSide } from './compared-runs.ts';
import { pairCases } from './pairing.ts';

/**
 * What two runs differ by whatever the program is, of the cases that say so: those of both runs whose build is the same and that are not
 * compared. What is compared says nothing of it: a flag that slows every case must not vanish.
 *
 * @param compared cases of both sides that have a part in the comparison
 */
export function controlsOf(
  comparer: Pick<Comparer, 'judgeAll'>,
  [baseline, contender]: readonly [ComparedSide, ComparedSide],
  scope: string,
  compared: readonly [ReadonlySet<StoredCase>, ReadonlySet<StoredCase>],
): Controls {
  const shifts = new Map<Device, readonly number[]>();
  if (baseline.run.id === contender.run.id) return shifts;
  const [others, own] = [baseline, contender].map(({ allCases }, side) =>
    allCases.filter((one) => one.outcome === 'ok' && compared[side]?.has(one) !== true),
  );
  const pairs = pairCases(own ?? [], others ?? []).pairs.filter(
    (pair) =>
      buildOf(contender.machine, pair.contender) !== null &&
      buildOf(contender.machine, pair.contender) === buildOf(baseline.machine, pair.baseline),
  );
  const [ofBaseline, ofContender] = [baseline, contender].map(({ run, descriptors }) =>
    subjectsOf(run.id, descriptors),
  );
  if (ofBaseline === undefined || ofContender === undefined) return shifts;
  const subjects = pairs.map(
    (pair) => [ofContender(pair.contender, scope), ofBaseline(pair.baseline, scope)] as const,
  );
  comparer.judgeAll(subjects).forEach(({ ratio, ci95, disturbed }, i) => {
    if (ratio === null || ci95 === null || disturbed === true) return;
    const device = deviceKind(subjects[i]?.[0].device);
    shifts.set(device, [...(shifts.get(device) ?? []), Math.log(ratio)]);
  });
  return shifts;
}

/** What a case was built from, and by what it was measured; null where that is not known. */
function buildOf({ versions }: Machine, { attributes }: StoredCase): string | null {
  const { addons } = versions;
  return addons === undefined ? null : `${addons} ${attributes.build ?? ''}`;
}
