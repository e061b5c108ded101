import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { findNvcc } from './cuda.ts';
import { outsideImports } from './imports.ts';
import { packageFile, root } from './paths.ts';
import { StepFailed } from './steps.ts';

/** Shipped although no source imports them: Node itself, a typeface that is copied, headers compiled into the addons. */
const besides = [
  `node-linux-${process.arch}`,
  '@fontsource/inter',
  'node-addon-api',
  'node-api-headers',
];

const licences = join(root, 'resources', 'licences');

type Part = {
  readonly name: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Where it is, and under which licence. */
  readonly what: string;
  /** Files of `resources/licences` with its licence. */
  readonly texts: readonly string[];
};

/** What is shipped and is no package of npm. */
const others: readonly Part[] = [
  {
    name: 'SQLite',
    licence: 'blessing',
    what: `Inside better-sqlite3. Its authors have dedicated it to the public domain (https://www.sqlite.org/copyright.html).`,
    texts: [],
  },
  {
    name: 'Skia',
    licence: 'BSD-3-Clause',
    what: 'Inside @napi-rs/canvas, under BSD-3-Clause.',
    texts: ['Skia.txt'],
  },
  {
    name: 'Ajv, ajv-formats, fast-deep-equal, fast-uri, json-schema-traverse',
    licence: 'MIT AND BSD-3-Clause',
    what: 'Inside @modelcontextprotocol/server, under MIT and BSD-3-Clause.',
    texts: ['Ajv.txt'],
  },
  {
    name: 'libgomp (GNU Offloading and Multi Processing Runtime Library)',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    what: `Copied next to the addons, under GPL-3.0-or-later with the GCC Runtime Library Exception 3.1, which allows it to be
conveyed with programs under any licence. Its source is that of the GCC release of the compiler (https://gcc.gnu.org).`,
    texts: ['GCC-exception-3.1.txt', 'GPL-3.0.txt'],
  },
  {
    name: 'libstdc++ (GNU Standard C++ Library)',
    licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    what: 'Linked into the addons, under the licence and the exception of libgomp, above.',
    texts: [],
  },
];

const cudaRuntime = 'CUDA runtime';
const aboutCudaRuntime = `Linked into the CUDA addon: a redistributable part of the NVIDIA CUDA Toolkit (its Attachment A names
cudart_static) under the End User License Agreement below, which also has the terms of CUB and Thrust (CUDA Core Compute
Libraries, https://github.com/NVIDIA/cccl), whose headers are compiled into the addon. cuBLAS and NVRTC are opened where
the machine has them and are not shipped.`;

const chromium = `In the desktop app alone, whose LICENSES.chromium.html lies next to it. The Chromium of the tests is not shipped.`;

export type ShippedPackage = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
  /** What its addon is linked with, as the list that comes with it (CycloneDX) has it; empty where it has none. */
  readonly linked: readonly LinkedComponent[];
};

export type LinkedComponent = {
  readonly name: string;
  readonly version?: string;
  readonly purl: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id: string };
  }[];
};

/** Packages that reach users: those that sources import, what these need, and those that are copied. */
export function shippedPackages(): readonly ShippedPackage[] {
  const imported = outsideImports(root, ['src-main', 'src-renderer'])
    .filter(({ from }) => !from.startsWith('src-main/tools/'))
    .flatMap(({ to }) => packageOf(to) ?? []);
  const waiting = [...new Set([...imported, ...besides])];
  const packages = new Map<string, ShippedPackage>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (packages.has(name) || name.startsWith('@types/')) continue;
    const file = packageFile(name, 'package.json');
    if (!existsSync(file)) continue;
    const { version, license, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    const platforms = platformPackages(name);
    for (const each of [name, ...platforms]) {
      // One repository, one licence: a package of a platform has the text of the one that brings it.
      const text = licenceText(name);
      packages.set(each, {
        ...{ name: each, version, licence: String(license), text, linked: linkedWith(each) },
      });
    }
    // Those of Electron fetch it when it is installed.
    if (name !== 'electron') waiting.push(...Object.keys(dependencies));
  }
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The packages with the native half of a package that are on this machine. Some versions of npm bring that for musl, too.
 */
export function platformPackages(name: string): readonly string[] {
  const { optionalDependencies = {} } = JSON.parse(
    readFileSync(packageFile(name, 'package.json'), 'utf8'),
  ) as { readonly optionalDependencies?: Readonly<Record<string, string>> };
  return Object.keys(optionalDependencies).filter(
    (dependency) => !dependency.endsWith('-musl') && existsSync(packageFile(dependency)),
  );
}

function linkedWith(name: string): readonly LinkedComponent[] {
  const file = packageFile(name, 'sbom.cdx.json');
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as { components: LinkedComponent[] }).components;
}

