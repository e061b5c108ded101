/**
 * `generate.c` of a lab whose input is that of a workload that is built in: the formulas of docs/inputs.md, written once
 * more. The answers are the same then, byte for byte.
 */
export function generator(parameters: string, body: string): Readonly<Record<string, string>> {
  return {
    'generate.c': `#include <math.h>
#include <stdint.h>

static uint64_t bits(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void generate(${parameters}) {
${body}
}
`,
  };
}

const values = '  for (int64_t i = 0; i < n; ++i)';

export const int32Input = (array: string): string =>
  `${values} ${array}[i] = (int32_t)(uint32_t)(bits(seed, (uint64_t)i) >> 32);`;

/** Nine vectors of n, with the numbers of matrix after matrix. */
export const matricesInput = (array: string): string => `${values}
    for (int64_t p = 0; p < 9; ++p) ${array}[p * n + i] = (int32_t)(uint32_t)(bits(seed, (uint64_t)(9 * i + p)) >> 32);`;

export const belowInput = (array: string, range: string): string =>
  `${values} ${array}[i] = (int32_t)(((bits(seed, (uint64_t)i) >> 32) * (uint64_t)${range}) >> 32);`;

export const uniformInput = (array: string): string =>
  `${values} ${array}[i] = (double)(bits(seed, (uint64_t)i) >> 11) * 0x1p-53;`;

/** Neumaier's sum, which the threshold of a picture is made of. */
export const meanOf = (array: string, to: string): string => `  double sum = 0, error = 0;
  for (int64_t i = 0; i < n; ++i) {
    double value = ${array}[i], next = sum + value;
    error += fabs(sum) >= fabs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  ${to} = (sum + error) / (double)n;`;
