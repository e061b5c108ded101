/// <reference types="vite/types/importMeta.d.ts" />
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScriptVariant } from './script-variant.ts';

/**
 * The variants of the files `<workload>/<id>.ts` of this folder. The bundler replaces the call of `import.meta.glob`;
 * where the sources run unbundled that function does not exist, and the folder is read.
 */
export async function findVariants(): Promise<readonly ScriptVariant[]> {
  const modules = bundledModules() ?? (await readModules());
  return modules.flatMap((module) => (isVariantModule(module) ? [module.variant] : []));
}

function bundledModules(): readonly unknown[] | null {
  let bundled: Readonly<Record<string, unknown>>;
  try {
    bundled = import.meta.glob('./*/*.ts', { eager: true });
  } catch {
    return null;
  }
  return Object.values(bundled);
}

async function readModules(): Promise<readonly unknown[]> {
  const here = new URL('.', import.meta.url);
  const files = readdirSync(fileURLToPath(here), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) =>
      readdirSync(fileURLToPath(new URL(`${folder.name}/`, here)))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => new URL(`${folder.name}/${name}`, here)),
    );
  const sorted = files.map((file) => file.href).sort();
  return await Promise.all(sorted.map((file): Promise<unknown> => import(/* @vite-ignore */ file)));
}

function isVariantModule(module: unknown): module is { readonly variant: ScriptVariant } {
  return typeof module === 'object' && module !== null && 'variant' in module;
}