type Shipped = {
  readonly packages?: readonly ShippedPackage[];
  /** Whether the addons that are shipped have CUDA variants. */
  readonly cuda: boolean;
};

/** Everything that reaches users: packages of npm, and names and SPDX expressions of the rest. */
export function shippedParts({ cuda }: Shipped): {
  readonly packages: readonly ShippedPackage[];
  readonly others: readonly Pick<Part, 'name' | 'licence'>[];
} {
  const runtime = { name: cudaRuntime, licence: 'LicenseRef-NVIDIA-CUDA-Toolkit-EULA' };
  return { packages: shippedPackages(), others: cuda ? [...others, runtime] : others };
}

/**
 * Licences of everything that is shipped, as texts.
 *
 * @throws StepFailed where CUDA variants are shipped and the toolkit has no licence with it
 */
export function notice({ packages = shippedPackages(), cuda }: Shipped): string {
  const rule = '='.repeat(80);
  const section = (title: string, ...texts: readonly string[]): string =>
    [`${rule}\n${title}`, ...texts.map((text) => text.trim())].join('\n\n');
  const kept = (file: string): string => readFileSync(join(licences, file), 'utf8');
  return [
    'Breakeven is under the MIT licence, see LICENSE. It contains or comes with what follows.',
    ...others.map(({ name, what, texts }) => section(name, what, ...texts.map(kept))),
    ...(cuda ? [section(cudaRuntime, aboutCudaRuntime, cudaLicence())] : []),
    section('Chromium', chromium),
    ...packages.map(({ name, version, licence, text, linked }) =>
      section(
        `${name} ${version} (${licence})`,
        text,
        ...(linked.length === 0 ? [] : [linkedList(linked)]),
      ),
    ),
    ...linkedLibraries.map((file) =>
      section(parse(file).name, `${aboutLinked} Its terms, as Debian collects them:`, kept(file)),
    ),
    ...['Apache-2.0', 'MPL-2.0'].map((id) =>
      section(id, `${aboutLinked} The text of this licence:`, kept(`${id}.txt`)),
    ),
    '',
  ].join('\n\n');
}

/** Libraries of C and C++ in the addon of the canvas, each with its terms in a file of its name. */
const linkedLibraries = readdirSync(join(licences, 'skia'))
  .sort()
  .map((file) => join('skia', file));

const aboutLinked = 'Linked into the addon of @napi-rs/canvas.';

function linkedList(linked: readonly LinkedComponent[]): string {
  return `Its addon is linked with the following, some of them for other systems alone. Sources and notices of what is of
cargo are at https://crates.io/crates/NAME/VERSION.

${linked.map((each) => `${[each.name, each.version].join(' ').trim()}: ${licenceOf(each)}`).join('\n')}`;
}

function licenceOf({ licenses = [] }: LinkedComponent): string {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? '');
  return named.join(' AND ') || 'its list names no licence';
}

/** As the toolkit's installers and its packages put it. */
function cudaLicence(): string {
  const compiler = findNvcc();
  const folder = compiler === undefined ? '' : join(dirname(realpathSync(compiler)), '..');
  const folders = [folder, '/usr/local/cuda'].filter((each) => existsSync(each));
  const files = folders.flatMap((toolkit) => [
    ...['EULA.txt', 'LICENSE', join('doc', 'EULA.txt')].map((name) => join(toolkit, name)),
    ...globSync(join(toolkit, 'dist-info', 'nvidia_cuda_runtime-*', 'licenses', 'License.txt')),
  ]);
  const licenceFile = files.find((file) => existsSync(file));
  if (licenceFile === undefined) {
    throw new StepFailed(
      `CUDA variants are shipped with the licence of the CUDA runtime, which is not in ${folders.join(' or ')}.`,
    );
  }
  return readFileSync(licenceFile, 'utf8');
}

function licenceText(name: string): string {
  const folder = packageFile(name);
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
  return file === undefined ? '' : `${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** `preact/hooks` is of preact; a part of Node is of none. */
function packageOf(specifier: string): string | null {
  return /^(?!node:)((?:@[\w.-]+\/)?[\w.-]+)/.exec(specifier)?.[1] ?? null;
}
