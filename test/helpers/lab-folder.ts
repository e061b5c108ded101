import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

export const saxpyToml = `title = "SAXPY"
summary = "y = a x + y."
size = "n"
baseline = "sequential"
reference = "sequential"

[axes]
n = { min = 0, max = 1_000_000_000, default = 1_000_000, scale = "log", help = "Elements." }

[[args]]
name = "n"
scalar = "uint32"
value = "n"

[[args]]
name = "a"
scalar = "float32"
value = 2.5

[[args]]
name = "x"
array = "float32"
shape = ["n"]
fill = "uniform(-1, 1)"

[[args]]
name = "y"
array = "float32"
shape = ["n"]
fill = "uniform(-1, 1)"
out = true

[check]
rule = "tolerance"
rtol = 1e-6
atol = 1e-6
sizes = { n = [1, 31] }

[work]
bytes = "12 * n"
operations = "2 * n"
unit = "FLOP"
`;

export const saxpyC = `#include <stdint.h>
void saxpy(uint32_t n, float a, const float *x, float *y) {
  for (uint32_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
`;

/** Forty times the work of a pass over the array: a few pairs tell it from the others. */
export const saxpySlow = saxpyC.replace(
  'for',
  'for (int k = 0; k < 40; ++k) for (uint32_t i = 0; i < n; ++i) __asm__ volatile("" :: "r"(x[i])); for',
);

export const saxpyOmp = `#include <stdint.h>
void saxpy(uint32_t n, float a, const float *x, float *y) {
#pragma omp parallel for
  for (uint32_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}
`;

/** A lab in a new folder that is named `saxpy`, with these files over the usual ones; null leaves one out. */
export function labFolder(files: Readonly<Record<string, string | null>> = {}): string {
  const folder = join(temporaryFolder(), 'saxpy');
  const all = { 'workload.toml': saxpyToml, 'sequential.c': saxpyC, 'omp.c': saxpyOmp, ...files };
  for (const [name, text] of Object.entries(all)) {
    if (text === null) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** The same lab in one file. */
export function labInOneFile(code = saxpyC): string {
  const toml = saxpyToml.replace(/^(baseline|reference).*\n/gm, '');
  const lines = toml
    .replace(/^title/m, '[workload]\ntitle')
    .replaceAll(/^\[(axes|check|work)\]/gm, '[workload.$1]')
    .replaceAll('[[args]]', '[[workload.args]]')
    .split('\n');
  return `/// breakeven\n${lines.map((line) => `// ${line}`).join('\n')}\n///\n${code}`;
}
