import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { Catalog, Scalar } from '../../contract/workload.ts';
import { findWorkload } from './find-workload.ts';
import { readScalar, splitAssignment } from './sweeps.ts';
import { noSuchVariant } from './unbuilt-variants.ts';
import { axesOfWorkload } from './verb.ts';

/**
 * The values of `axis=value` words for one variant.
 *
 * @throws BreakevenError `bad-input` or `not-found` for a workload, variant or axis that is none.
 */
export function readAxes(
  catalog: Catalog,
  { workload: id, variant }: { readonly workload: string; readonly variant: string },
  words: readonly string[],
): Record<string, Scalar> {
  const workload = findWorkload(catalog, id);
  if (!workload.variants.some((one) => one.id === variant)) {
    throw noSuchVariant([workload], variant, []);
  }
  const axes = axesOfWorkload(workload);
  const entries = words.map((word) => {
    const { axis: name, value } = splitAssignment('axis', word);
    const axis = axes.find((one) => one.id === name);
    if (axis !== undefined) return [name, readScalar(axis, value)] as const;
    const known = axes.map((one) => one.id);
    throw badInput(`unknown axis "${name}" of ${id}${hintFor(name, known)}`);
  });
  return Object.fromEntries(entries);
}
