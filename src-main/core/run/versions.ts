import { agree } from '../../contract/case-names.ts';
import type { PlannedCase } from '../../contract/run.ts';
import { otherSide, versionId, versionOf } from '../../contract/versions.ts';

/**
 * What is measured of the other version of a case. Both begin with as many executions in a sample, so that the overhead of
 * a sample counts alike; undefined for a case that is no version.
 */
export function twinOf<Measured>(
  { variant, workload, inputKey, values }: PlannedCase,
  cases: readonly PlannedCase[],
  measured: ReadonlyMap<number, Measured>,
): Measured | undefined {
  const version = versionOf(variant);
  if (version === null) return undefined;
  const other = versionId(version.id, otherSide(version.side));
  const twin = cases.find(
    (one) =>
      one.variant === other &&
      one.workload === workload &&
      one.inputKey === inputKey &&
      agree(one.values, values),
  );
  return twin === undefined ? undefined : measured.get(twin.index);
}
