import type { Values } from '../../src-main/contract/workload.ts';

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

export const descriptor = (title: string, first: string, rest: string): string =>
  `title = "${title}, as a lab"\nbaseline = "${first}"\nreference = "${first}"\nfunction = "run"\n\n${axis}\n${count}\n${rest}`;

export const twice = (first: string, extension: string, text: string) => ({
  [`${first}.${extension}`]: text,
  [`${first}-again.${extension}`]: text,
});
