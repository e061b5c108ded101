import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../src-main/contract/workload.ts';
import { createBuildCache } from '../../src-main/core/lab/build-cache.ts';
import { buildLab, neededFor } from '../../src-main/core/lab/build-lab.ts';
import { readLab } from '../../src-main/core/lab/read-lab.ts';
import type { Addon } from '../native/native-addons.ts';

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

export const block = (lines: readonly string[]): string =>
  ['/// breakeven', ...lines.map((line) => `// ${line}`), '///', ''].join('\n');
export const hostBlock = (...more: readonly string[]): string =>
  block([`flags = ${JSON.stringify(plain)}`, ...more]);

export const threads = ['[axes.threads]', 'min = 1', 'max = 1024', 'default = 1'];

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

/** An array of the lab: its shape as TOML has it, and its other lines. */
export const array = (name: string, type: string, shape: string, ...more: readonly string[]) =>
  ['[[args]]', `name = "${name}"`, `array = "${type}"`, `shape = [${shape}]`, ...more, ''].join(
    '\n',
  );

export const descriptor = (title: string, first: string, ...parts: readonly string[]): string =>
  `title = "${title}, as a lab"\nbaseline = "${first}"\nreference = "${first}"\nfunction = "run"\n\n${[axis, count, ...parts].join('\n')}`;

export const twice = (first: string, extension: string, text: string) => ({
  [`${first}.${extension}`]: text,
  [`${first}-again.${extension}`]: text,
});

/** The twin of a sequential variant, whose text is compiled twice. */
export const sequentialTwin = (
  about: Pick<Twin, 'workload' | 'set' | 'lab' | 'labSet'>,
  extension: string,
  toml: string,
  code: string,
  generated: Readonly<Record<string, string>> = {},
): Twin => ({
  ...{ ...about, variant: 'sequential', variants: ['sequential', 'sequential-again'] },
  files: {
    'workload.toml': toml,
    ...generated,
    ...twice('sequential', extension, `${hostBlock()}${code}`),
  },
});

/** Writes the lab of a twin into a folder of this name below `parent`. */
export function writeTwin({ lab, files }: Twin, parent: string): string {
  const folder = join(parent, lab);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Compiles the lab of a twin as a run does, and opens it in this process; returns the file of its first variant. */
export async function openTwin(addon: Addon, twin: Twin, folder: string): Promise<string> {
  const lab = readLab(writeTwin(twin, folder));
  const cases = twin.variants.map((variant) => ({
    ...{ workload: twin.lab, variant, values: twin.labSet },
  }));
  const { artifacts, builds } = await buildLab(lab, neededFor(lab, cases), {
    cache: createBuildCache(folder),
  });
  for (const { result } of builds) if (!result.ok) throw new Error(result.log);
  await addon.openLab(lab.description, artifacts);
  return artifacts.variants[twin.variants[0]]?.[0]?.path ?? '';
}

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

const each = '  for (int64_t i = 0; i < n; ++i)';

export const int32Input = (array: string): string =>
  `${each} ${array}[i] = (int32_t)(uint32_t)(bits(seed, (uint64_t)i) >> 32);`;

/** Nine vectors of n, with the numbers of matrix after matrix. */
export const matricesInput = (array: string): string => `${each}
    for (int64_t p = 0; p < 9; ++p) ${array}[p * n + i] = (int32_t)(uint32_t)(bits(seed, (uint64_t)(9 * i + p)) >> 32);`;

export const belowInput = (array: string, range: string): string =>
  `${each} ${array}[i] = (int32_t)(((bits(seed, (uint64_t)i) >> 32) * (uint64_t)${range}) >> 32);`;

export const uniformInput = (array: string): string =>
  `${each} ${array}[i] = (double)(bits(seed, (uint64_t)i) >> 11) * 0x1p-53;`;

/** Neumaier's sum, which the threshold of a picture is made of. */
export const meanOf = (array: string, to: string): string => `  double sum = 0, error = 0;
  for (int64_t i = 0; i < n; ++i) {
    double value = ${array}[i], next = sum + value;
    error += fabs(sum) >= fabs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  ${to} = (sum + error) / (double)n;`;
