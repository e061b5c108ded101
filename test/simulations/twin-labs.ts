import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../src-main/contract/workload.ts';
import { moreTwins } from './more-twins.ts';
import { block, descriptor, hostBlock, type Twin, threads, twice } from './twin-files.ts';
import { generator, int32Input, matricesInput, uniformInput } from './twin-generators.ts';

const mean = descriptor(
  'Mean',
  'sequential',
  `[[args]]
name = "values"
array = "float64"
shape = ["n"]
fill = "generate"

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
const meanInput = generator(
  'int64_t n, uint64_t seed, double *values, double *mean',
  uniformInput('values'),
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
fill = "generate"

[[args]]
name = "out"
array = "int32"
shape = ["n"]
out = true
`,
      ),
      ...generator('int64_t n, uint64_t seed, int32_t *in, int32_t *out', int32Input('in')),
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
      ...meanInput,
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
      ...meanInput,
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
fill = "generate"

[[args]]
name = "minimum"
array = "int32"
shape = [9]
out = true
`,
      ),
      ...generator(
        'int64_t n, uint64_t seed, int32_t *values, int32_t *minimum',
        matricesInput('values'),
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
  ...moreTwins,
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
