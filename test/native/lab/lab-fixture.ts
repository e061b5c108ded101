import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import type { Addon } from '../native-addons.ts';

const compiler = process.env.CC ?? 'cc';

const folder = temporaryFolder();

let compiled = 0;

/** Compiles C code into a shared library of a new name. */
export function library(code: string, flags: readonly string[] = ['-O2']): string {
  const base = join(folder, `lab-${compiled++}`);
  writeFileSync(`${base}.c`, `#include <stdint.h>\n#include <string.h>\n${code}`);
  const args = [...flags, '-shared', '-fPIC', `${base}.c`, '-o', `${base}.so`];
  execFileSync(compiler, args, { stdio: 'pipe' });
  return `${base}.so`;
}

/** What every host artifact exports; `body` sees n, x and y of the lab `saxpy`. */
export const saxpyCall = (body: string, before = '') =>
  library(`${before}
void breakeven_call(void **a) {
  uint32_t n = *(uint32_t *)a[0];
  float f = *(float *)a[1];
  float *x = a[2], *y = a[3];
  ${body}
}`);

export const saxpyLoop = 'for (uint32_t i = 0; i < n; ++i) y[i] = f * x[i] + y[i];';

export const integerAxis = (id: string, more: object = {}) => ({
  ...{ id, title: id, help: '', kind: 'integer', min: 0, max: 1_000_000_000, default: 1000 },
  ...more,
});

export const hostVariant = (id: string, more: object = {}) => ({
  ...{ id, title: id, summary: '', kind: 'host', axes: [] as object[] },
  ...more,
});

/** y = 2 x + y in place. */
export const saxpy = {
  ...{ id: 'saxpy', title: 'SAXPY', summary: 'y = a x + y.', contract: 'c'.repeat(64) },
  ...{ size: 'n', baseline: 'sequential', reference: 'sequential' },
  axes: [integerAxis('n', { scale: 'log' })],
  args: [
    { name: 'n', scalar: 'uint32', value: 'n' },
    { name: 'a', scalar: 'float32', value: '2' },
    { name: 'x', array: 'float32', shape: ['n'], fill: 'uniform(-1, 1)', out: false },
    { name: 'y', array: 'float32', shape: ['n'], fill: 'uniform(-1, 1)', out: true },
  ] as object[],
  check: { rule: 'tolerance', rtol: 1e-6, atol: 1e-6 },
  work: { bytes: '12 * n', operations: '2 * n', unit: 'FLOP' } as object,
  variants: [hostVariant('sequential')] as object[],
};

export const built = (path: string, defines: object = {}) => [{ defines, path }];

/** Opens a lab with these libraries as its variants, beside the one of its reference. */
export async function openLabOf(
  addon: Addon,
  lab: object,
  reference: string,
  code: Readonly<Record<string, string>>,
): Promise<void> {
  const ids = Object.keys(code);
  const variants = Object.fromEntries(ids.map((id) => [id, built(code[id] ?? '')]));
  const description = { ...lab, variants: ids.map((id) => hostVariant(id)) };
  await addon.openLab(description, { reference: { path: reference }, variants });
}
