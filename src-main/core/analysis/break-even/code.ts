import { badInput } from '../../../contract/failure.ts';
import type { Machine } from '../../../contract/machine.ts';
import { numberText } from '../../../contract/numbers.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import { scopeName } from '../../../contract/timing-scopes.ts';
import { isTooWide } from '../../../contract/units.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';
import { versionName } from '../../../contract/version-names.ts';

/** Break-evens as code that a program can use to choose a variant by its size. */

export const codeFormats = ['c', 'python', 'json'] as const;
export type CodeFormat = (typeof codeFormats)[number];

/** Below `low` the one variant is faster, above `high` the other; between them the data do not decide. */
type Threshold = {
  readonly name: string;
  readonly workload: string;
  readonly scope: string;
  readonly axis: string;
  readonly small: string;
  readonly large: string;
  readonly at: number;
  readonly low: number;
  readonly high: number;
};

type Measured = {
  readonly run: Pick<RunRow, 'id' | 'createdAt'>;
  readonly machine: Pick<Machine, 'cpuModel' | 'physicalCores' | 'gpus' | 'versions'>;
};

/**
 * The break-evens that are one size as thresholds with a hysteresis band, which is the 95 % interval; the sentences of
 * the others stay comments.
 *
 * @throws BreakevenError `bad-input` where break-evens depend on a second axis.
 */
export function breakEvenCode(
  views: readonly BreakEvenView[],
  measured: Measured,
  format: CodeFormat,
): { readonly text: string; readonly thresholds: number } {
  const second = views.find(({ values = {} }) => Object.keys(values).length > 0);
  if (second !== undefined) {
    const [[axis, value] = []] = Object.entries(second.values ?? {});
    throw badInput(
      `--format: the break-evens of ${second.workload} depend on ${second.axis} and ${axis}, and a threshold in code is of one axis; choose a value, --where "${axis}=${value}"`,
    );
  }
  const thresholds: Threshold[] = [];
  const others: string[] = [];
  for (const view of views) {
    const { workload, scope, axis, small, large, at, ci95, answer } = view;
    const [low, high] = ci95 ?? [at, at];
    const known = answer === 'one' && at !== null && low !== null && high !== null;
    if (known && !isTooWide([low, high])) {
      const name = uniqueName([workload, scope, large, 'over', small], thresholds);
      thresholds.push({ name, workload, scope, axis, small, large, at, low, high });
    } else {
      const pair = (view.pair ?? [small, large]).join(' / ');
      others.push(line(`${workload}, ${scopeName(scope)}, ${pair}: ${view.sentence}`));
    }
  }
  const text = printers[format](thresholds, provenanceOf(measured), others);
  return { text, thresholds: thresholds.length };
}

/** Lower-case letters, digits and underscores, and a name that no other threshold has. */
function uniqueName(words: readonly string[], thresholds: readonly Threshold[]): string {
  const name = ['breakeven', ...words]
    .join('_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '');
  const alike = thresholds.filter((one) => one.name.replace(/__\d+$/, '') === name).length;
  return alike === 0 ? name : `${name}__${alike + 1}`;
}

function provenanceOf({ run, machine }: Measured): Readonly<Record<string, string>> {
  const { cpuModel, physicalCores, gpus, versions } = machine;
  const names = [...new Set(gpus.map(({ name }) => name))];
  const known = ['compiler', 'flags', 'cudaRuntime', 'driver'].flatMap((id) => {
    const version = versions[id];
    return version === undefined ? [] : [[versionName(id), line(version)] as const];
  });
  return {
    Machine: line([`${cpuModel}, ${physicalCores} cores`, ...names].join('; ')),
    ...Object.fromEntries(known),
    Date: run.createdAt.slice(0, 10),
    Run: run.id,
  };
}

/** On one line, and with nothing that ends a comment. */
const line = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').replaceAll('/*', '/ *');

const notes = [
  'Thresholds hold on this machine with these versions alone.',
  'Within an interval the measurements do not decide: there the previous choice is kept,',
  'so that sizes near a break-even do not alternate.',
];

const sentenceOf = ({ workload, scope, small, large, axis, at, low, high }: Threshold): string =>
  line(
    `${workload}, ${scopeName(scope)}: ${large} is faster than ${small} from ${axis} = ${numberText(at)} on, 95 % interval [${numberText(low)}, ${numberText(high)}].`,
  );

type Printer = (
  thresholds: readonly Threshold[],
  provenance: Readonly<Record<string, string>>,
  others: readonly string[],
) => string;

const headOf = (provenance: Readonly<Record<string, string>>): readonly string[] => [
  'Break-even sizes measured by Breakeven.',
  ...Object.entries(provenance).map(([name, text]) => `${name}: ${text}`),
  ...notes,
];

const printers: Readonly<Record<CodeFormat, Printer>> = {
  c: (thresholds, provenance, others) =>
    [
      ...['/*', ...headOf(provenance).map((text) => ` * ${text}`), ' */'],
      ...['#ifndef BREAKEVEN_THRESHOLDS_H', '#define BREAKEVEN_THRESHOLDS_H', ''],
      ...thresholds.flatMap((one) => {
        const { name, axis, small, large, at, low, high } = one;
        const macro = name.toUpperCase();
        return [
          `/* ${sentenceOf(one)}`,
          ` * 1: ${line(large)}, 0: ${line(small)}, by ${line(axis)} and the previous choice. */`,
          `#define ${macro} ${double(at)}`,
          `#define ${macro}_LOW ${double(low)}`,
          `#define ${macro}_HIGH ${double(high)}`,
          `static inline int ${name}(double size, int previous) {`,
          `  if (size < ${macro}_LOW) return 0;`,
          `  if (size > ${macro}_HIGH) return 1;`,
          ...['  return previous;', '}', ''],
        ];
      }),
      ...others.map((text) => `/* ${text} */`),
      '#endif',
      '',
    ].join('\n'),
  python: (thresholds, provenance, others) =>
    [
      ...headOf(provenance).map((text) => `# ${text}`),
      ...thresholds.flatMap((one) => {
        const { name, axis, small, large, at, low, high } = one;
        const constant = name.toUpperCase();
        return [
          ...['', `# ${sentenceOf(one)}`],
          `${constant} = ${double(at)}`,
          `${constant}_LOW = ${double(low)}`,
          `${constant}_HIGH = ${double(high)}`,
          ...['', ''],
          `def ${name}(size, previous=False):`,
          `    # True: ${line(large)}, False: ${line(small)}, by ${line(axis)} and the previous choice.`,
          `    if size < ${constant}_LOW:`,
          '        return False',
          `    return True if size > ${constant}_HIGH else previous`,
          '',
        ];
      }),
      ...others.map((text) => `# ${text}`),
      '',
    ].join('\n'),
  json: (thresholds, provenance, others) =>
    `${JSON.stringify({ schemaVersion, measured: provenance, note: notes.join(' '), thresholds, others }, null, 2)}\n`,
};

/** A literal of a floating-point number in C and in Python. */
function double(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
