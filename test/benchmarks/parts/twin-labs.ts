import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../../src-main/contract/workload.ts';

/**
 * A variant that is built in, and the same code as a variant of a lab. On the host none is in place: a lab puts its arrays
 * back outside of every scope, the built-in ones inside `total`.
 */
export type Twin = {
  readonly workload: string;
  readonly variant: string;
  readonly set: Values;
  readonly lab: string;
  /** The same file twice: what tells the one from the other is noise. */
  readonly variants: readonly [string, string];
  readonly labSet: Values;
  readonly files: Readonly<Record<string, string>>;
};

/** As the addons are compiled: for any processor of the kind, without contraction. */
const plain = [
  ...(process.arch === 'x64' ? ['-march=x86-64', '-mtune=generic'] : ['-march=armv8-a']),
  ...['-ffp-contract=off', '-DNDEBUG'],
];

const block = (lines: readonly string[]): string =>
  ['/// breakeven', ...lines.map((line) => `// ${line}`), '///', ''].join('\n');
const hostBlock = (...more: readonly string[]): string =>
  block([`flags = ${JSON.stringify(plain)}`, ...more]);

const threads = ['[axes.threads]', 'min = 1', 'max = 1024', 'default = 1'];

const axis = `[axes.n]
min = 1
max = 1_000_000_000
default = 1_000_000
scale = "log"
`;
const count = `[[args]]
name = "n"
scalar = "int64"
value = "n"
`;

const descriptor = (title: string, first: string, rest: string): string =>
  `title = "${title}, as a lab"\nbaseline = "${first}"\nreference = "${first}"\nfunction = "run"\n\n${axis}\n${count}\n${rest}`;

const twice = (first: string, extension: string, text: string) => ({
  [`${first}.${extension}`]: text,
  [`${first}-again.${extension}`]: text,
});

const mean = descriptor(
  'Mean',
  'sequential',
  `[[args]]
name = "values"
array = "float64"
shape = ["n"]
fill = "uniform(0, 1)"

[[args]]
name = "mean"
array = "float64"
shape = [1]
out = true

[check]
rtol = 1e-9

[work]
bytes = "8 * n"
operations = "n + 1"
`,
);
const binarize = descriptor(
  'Binarize',
  'sequential',
  `[[args]]
name = "threshold"
scalar = "float64"
value = 0.5

[[args]]
name = "values"
array = "float64"
shape = ["n"]
fill = "uniform(0, 1)"
out = true

[check]
rule = "exact"
`,
);

/** Values of a picture and of a line of the same number of them. */
const picture = (side: number): { readonly set: Values; readonly labSet: Values } => ({
  set: { data: 'uniform', xres: side, yres: side },
  labSet: { n: side * side },
});

export const hostTwins: readonly Twin[] = [
  {
    ...{ workload: 'exclusive-scan', variant: 'sequential', set: { n: 2 ** 20 } },
    ...{ lab: 'twin-scan', variants: ['sequential', 'sequential-again'] },
    labSet: { n: 2 ** 20 },
    files: {
      'workload.toml': descriptor(
        'Exclusive scan',
        'sequential',
        `[[args]]
name = "in"
array = "int32"
shape = ["n"]
fill = "integers(-2 ** 31, 2 ** 31)"

[[args]]
name = "out"
array = "int32"
shape = ["n"]
out = true
`,
      ),
      ...twice(
        'sequential',
        'c',
        `${hostBlock()}#include <stdint.h>

void run(int64_t n, const int32_t *in, int32_t *out) {
  int32_t sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = sum;
    sum = (int32_t)((uint32_t)sum + (uint32_t)in[i]);
  }
}
`,
      ),
    },
  },
  {
    ...{ workload: 'mean', variant: 'sequential', ...picture(1024) },
    ...{ lab: 'twin-mean', variants: ['sequential', 'sequential-again'] },
    files: {
      'workload.toml': mean,
      ...twice(
        'sequential',
        'cpp',
        `${hostBlock()}#include <cstdint>

void run(std::int64_t n, const double *values, double *mean) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += values[i];
  *mean = sum / static_cast<double>(n);
}
`,
      ),
    },
  },
  {
    ...{ workload: 'mean', variant: 'omp-reduction', ...picture(2048) },
    ...{ lab: 'twin-mean-omp', variants: ['omp', 'omp-again'] },
    files: {
      'workload.toml': mean.replaceAll('"sequential"', '"omp"'),
      ...twice(
        'omp',
        'cpp',
        `${hostBlock(...threads)}#include <cstdint>

void run(std::int64_t n, const double *values, double *mean) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::int64_t i = 0; i < n; ++i) sum += values[i];
  *mean = sum / static_cast<double>(n);
}
`,
      ),
    },
  },
  {
    ...{ workload: 'min3x3', variant: 'sequential', set: { n: 131_072, layout: 'soa' } },
    ...{ lab: 'twin-min3x3', variants: ['sequential', 'sequential-again'] },
    labSet: { n: 131_072 },
    files: {
      'workload.toml': descriptor(
        'Minimum of 3x3 matrices',
        'sequential',
        `[[args]]
name = "values"
array = "int32"
shape = ["9 * n"]
fill = "integers(-2 ** 31, 2 ** 31)"

[[args]]
name = "minimum"
array = "int32"
shape = [9]
out = true
`,
      ),
      ...twice(
        'sequential',
        'cpp',
        `${hostBlock()}#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

void run(std::int64_t n, const std::int32_t *values, std::int32_t *output) {
  std::array<std::int32_t, 9> minimum;
  minimum.fill(std::numeric_limits<std::int32_t>::max());
  for (int p = 0; p < 9; ++p) {
    const std::int32_t *vector = values + p * n;
    std::int32_t smallest = std::numeric_limits<std::int32_t>::max();
    for (std::int64_t i = 0; i < n; ++i) smallest = std::min(smallest, vector[i]);
    minimum[static_cast<std::size_t>(p)] = smallest;
  }
  std::copy(minimum.begin(), minimum.end(), output);
}
`,
      ),
    },
  },
];

export const deviceTwin: Twin = {
  ...{ workload: 'binarize', variant: 'grid-1d', ...picture(8192) },
  ...{ lab: 'twin-binarize-cuda', variants: ['grid', 'grid-again'] },
  files: {
    'workload.toml': binarize.replaceAll('baseline = "sequential"', 'baseline = "grid"'),
    'sequential.cpp': `#include <cstdint>

void run(std::int64_t n, double threshold, double *values) {
  for (std::int64_t i = 0; i < n; ++i) values[i] = values[i] >= threshold ? 255.0 : 0.0;
}
`,
    ...twice(
      'grid',
      'cu',
      `${block(['block = 256'])}__global__ void run(long long n, double threshold, double *values) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) values[i] = values[i] >= threshold ? 255.0 : 0.0;
}
`,
    ),
  },
};

/** Writes the lab of a twin into a folder of this name below `parent`. */
export function writeTwin({ lab, files }: Twin, parent: string): string {
  const folder = join(parent, lab);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
