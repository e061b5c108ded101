import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentFault } from '../../contract/failure.ts';

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

/** `resources/fonts` of the product: in the source tree, an unpacked archive or a packaged app. */
function fontFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'resources', 'fonts', files[0]))) {
    const above = dirname(folder);
    if (above === folder) {
      throw environmentFault(
        `the font resources/fonts/${files[0]} was not found above ${import.meta.dirname}; the installation is incomplete`,
      );
    }
    folder = above;
  }
  return join(folder, 'resources', 'fonts');
}

export type FontFile = {
  readonly name: string;
  readonly weight: 400 | 600;
  readonly bytes: Buffer;
};

let loaded: readonly FontFile[] | undefined;

/** The font files (SIL Open Font License 1.1), read once. */
export function fontFiles(): readonly FontFile[] {
  if (loaded === undefined) {
    const folder = fontFolder();
    loaded = files.map((name) => ({
      name,
      weight: name.includes('-600-') ? 600 : 400,
      bytes: readFileSync(join(folder, name)),
    }));
  }
  return loaded;
}
