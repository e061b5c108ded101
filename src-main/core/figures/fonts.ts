import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BreakevenError } from '../../contract/failure.ts';

/** The family that figures are set in, drawn from files that come with the product. */
export const figureFamily = 'Inter';

/** Subsets by script: a character is looked up in each. */
const files = [
  'inter-latin-400-normal.woff2',
  'inter-latin-600-normal.woff2',
  'inter-latin-ext-400-normal.woff2',
  'inter-latin-ext-600-normal.woff2',
  'inter-greek-400-normal.woff2',
  'inter-greek-600-normal.woff2',
  'inter-cyrillic-400-normal.woff2',
  'inter-cyrillic-600-normal.woff2',
] as const;

/** The folder of the font files: the package's in a checkout, `fonts` beside or above the bundle in a package. */
export function fontFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [
    process.env.BREAKEVEN_FONTS,
    join(here, 'fonts'),
    join(here, '..', 'fonts'),
    join(here, '..', 'resources', 'fonts'),
    join(here, '..', '..', 'resources', 'fonts'),
  ];
  try {
    const manifest = createRequire(import.meta.url).resolve('@fontsource/inter/package.json');
    candidates.push(join(dirname(manifest), 'files'));
  } catch {
    // Installed without the package: the files must lie beside the bundle.
  }
  const found = candidates.find(
    (folder) => folder !== undefined && existsSync(join(folder, files[0])),
  );
  if (found === undefined) {
    throw new BreakevenError(
      'environment',
      `the font of figures is missing: ${files[0]} was looked for beside the program; install it again`,
    );
  }
  return found;
}

export type FontFile = {
  readonly name: string;
  readonly weight: 400 | 600;
  readonly bytes: Buffer;
};

let loaded: readonly FontFile[] | undefined;

/** The font files that there are, read once. */
export function fontFiles(): readonly FontFile[] {
  if (loaded === undefined) {
    const folder = fontFolder();
    loaded = files
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => ({
        name,
        weight: name.includes('-600-') ? 600 : 400,
        bytes: readFileSync(join(folder, name)),
      }));
  }
  return loaded;
}
