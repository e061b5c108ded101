import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseArchitectures } from './build.ts';
import { buildBundles } from './bundles.ts';
import { buildNative } from './native-build.ts';
import { packedModes, stage } from './pack-stage.ts';
import { dist, findProgram, product, root } from './paths.ts';
import { collect, quietly, StepFailed, say, secondsSince, withFailures } from './steps.ts';
import { sourceDate } from './supply-chain.ts';

/**
 * `npm run pack:cli`: one archive with Node, the bundles, the addons for every CUDA target and the presets, which
 * runs on a bare Linux machine by unpacking it. `--cuda-arch 90-real` limits the targets for a quick pack, and `none`
 * leaves the CUDA variants out.
 */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    const { values } = parseArgs({ args: [...args], options: { 'cuda-arch': { type: 'string' } } });
    const obstacle = archiveObstacle();
    if (obstacle !== null) throw new StepFailed(obstacle);
    const native = await buildToPack(values['cuda-arch']);
    // A pack for one machine is made to be tried: there the time to compress counts for more than the size.
    const archive = await pack(
      native,
      values['cuda-arch'] === undefined ? 6 : 2,
      await sourceDate(),
    );
    await tryOut(archive);
    return 0;
  });
}

/** Builds what is packed, for these CUDA targets or all; returns the folder of the addons. */
export async function buildToPack(cudaArchitecture = 'all'): Promise<string> {
  const native = join(dist, 'native-pack');
  await buildNative({
    cudaArchitectures: await chooseArchitectures(cudaArchitecture),
    buildFolder: join(dist, 'native-build-pack'),
    outputFolder: native,
    packaged: true,
  });
  await buildBundles();
  return native;
}

/** Why the archive cannot be made here; null where it can. */
export function archiveObstacle(): string | null {
  if (process.platform !== 'linux') {
    return 'The portable command line is for Linux, and is packed on Linux.';
  }
  const lacking = ['tar', 'xz'].find((program) => findProgram(program) === undefined);
  return lacking === undefined
    ? null
    : `Packing needs ${lacking}, not found here (Debian: apt-get install xz-utils).`;
}

/** The archive; its files carry `date`, in seconds since 1970, and no owner. */
export async function pack(native: string, level: number, date: number): Promise<string> {
  const start = performance.now();
  const { version } = product();
  const name = `breakeven-cli-${version}-linux-${process.arch}`;
  const folder = join(dist, 'pack');
  rmSync(folder, { recursive: true, force: true });
  stage(join(folder, name), { native, version }, 'archive');
  mkdirSync(join(root, 'release'), { recursive: true });
  const archive = join(root, 'release', `${name}.tar.xz`);
  await packArchive({ archive, folder, name, level, date });
  const size = (statSync(archive).size / 1e6).toFixed(1);
  say(`packed: release/${name}.tar.xz, ${size} MB, in ${secondsSince(start)}`);
  return archive;
}

type Archive = {
  readonly archive: string;
  /** Where the tree is, and its name there. */
  readonly folder: string;
  readonly name: string;
  readonly level: number;
  readonly date: number;
};

/** Packs a tree, with the bytes that its names and contents give: see `packTree` of the Debian package. */
export async function packArchive({ archive, folder, name, level, date }: Archive): Promise<void> {
  await quietly(
    'packing',
    'tar',
    [
      ...['--format=gnu', '--sort=name', `--mtime=@${date}`, `--mode=${packedModes}`],
      ...['--owner=0', '--group=0', '--numeric-owner', '-cJf', archive, '-C', folder, name],
    ],
    // The size of a block is fixed: the bytes do not depend on the number of cores.
    { env: { XZ_OPT: `-${level} -T0 --block-size=32MiB` } },
  );
}

/** Unpacks the archive somewhere else and asks it for its catalog with an empty environment. */
export async function tryOut(archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-pack-'));
  try {
    await quietly('unpacking', 'tar', ['-xf', archive, '-C', folder, '--strip-components=1']);
    const home = join(folder, 'home');
    const { code, output } = await collect(
      'env',
      ['-i', 'PATH=/usr/bin:/bin', `BREAKEVEN_HOME=${home}`, join(folder, 'breakeven'), 'list'],
      { cwd: tmpdir() },
    );
    if (code !== 0)
      throw new StepFailed(`${output.trimEnd()}\nthe unpacked command line does not run`);
    say('checked: unpacked elsewhere, `breakeven list` runs');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
