import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import { type BreakevenError, badInput } from '../../contract/failure.ts';
import type { Preset } from '../../contract/procedures/files.ts';
import { productRoot } from '../../core/util/paths.ts';

/** Put in by the bundler, see `electron.vite.config.ts`: `workload/variant`, separated by spaces. */
declare const BREAKEVEN_CUDA_VARIANTS: string | undefined;

const bundled = (): readonly string[] =>
  typeof BREAKEVEN_CUDA_VARIANTS === 'string' ? BREAKEVEN_CUDA_VARIANTS.split(' ') : [];

/**
 * Why a variant that the catalog does not have is not unknown, in one sentence: its source, a preset or the bundles name it, and this
 * build does not have it. Null where nothing is known of it.
 */
export function unbuiltVariant(
  workloads: readonly string[],
  id: string,
  presets: readonly Preset[],
  root: string = productRoot(),
  known: readonly string[] = bundled(),
): string | null {
  const groups = presets.flatMap(({ configuration }) => configuration.groups);
  const owner = workloads.find(
    (workload) =>
      hasSource(root, workload, id) ||
      known.includes(`${workload}/${id}`) ||
      groups.some((group) => group.workload === workload && group.variants.includes(id)),
  );
  if (owner === undefined) return null;
  return `the variant "${id}" of ${owner} is not in this build; "breakeven doctor" says what it lacks and what helps`;
}

/** Each variant has a file of its own, see CONTRIBUTING.md. */
function hasSource(root: string, workload: string, id: string): boolean {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return false;
  return ['.cu', '.cpp'].some((end) =>
    existsSync(join(root, 'native', 'workloads', workload, `${id}${end}`)),
  );
}

/** What is wrong with a variant that the workloads of the catalog lack: not built here, or unknown with the nearest. */
export function noSuchVariant(
  workloads: readonly {
    readonly id: string;
    readonly variants: readonly { readonly id: string }[];
  }[],
  id: string,
  presets: readonly Preset[],
): BreakevenError {
  const names = workloads.map((workload) => workload.id);
  const unbuilt = unbuiltVariant(names, id, presets);
  if (unbuilt !== null) return badInput(unbuilt);
  const known = [...new Set(workloads.flatMap(({ variants }) => variants.map((one) => one.id)))];
  const owner = names.length === 1 ? ` of ${names[0]}` : '';
  return badInput(`unknown variant "${id}"${owner}${hintFor(id, known)}`);
}
