import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Preset } from '../../contract/api.ts';
import { productRoot } from '../../core/util/paths.ts';

/**
 * Why a variant that the catalog does not have is not unknown, in one sentence: its source or a preset names it, and this
 * build does not have it. Null where nothing is known of it.
 */
export function unbuiltVariant(
  workloads: readonly string[],
  id: string,
  presets: readonly Preset[],
  root: string = productRoot(),
): string | null {
  const groups = presets.flatMap(({ configuration }) => configuration.groups);
  const owner = workloads.find(
    (workload) =>
      hasSource(root, workload, id) ||
      groups.some((group) => group.workload === workload && group.variants.includes(id)),
  );
  if (owner === undefined) return null;
  return `the variant "${id}" of ${owner} is not in this build; "breakeven doctor" says what it lacks, "npm run build" builds it`;
}

/** A file of its own for each variant, see the README. */
function hasSource(root: string, workload: string, id: string): boolean {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return false;
  return ['.cu', '.cpp'].some((end) =>
    existsSync(join(root, 'native', 'workloads', workload, `${id}${end}`)),
  );
}
