import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Group } from '../../../contract/configuration.ts';
import { badInput } from '../../../contract/failure.ts';
import { versionId, versionOf } from '../../../contract/versions.ts';
import type { Catalog, Workload } from '../../../contract/workload.ts';
import { labFileName } from '../../../core/lab/read-lab.ts';
import { runCompiler } from '../../../core/lab/run-compiler.ts';
import { withVersions } from '../../../core/plan/versioned-catalog.ts';
import type { HostApp } from '../../host-app.ts';
import { findWorkload } from '../find-workload.ts';
import type { Arguments } from '../flags.ts';
import { idList } from '../id-list.ts';
import { labReference } from '../lab/lab-reference.ts';
import { noSuchVariant } from '../unbuilt-variants.ts';

/** Two versions that the engine measures: the workload, its versions, and a catalog that has them. */
export type Measured = {
  readonly group: Pick<Group, 'workload' | 'variants'>;
  readonly catalog: Catalog;
  /** What is said before anything is measured. */
  readonly notes: readonly string[];
};

type Sides = readonly [base: string, head: string];

const named = /^([\w./-]+):([\w-]+)$/;

/** Two variants of a workload, or of the lab in a folder, where both sides are `workload:variant`, else two labs. */
export async function measuredSides(
  app: HostApp,
  args: Arguments,
  sides: Sides,
  cwd: string,
): Promise<Measured> {
  const variants = sides.map((side) => (existsSync(resolve(cwd, side)) ? null : named.exec(side)));
  const [base, head] = variants;
  if (base != null && head != null) {
    if (args.has('variants')) throw badInput('--variants chooses among the variants of two labs');
    return await variantSides(app, cwd, [
      [base[1] ?? '', base[2] ?? ''],
      [head[1] ?? '', head[2] ?? ''],
    ]);
  }
  if (base != null || head != null) {
    throw badInput('ab compares two labs, or two variants written as workload:variant');
  }
  return await labSides(app, args, sides, cwd);
}

async function variantSides(
  app: HostApp,
  cwd: string,
  [base, head]: readonly [readonly [string, string], readonly [string, string]],
): Promise<Measured> {
  const isFolder = existsSync(resolve(cwd, base[0], labFileName));
  if (base[0] === head[0] && (isFolder || app.labs.list().some(({ id }) => id === base[0]))) {
    const ref = labReference(cwd, base[0]);
    const { description } = await app.labs.openVariants(ref, base[1], head[1]);
    const group = { workload: description.id, variants: description.variants.map(({ id }) => id) };
    return { group, catalog: await app.api.catalog({}), notes: [] };
  }
  const catalog = await app.api.catalog({});
  const workload = workloadOf(catalog, base[0]);
  const other = workloadOf(catalog, head[0]);
  if (workload.id !== other.id) {
    throw badInput(
      `${workload.id} and ${other.id} are two workloads; ab compares two variants of one`,
    );
  }
  for (const [, id] of [base, head]) {
    if (!workload.variants.some((variant) => variant.id === id))
      throw noSuchVariant([workload], id, []);
  }
  const variants = [versionId(base[1], 'base'), versionId(head[1], 'head')];
  const group = { workload: workload.id, variants };
  const versioned = withVersions(catalog, { groups: [{ ...group, set: {}, sweep: {} }] });
  return { group, catalog: versioned, notes: [] };
}

/** By its id, or by a word of it that no other has: `scan` is `exclusive-scan`. */
function workloadOf(catalog: Catalog, given: string): Workload {
  const byWord = catalog.workloads.filter(({ id }) => id.split('-').includes(given));
  const [only, more] = byWord;
  const exact = catalog.workloads.find(({ id }) => id === given);
  return exact ?? (only !== undefined && more === undefined ? only : findWorkload(catalog, given));
}

async function labSides(
  app: HostApp,
  args: Arguments,
  [base, head]: Sides,
  cwd: string,
): Promise<Measured> {
  const { lab, apart } = await app.labs.openVersions(
    labReference(cwd, base),
    labReference(cwd, head),
  );
  const all = lab.description.variants.map(({ id }) => id);
  const wanted = args.value('variants');
  const chosen =
    wanted === undefined || wanted === 'all'
      ? null
      : idList('variants', wanted).flatMap((id) => [versionId(id, 'base'), versionId(id, 'head')]);
  const strange = chosen?.find((id) => !all.includes(id))?.replace(/@.*$/, '');
  if (strange !== undefined)
    throw badInput(`both labs need a variant "${strange}", and do not have it`);
  const notes = (['base', 'head'] as const).flatMap((side) =>
    apart[side].length === 0 ? [] : [`only the ${side} has ${apart[side].join(', ')}`],
  );
  for (const id of chosen ?? all) {
    const { id: variant = '', side } = versionOf(id) ?? {};
    const source = lab.sources.get(id);
    const other = lab.sources.get(versionId(variant, 'head'));
    if (side !== 'base' || source?.language !== 'library' || source.path !== other?.path) continue;
    notes.push(
      `${variant} is the same file on both sides, ${source.path}: two versions need two build folders`,
    );
  }
  const catalog = await app.api.catalog({});
  return { group: { workload: lab.description.id, variants: chosen ?? all }, catalog, notes };
}

/** Seconds that a build may take. */
const buildLimitS = 3600;

/**
 * Runs a command of the shell in both folders, one after the other.
 *
 * @throws BreakevenError `bad-input` for what is no folder, and where the command fails in one.
 */
export async function buildSides(command: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw badInput(`--build: ${folder} is no folder`);
    }
    const limits = { seconds: buildLimitS, bytes: 64 * 2 ** 30 };
    const { ok, log, ended } = await runCompiler(['/bin/sh', '-c', command], folder, limits);
    if (ok) continue;
    const last = log.trim().split('\n').at(-1) ?? '';
    throw badInput(`--build "${command}" failed in ${folder}: ${ended ?? last}`);
  }
}
