import type { Values } from '../../src-main/contract/workload.ts';
import {
  array,
  belowInput,
  block,
  descriptor,
  generator,
  hostBlock,
  int32Input,
  matricesInput,
  meanOf,
  sequentialTwin,
  type Twin,
  threads,
  twice,
  uniformInput,
} from './twin-files.ts';

const mean = descriptor(
  'Mean',
  'sequential',
  array('values', 'float64', '"n"', 'fill = "generate"'),
  array('mean', 'float64', '1', 'out = true'),
  '[check]\nrtol = 1e-9\n',
  '[work]\nbytes = "8 * n"\noperations = "n + 1"\n',
);
const meanInput = generator(
  'int64_t n, uint64_t seed, double *values, double *mean',
  uniformInput('values'),
);
const binarize = descriptor(
  'Binarize',
  'sequential',
  '[[args]]\nname = "threshold"\nscalar = "float64"\nvalue = 0.5\n',
  array('values', 'float64', '"n"', 'fill = "uniform(0, 1)"', 'out = true'),
  '[check]\nrule = "exact"\n',
);

/** Values of a picture and of a line of the same number of them. */
const picture = (side: number): { readonly set: Values; readonly labSet: Values } => ({
  set: { data: 'uniform', xres: side, yres: side },
  labSet: { n: side * side },
});

const pictureAxes = ['xres', 'yres', 'maxiter']
  .map((name) => `[axes.${name}]\nmin = 1\nmax = 65_536\ndefault = 64\n`)
  .join('\n');
const pictureScalars = [
  ...['xres', 'yres', 'maxiter'].map((name) => [name, 'int64', `"${name}"`]),
  ...[
    ['xmin', '-2.0'],
    ['xmax', '0.5'],
    ['ymin', '-1.25'],
    ['ymax', '1.25'],
  ].map(([name, value]) => [name, 'float64', value]),
]
  .map(
    ([name, type, value]) => `[[args]]\nname = "${name}"\nscalar = "${type}"\nvalue = ${value}\n`,
  )
  .join('\n');
const pictureLab = (title: string): string =>
  `title = "${title}, as a lab"\nbaseline = "sequential"\nreference = "sequential"\nfunction = "run"\nsize = "xres"\n
${pictureAxes}
${pictureScalars}
[[args]]
name = "pixels"
array = "float64"
shape = ["yres", "xres"]
out = true

[check]
rule = "exact"
`;
const draw = `#include <stdint.h>

void run(int64_t xres, int64_t yres, int64_t maxiter, double xmin, double xmax, double ymin, double ymax,
         double *pixels) {
  double dx = (xmax - xmin) / (double)xres, dy = (ymax - ymin) / (double)yres;
  for (int64_t i = 0; i < xres; ++i) {
    for (int64_t j = 0; j < yres; ++j) {
      double cx = (double)i * dx + xmin, cy = (double)j * dy + ymin, u = 0, v = 0;
      int32_t k = 1, last = (int32_t)maxiter;
      while (k < last && u * u + v * v < 4) {
        double next = (u * u - v * v) + cx;
        v = (2 * u) * v + cy;
        u = next;
        ++k;
      }
      pixels[j * xres + i] = k == last ? 0.0 : (double)k;
    }
  }
`;
const binarizeAll = `  double sum = 0;
  for (int64_t i = 0; i < xres * yres; ++i) sum += pixels[i];
  double mean = sum / (double)(xres * yres);
  for (int64_t i = 0; i < xres * yres; ++i) pixels[i] = pixels[i] >= mean ? 255.0 : 0.0;
`;
const size = { xres: 96, yres: 64, maxiter: 100 };

