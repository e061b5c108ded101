import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The modules of a folder, in the order of their names: a new one is a file and no line elsewhere. `bundled` calls
 * `import.meta.glob`, which the bundler replaces; where the sources run as they are it does not exist, and the folder is read.
 */
export function modulesOf(
  bundled: () => Readonly<Record<string, unknown>>,
  folder: URL,
): readonly unknown[] {
  let modules: Readonly<Record<string, unknown>>;
  try {
    modules = bundled();
  } catch {
    const require = createRequire(folder);
    const names = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.ts'));
    modules = Object.fromEntries(names.map((name) => [name, require(`./${name}`)]));
  }
  return Object.keys(modules)
    .sort()
    .map((name) => modules[name]);
}
