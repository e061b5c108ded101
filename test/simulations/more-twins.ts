import { descriptor, hostBlock, type Twin, twice } from './twin-files.ts';
import { belowInput, generator, meanOf, uniformInput } from './twin-generators.ts';

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
const picture = (title: string): string =>
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
export const moreTwins: readonly Twin[] = [
  {
    ...{ workload: 'histogram', variant: 'sequential', set: { n: 2 ** 20, bins: 256 } },
    ...{ lab: 'twin-histogram', variants: ['sequential', 'sequential-again'] },
    labSet: { n: 2 ** 20 },
    files: {
      'workload.toml': descriptor(
        'Histogram',
        'sequential',
        `[[args]]
name = "values"
array = "int32"
shape = ["n"]
fill = "generate"

[[args]]
name = "counts"
array = "uint32"
shape = [256]
out = true
`,
      ),
      ...generator(
        'int64_t n, uint64_t seed, int32_t *values, uint32_t *counts',
        belowInput('values', '256'),
      ),
      ...twice(
        'sequential',
        'c',
        `${hostBlock()}#include <stdint.h>

void run(int64_t n, const int32_t *values, uint32_t *counts) {
  for (int i = 0; i < 256; ++i) counts[i] = 0;
  for (int64_t i = 0; i < n; ++i) ++counts[(uint32_t)values[i]];
}
`,
      ),
    },
  },
  {
    ...{ workload: 'mandelbrot', variant: 'sequential' },
    set: { ...size, region: '-2,0.5,-1.25,1.25' },
    ...{ lab: 'twin-mandelbrot', variants: ['sequential', 'sequential-again'], labSet: size },
    files: {
      'workload.toml': picture('Mandelbrot set'),
      ...twice('sequential', 'c', `${hostBlock()}${draw}}\n`),
    },
  },
  {
    ...{ workload: 'fractal-pipeline', variant: 'sequential' },
    set: { ...size, region: '-2,0.5,-1.25,1.25' },
    ...{ lab: 'twin-pipeline', variants: ['sequential', 'sequential-again'], labSet: size },
    files: {
      'workload.toml': picture('Fractal pipeline'),
      ...twice('sequential', 'c', `${hostBlock()}${draw}${binarizeAll}}\n`),
    },
  },
];

/** In place: the lab puts its array back outside of every scope, what is built in does so in its own. */
export const inPlaceTwin: Twin = {
  ...{ workload: 'binarize', variant: 'sequential' },
  set: { data: 'uniform', xres: 256, yres: 256 },
  ...{ lab: 'twin-binarize', variants: ['sequential', 'sequential-again'] },
  labSet: { n: 256 * 256 },
  files: {
    'workload.toml': descriptor(
      'Binarize',
      'sequential',
      `[[args]]
name = "threshold"
array = "float64"
shape = [1]
fill = "generate"

[[args]]
name = "values"
array = "float64"
shape = ["n"]
fill = "generate"
out = true

[check]
rule = "exact"
`,
    ),
    ...generator(
      'int64_t n, uint64_t seed, double *threshold, double *values',
      `${uniformInput('values')}\n${meanOf('values', '*threshold')}`,
    ),
    ...twice(
      'sequential',
      'c',
      `${hostBlock()}#include <stdint.h>

void run(int64_t n, const double *threshold, double *values) {
  for (int64_t i = 0; i < n; ++i) values[i] = values[i] >= *threshold ? 255.0 : 0.0;
}
`,
    ),
  },
};
