import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { environmentFault } from '../../contract/failure.ts';

/** Electron's folder for files next to the app's archive; absent under Node. */
export function electronResources(): string | undefined {
  const value: unknown = Reflect.get(process, 'resourcesPath');
  return typeof value === 'string' ? value : undefined;
}

/** The folder that holds `resources/` and `dist/`: the source tree, an unpacked archive or a packaged app. */
export function productRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'resources', 'presets'))) {
    const above = dirname(folder);
    if (above === folder) {
      throw environmentFault(
        `the folder resources/presets was not found above ${import.meta.dirname}; the installation is incomplete`,
      );
    }
    folder = above;
  }
  return folder;
}

/** The full path of something under `resources/`. */
export function resourcePath(...parts: readonly string[]): string {
  return join(productRoot(), 'resources', ...parts);
}

/** The app's archive as a part of a path, and the folder next to it with what the packager leaves outside. */
const archive = `${sep}app.asar${sep}`;
const outside = `${sep}app.asar.unpacked${sep}`;

/**
 * The path under which other programs find a file of the product: they cannot look into the app's archive. A packaged app
 * has these files outside (`asarUnpack` in `tools/app-config.ts`); everywhere else the path stays as it is.
 */
export function outsideArchive(path: string): string {
  return path.replace(archive, outside);
}

/** The folder of the labs that come with the product, whose files compilers and interpreters can read. */
export function shippedLabs(): string {
  return outsideArchive(resourcePath('labs'));
}

/** The folder of the native addons: `BREAKEVEN_NATIVE`, a packaged app's own, or what the build made. */
export function nativeFolder(): string {
  const namedFolder = process.env.BREAKEVEN_NATIVE;
  if (namedFolder !== undefined && namedFolder !== '') return namedFolder;
  const resources = electronResources();
  const packaged = resources === undefined ? undefined : join(resources, 'native');
  // Electron's own resources folder, without that of the program, is what an app that is not packaged sees.
  if (packaged !== undefined && existsSync(packaged)) return packaged;
  return join(productRoot(), 'dist', 'native');
}

/** The Node that a packaged app brings for the command line, since its own binary must not act as one. */
export function packagedNode(): string | undefined {
  const resources = electronResources();
  const node = resources === undefined ? undefined : join(resources, 'bin', 'node');
  return node !== undefined && existsSync(node) ? node : undefined;
}

/** The file that an engine process starts with: TypeScript next to TypeScript, the bundle next to bundles. */
export function engineEntry(): string {
  if (import.meta.filename.endsWith('.ts')) {
    return join(import.meta.dirname, '..', '..', 'engine', 'entry.ts');
  }
  return join(productRoot(), 'dist', 'main', 'engine.js');
}

/**
 * What starts the command line in a terminal: a packaged app's own launcher, npm in a source tree, and otherwise the
 * name of the program, as an unpacked archive puts it on the PATH.
 */
export function commandWords(): readonly string[] {
  const resources = electronResources();
  const packaged = resources === undefined ? undefined : join(resources, 'breakeven');
  if (packaged !== undefined && existsSync(packaged)) return [packaged];
  const tools = join(productRoot(), 'src-main', 'tools');
  return existsSync(tools) ? ['npm', 'run', '-s', 'breakeven', '--'] : ['breakeven'];
}