/** The same text computes on a lab's arguments what these workloads do. */
export const hostTwins: readonly Twin[] = [
  sequentialTwin(
    { workload: 'exclusive-scan', lab: 'twin-scan', set: { n: 2 ** 20 }, labSet: { n: 2 ** 20 } },
    'c',
    descriptor(
      'Exclusive scan',
      'sequential',
      array('in', 'int32', '"n"', 'fill = "generate"'),
      array('out', 'int32', '"n"', 'out = true'),
    ),
    `#include <stdint.h>

void run(int64_t n, const int32_t *in, int32_t *out) {
  int32_t sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    out[i] = sum;
    sum = (int32_t)((uint32_t)sum + (uint32_t)in[i]);
  }
}
`,
    generator('int64_t n, uint64_t seed, int32_t *in, int32_t *out', int32Input('in')),
  ),
  sequentialTwin(
    { workload: 'mean', lab: 'twin-mean', ...picture(1024) },
    'cpp',
    mean,
    `#include <cstdint>

void run(std::int64_t n, const double *values, double *mean) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += values[i];
  *mean = sum / static_cast<double>(n);
}
`,
    meanInput,
  ),
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
  sequentialTwin(
    {
      workload: 'min3x3',
      lab: 'twin-min3x3',
      set: { n: 131_072, layout: 'soa' },
      labSet: { n: 131_072 },
    },
    'cpp',
    descriptor(
      'Minimum of 3x3 matrices',
      'sequential',
      array('values', 'int32', '"9 * n"', 'fill = "generate"'),
      array('minimum', 'int32', '9', 'out = true'),
    ),
    `#include <algorithm>
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
    generator(
      'int64_t n, uint64_t seed, int32_t *values, int32_t *minimum',
      matricesInput('values'),
    ),
  ),
  sequentialTwin(
    {
      workload: 'histogram',
      lab: 'twin-histogram',
      set: { n: 2 ** 20, bins: 256 },
      labSet: { n: 2 ** 20 },
    },
    'c',
    descriptor(
      'Histogram',
      'sequential',
      array('values', 'int32', '"n"', 'fill = "generate"'),
      array('counts', 'uint32', '256', 'out = true'),
    ),
    `#include <stdint.h>

void run(int64_t n, const int32_t *values, uint32_t *counts) {
  for (int i = 0; i < 256; ++i) counts[i] = 0;
  for (int64_t i = 0; i < n; ++i) ++counts[(uint32_t)values[i]];
}
`,
    generator(
      'int64_t n, uint64_t seed, int32_t *values, uint32_t *counts',
      belowInput('values', '256'),
    ),
  ),
  sequentialTwin(
    {
      workload: 'mandelbrot',
      lab: 'twin-mandelbrot',
      set: { ...size, region: '-2,0.5,-1.25,1.25' },
      labSet: size,
    },
    'c',
    pictureLab('Mandelbrot set'),
    `${draw}}\n`,
  ),
  sequentialTwin(
    {
      workload: 'fractal-pipeline',
      lab: 'twin-pipeline',
      set: { ...size, region: '-2,0.5,-1.25,1.25' },
      labSet: size,
    },
    'c',
    pictureLab('Fractal pipeline'),
    `${draw}${binarizeAll}}\n`,
  ),
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

/** In place: the lab puts its array back outside of every scope, what is built in does so in its own. */
export const inPlaceTwin: Twin = sequentialTwin(
  {
    workload: 'binarize',
    lab: 'twin-binarize',
    set: { data: 'uniform', xres: 256, yres: 256 },
    labSet: { n: 256 * 256 },
  },
  'c',
  descriptor(
    'Binarize',
    'sequential',
    array('threshold', 'float64', '1', 'fill = "generate"'),
    array('values', 'float64', '"n"', 'fill = "generate"', 'out = true'),
    '[check]\nrule = "exact"\n',
  ),
  `#include <stdint.h>

void run(int64_t n, const double *threshold, double *values) {
  for (int64_t i = 0; i < n; ++i) values[i] = values[i] >= *threshold ? 255.0 : 0.0;
}
`,
  generator(
    'int64_t n, uint64_t seed, double *threshold, double *values',
    `${uniformInput('values')}\n${meanOf('values', '*threshold')}`,
  ),
);
