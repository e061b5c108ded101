import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { notice, platformPackages } from './notice.ts';
import { dist, packageFile, root } from './paths.ts';

/** Finds itself through links, then starts the Node next to it. */
const launcher = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/bin/node" "$here/dist/main/cli.js" "$@"
`;

/** For `chmod` and `tar`: files have the modes of the checkout, which follow the umask of who made it. */
export const packedModes = 'u+rwX,go=rX,a-st';

/** Packages that the bundles leave out, with the parts of each that are for other systems or for building it. */
const externals: readonly { readonly name: string; readonly without: RegExp }[] = [
  {
    name: 'better-sqlite3',
    // Its prebuilt addons need newer systems than packages run on.
    without: /^(deps|src|binding\.gyp|node_modules|prebuilds)(\/|$)/,
  },
  { name: '@napi-rs/canvas', without: /\.d\.ts$/ },
];

type StagedParts = {
  /** Folder of the addons. */
  readonly native: string;
  readonly version: string;
};

/** Lays out the portable command line: the program with its addons, a Node and licences. */
export function stage(folder: string, parts: StagedParts, packedAs: 'archive' | 'debian'): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(process.execPath, join(folder, 'bin', 'node'), { dereference: true });
  stageProgram(folder, parts, packedAs);
  if (existsSync(parts.native)) {
    cpSync(parts.native, join(folder, 'dist', 'native'), {
      ...{ recursive: true, dereference: true, filter: (path) => !path.endsWith(sqliteAddon) },
    });
  }
  writeFileSync(
    join(folder, 'NOTICE'),
    notice({ cuda: existsSync(join(parts.native, 'breakeven_cuda.node')) }),
  );
  const start = join(folder, 'breakeven');
  writeFileSync(start, launcher);
  chmodSync(start, 0o755);
}

/** What is about the sources, and the licences, which NOTICE has. */
export const leftOut: readonly string[] = [
  'docs/architecture.md',
  'docs/dependencies.md',
  'docs/first-start.md',
  'resources/licences',
  'resources/screenshots',
];

const sqliteAddon = 'better_sqlite3.node';

/** Where better-sqlite3 looks first: the addon of a packaged build, else the prebuilt one. */
function stageSqlite(folder: string, native: string): void {
  const [built, prebuilt] = [
    join(native, sqliteAddon),
    packageFile('better-sqlite3', 'prebuilds', `linux-${process.arch}.node`),
  ];
  const target = join(folder, 'node_modules', 'better-sqlite3', 'build', 'Release');
  mkdirSync(target, { recursive: true });
  cpSync(existsSync(built) ? built : prebuilt, join(target, sqliteAddon));
}

/**
 * The bundles of the command line with what they load. Paths inside are those of the repository, so nothing has to be
 * looked up twice.
 */
export function stageProgram(
  folder: string,
  { native, version }: StagedParts,
  /** What the advice of the program goes by, see `core/util/installation.ts`. */
  packedAs: 'archive' | 'debian' | 'app',
): void {
  cpSync(join(dist, 'main'), join(folder, 'dist', 'main'), {
    recursive: true,
    filter: (path) => !path.endsWith('/electron.js'),
  });
  for (const [from, to] of [
    [join(dist, 'renderer'), join('dist', 'renderer')],
    [join(root, 'resources'), 'resources'],
    [join(root, 'docs'), 'docs'],
    [join(root, 'LICENSE'), 'LICENSE'],
  ] as const) {
    if (!existsSync(from)) continue;
    cpSync(from, join(folder, to), {
      recursive: true,
      dereference: true,
      filter: (path) => !leftOut.includes(relative(root, path)),
    });
  }
  writeFileSync(join(folder, 'README.md'), readme(packedAs));
  for (const { name, without } of externals) {
    copyPackage(folder, name, without);
    for (const platform of platformPackages(name)) copyPackage(folder, platform, /\.d\.ts$/);
  }
  stageSqlite(folder, native);
  const manifest = { name: 'breakeven', version, type: 'module', license: 'MIT', packedAs };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function readme(packedAs: string): string {
  const remove = packedAs === 'debian' ? '`apt-get remove breakeven-cli`' : 'Removing this folder';
  return `# Breakeven, command line

Measures where parallel code pays off. \`breakeven help\` lists the verbs, \`docs/usage.md\` explains them, \`man breakeven\` has both
(here \`man -l docs/breakeven.1\`). \`breakeven serve\` shows the same in a browser.

- **Systems**: Linux on ${process.arch === 'arm64' ? 'aarch64' : 'x86-64'} with glibc 2.28 (not musl) and the standard library of GCC 8 or newer. Node, SQLite and the OpenMP
  runtime are inside. Code of your own needs a compiler; GPUs need NVIDIA's driver.
- **Users**: the folder may be read-only and shared. Each user has a store of their own, which \`breakeven doctor\` names.
- **Completion**: \`breakeven help --completion bash\` (or \`zsh\`, \`fish\`); the Debian package installs it.
- **Upgrade**: a newer version reads the store of an older one and keeps a backup of it; an older version refuses a newer store and changes nothing.
- **Remove**: ${remove} keeps the stores of all users. Delete the folder that \`breakeven doctor\` names to remove results too.
`;
}

function copyPackage(folder: string, name: string, without: RegExp): void {
  const from = packageFile(name);
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, {
    recursive: true,
    dereference: true,
    filter: (path) => !without.test(relative(from, path)),
  });
}
