import {
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packedModes, stage } from './pack-stage.ts';
import { findProgram, product, root } from './paths.ts';
import { quietly, StepFailed } from './steps.ts';

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Why no Debian package can be made here; null where one can. */
export function debianObstacle(): string | null {
  if (architectures[process.arch] === undefined) return `nothing is shipped for ${process.arch}`;
  if (findProgram('dpkg-deb') === undefined) {
    return 'dpkg-deb is not here (Debian: apt-get install dpkg)';
  }
  return null;
}

/** Where shells look for completion that a package brings. */
const completions = [
  ['bash', 'bash-completion', 'completions', 'breakeven'],
  ['zsh', 'zsh', 'vendor-completions', '_breakeven'],
  ['fish', 'fish', 'vendor_completions.d', 'breakeven.fish'],
] as const;

type DebianParts = {
  /** Folder of the addons. */
  readonly native: string;
  readonly version: string;
  /** Where the files are laid out; emptied before. */
  readonly work: string;
  /** Folder of the package. */
  readonly out: string;
  /** How it is compressed; quickly for a test. */
  readonly compression?: 'xz' | 'gzip';
  /** Seconds since 1970 that its files carry. */
  readonly date: number;
};

/**
 * A Debian package of the command line with its own Node: `breakeven` on the PATH and its manual page. It has no
 * scripts, so that removing it touches no file of a user.
 */
export async function makeDebian(parts: DebianParts): Promise<string> {
  const { native, version, work, out, compression = 'xz', date } = parts;
  const architecture = architectures[process.arch];
  if (architecture === undefined) throw new StepFailed(debianObstacle() ?? '');
  rmSync(work, { recursive: true, force: true });
  const program = join(work, 'usr', 'lib', 'breakeven-cli');
  stage(program, { native, version }, 'debian');
  mkdirSync(join(work, 'usr', 'bin'), { recursive: true });
  symlinkSync('../lib/breakeven-cli/breakeven', join(work, 'usr', 'bin', 'breakeven'));
  const manual = join(work, 'usr', 'share', 'man', 'man1');
  mkdirSync(manual, { recursive: true });
  const page = readFileSync(join(root, 'docs', 'breakeven.1'));
  writeFileSync(join(manual, 'breakeven.1.gz'), gzipSync(page, { level: 9 }));
  for (const [shell, ...path] of completions) {
    const file = join(work, 'usr', 'share', ...path);
    mkdirSync(dirname(file), { recursive: true });
    const words = ['help', '--completion', shell];
    writeFileSync(file, await quietly('asking for completion', join(program, 'breakeven'), words));
  }
  const documents = join(work, 'usr', 'share', 'doc', 'breakeven-cli');
  mkdirSync(documents, { recursive: true });
  const [licence, notice] = ['LICENSE', 'NOTICE'].map((name) =>
    readFileSync(join(program, name), 'utf8'),
  );
  writeFileSync(join(documents, 'copyright'), `${licence}\n${notice}`);
  return packTree({ work, out, compression, date, version, architecture });
}

type Tree = Omit<Required<DebianParts>, 'native'> & { readonly architecture: string };

/**
 * Makes the package of a tree that is laid out. Equal names and contents give equal bytes, whatever their modes and times,
 * the file system, the folder and the number of cores.
 */
export async function packTree(tree: Tree): Promise<string> {
  const { work, out, compression, date, version, architecture } = tree;
  const kilobytes = installedSize(work);
  mkdirSync(join(work, 'DEBIAN'));
  writeFileSync(join(work, 'DEBIAN', 'control'), control(version, architecture, kilobytes));
  await quietly('setting modes', 'chmod', ['-R', packedModes, work]);
  // dpkg-deb brings later times down to that date, and keeps earlier ones.
  for (const path of [work, ...entriesOf(work)]) lutimesSync(path, date, date);
  mkdirSync(out, { recursive: true });
  const file = join(out, `breakeven-cli_${version}_${architecture}.deb`);
  await quietly(
    'packing the Debian package',
    'dpkg-deb',
    [
      ...['--root-owner-group', `-Z${compression}`, compression === 'gzip' ? '-z1' : '-z6'],
      ...['--build', work, file],
    ],
    { env: { SOURCE_DATE_EPOCH: String(date) } },
  );
  return file;
}

/**
 * Kilobytes of a tree: of each file the length, rounded up, and one for whatever else. `du` counts blocks, which differ
 * between file systems and, by how a file is spread over the disk, between two copies.
 */
function installedSize(folder: string): number {
  return [folder, ...entriesOf(folder)]
    .map((path) => lstatSync(path))
    .reduce((sum, entry) => sum + (entry.isFile() ? Math.ceil(entry.size / 1024) : 1), 0);
}

function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
}

/** What the Node of the package needs, and the addons no more; see `older-systems.ts`. */
function control(version: string, architecture: string, kilobytes: number): string {
  const { author, description } = product();
  return [
    'Package: breakeven-cli',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${author}`,
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.28), libstdc++6 (>= 8)',
    'Conflicts: breakeven',
    'Section: devel',
    'Priority: optional',
    'Description: profiler that measures where parallel code pays off (command line)',
    ` ${description}.`,
    ' Removing the package keeps the results of all users, in ~/.local/share/breakeven.',
    '',
  ].join('\n');
}
