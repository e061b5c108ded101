import { dirname, resolve } from 'node:path';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { Axis, Workload } from '../../../contract/workload.ts';
import { checkReplacedBytes } from '../../../core/export/replacing.ts';
import { findWorkload } from '../find-workload.ts';
import { type Arguments, type Flag, flagsOf, forceFlag } from '../flags.ts';
import { applyInput } from '../input-file.ts';
import { printJson } from '../io.ts';
import { prepareFolder, writeNamed } from '../output-files.ts';
import { readSet } from '../sweeps.ts';
import { noSuchVariant } from '../unbuilt-variants.ts';
import type { VerbContext } from '../verb.ts';
import { waitFlag } from '../wait.ts';

/** The flags of `figure --kind picture`, besides those that other figures have too. */
export const pictureFlags: readonly Flag[] = [
  ...flagsOf({
    'variant <id>': 'of picture: variant that computes it; the baseline variant by default',
    'baseline <id>':
      'of picture: draw and count the pixels in which the variant differs from this one',
    'set <axis=value>': { repeat: true, help: 'of picture: one value for an axis' },
    'input <file>': 'of picture: draw the matrix in this file (.mtx or .mtx.gz), or matrix:NAME',
    'matrices <dir>': 'of picture: folder of the matrices for matrix:NAME',
  }),
  {
    ...forceFlag,
    help: 'of picture, without --out: also replace a file of that name that has other content',
  },
  { ...waitFlag, help: `of picture: ${waitFlag.help}` },
];

/** `figure --kind picture` */
export async function drawPicture({ io, args, app, note }: VerbContext): Promise<number> {
  const out = args.value('out');
  if (out !== undefined && !/\.png$/i.test(out)) {
    throw badInput(`--out: got "${out}", must be a file that ends in .png`);
  }
  const { api } = await app();
  const catalog = await api.catalog({});
  const id = args.value('workload') ?? 'mandelbrot';
  const workload = findWorkload(catalog, id);
  const baseline = args.value('baseline');
  const variant = args.value('variant') ?? workload.baseline;
  const axes = axesOf(workload, [variant, ...(baseline === undefined ? [] : [baseline])]);
  const set = readSet(args, axes);
  const made = await api.picture({
    workload: id,
    variant,
    ...(baseline === undefined ? {} : { against: baseline }),
    set,
    ...fileOf(workload, args, io.cwd),
  });
  const file = resolve(io.cwd, out ?? made.name);
  await prepareFolder(io.cwd, dirname(file));
  // The name of a file without --out is not the user's.
  if (out === undefined) checkReplacedBytes(file, made.bytes, { force: args.has('force') });
  await writeNamed(file, made.bytes, note);
  const { width, height, attributes } = made;
  if (args.has('json')) {
    printJson(io, { schemaVersion, file, width, height, attributes });
  } else {
    const shown = Object.entries(attributes).map(([name, value]) => `${name} ${value}`);
    io.out(`wrote ${file} (${width} x ${height}; ${shown.join(', ')})\n`);
  }
  return exitCodes.ok;
}

/** What the picture's variants can be given: the workload's axes, and those that they alone take. */
function axesOf(workload: Workload, variants: readonly string[]): readonly Axis[] {
  const described = variants.map((id) => {
    const variant = workload.variants.find((one) => one.id === id);
    if (variant !== undefined) return variant;
    throw noSuchVariant([workload], id, []);
  });
  const all = [...workload.axes, ...described.flatMap(({ parameters }) => parameters)];
  return [...new Map(all.map((axis) => [axis.id, axis])).values()];
}

/** The input file, or matrix by name, that is asked for. */
function fileOf(workload: Workload, args: Arguments, cwd: string) {
  const folder = args.value('matrices');
  const group = { workload: workload.id, variants: 'all' as const, set: {}, sweep: {} };
  const [target] = applyInput([{ workload, group }], args.value('input'), cwd);
  const input = target?.group.input;
  return {
    ...(input === undefined ? {} : { input }),
    ...(folder === undefined ? {} : { matrices: resolve(cwd, folder) }),
  };
}
