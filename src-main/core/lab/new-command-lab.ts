import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { programPath } from '../util/programs.ts';
import { emptyFolder } from './new-lab.ts';
import { labFileName } from './read-lab.ts';
import { suggested } from './variant-files.ts';

export type CommandLines = {
  /** The first one is baseline and reference. */
  readonly commands: readonly string[];
  /** Bounds by axis; the first axis is the size. */
  readonly axes: readonly { readonly id: string; readonly min: number; readonly max: number }[];
  /** Relative paths of the commands begin here. */
  readonly cwd: string;
};

const timeLimitMs = 120_000;

/**
 * Makes a lab of programs: each line is a `[[command]]`, in which `{n}` is the value of an axis. The first one is run at
 * both ends of the axes, which shows what the answer is. Returns the names of its files.
 *
 * @throws BreakevenError `bad-input` for a folder that is not empty, a program that is not there or fails, and an answer of
 *   another form at each size.
 */
export function newCommandLab(folder: string, lines: CommandLines): readonly string[] {
  const { commands, axes, cwd } = lines;
  const path = emptyFolder(folder);
  const split = commands.map((line) => wordsOf(line, axes, cwd));
  const ids = split.map((words, at) => {
    const id = suggested(basename(words[0] ?? ''));
    const before = split.slice(0, at).filter((one) => suggested(basename(one[0] ?? '')) === id);
    return before.length === 0 ? id : `${id}-${before.length + 1}`;
  });
  const [own = []] = split;
  const [size] = axes;
  const text = [
    `size = "${size?.id}"`,
    `baseline = "${ids[0]}"`,
    `reference = "${ids[0]}"`,
    '',
    '[axes]',
    ...axes.map(({ id, min, max }) => {
      const scale = max >= 100 * Math.max(min, 1) ? ', scale = "log"' : '';
      return `${id} = { min = ${min}, max = ${max}, default = ${max}${scale} }`;
    }),
    ...axes.map(({ id }) => `\n[[args]]\nname = "${id}"\nscalar = "int64"\nvalue = "${id}"`),
    ...answerText(
      ids[0] ?? '',
      outputOf(own, new Map(axes.map(({ id, min }) => [id, min]))),
      outputOf(own, new Map(axes.map(({ id, max }) => [id, max]))),
      axes,
    ),
    `sizes = { ${axes.map(({ id, min, max }) => `${id} = [${min === max ? min : `${min}, ${max}`}]`).join(', ')} }`,
    ...split.flatMap((words, at) => [
      ...['', '[[command]]', `id = "${ids[at]}"`],
      `run = [${words.map((word) => JSON.stringify(word)).join(', ')}]`,
    ]),
    '',
  ].join('\n');
  const raw = text.includes('array = "uint8"');
  const file = raw ? text.replaceAll(/^run = .*$/gm, '$&\nanswerFormat = "raw"') : text;
  writeFileSync(join(path, labFileName), file);
  return [labFileName];
}

/** The words of a line; what the shell would do with others is left to it. */
function wordsOf(
  line: string,
  axes: CommandLines['axes'],
  cwd: string,
): readonly [string, ...string[]] {
  const known = axes.map(({ id }) => id);
  for (const [, name = ''] of line.matchAll(/\{(\w+)\}/g)) {
    if (known.includes(name)) continue;
    throw badLine(line, `{${name}} is no axis of --sweep (${known.join(', ')})`);
  }
  if (/["'`$|&;<>*?()\\#~]/.test(line))
    return ['/bin/sh', '-c', `cd ${JSON.stringify(cwd)} && ${line}`];
  const [program = '', ...rest] = line.split(/\s+/).filter((word) => word !== '');
  const path = programPath(program.includes('/') ? resolve(cwd, program) : program);
  if (path === null) {
    const near = existsSync(resolve(cwd, program))
      ? `; ./${program} names the one of this folder`
      : '';
    throw badLine(line, `there is no program ${program}${near}`);
  }
  return [
    path,
    ...rest.map((word) => (existsSync(resolve(cwd, word)) ? resolve(cwd, word) : word)),
  ];
}

const badLine = (line: string, what: string) => badInput(`--command "${line}": ${what}`);

function outputOf(words: readonly string[], values: ReadonlyMap<string, number>): string {
  const [program = '', ...rest] = words.map((word) =>
    word.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name))),
  );
  try {
    return execFileSync(program, rest, {
      ...{ encoding: 'latin1', timeout: timeLimitMs, maxBuffer: 2 ** 28 },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    const how =
      typeof status === 'number' ? `ends with code ${status}` : 'does not end within 120 s';
    throw badLine(
      [program, ...rest].join(' '),
      `it ${how}; a lab needs an answer that can be checked`,
    );
  }
}

/** The answer as an argument: as many numbers as are printed first, else all bytes. */
function answerText(
  id: string,
  first: string,
  last: string,
  [size]: CommandLines['axes'],
): readonly string[] {
  const [few, many] = [numbersIn(first), numbersIn(last)];
  const isSize = few.length === size?.min && many.length === size.max;
  const shape = few.length === many.length ? String(few.length) : isSize ? size.id : null;
  if (shape !== null && few.length > 0) {
    const whole = [...few, ...many].every((word) => /^[-+]?\d{1,15}$/.test(word));
    return argument(whole ? 'int64' : 'float64', shape, whole ? [] : ['rtol = 1e-9']);
  }
  if (first.length === last.length) return argument('uint8', String(first.length), []);
  throw badInput(
    `${id} prints ${first.length} bytes at the smallest and ${last.length} at the largest size, and not one number a value of ${size?.id}: write what is compared into workload.toml; breakeven lab new <dir> --from command has an example`,
  );
}

const argument = (type: string, shape: string, check: readonly string[]): readonly string[] => [
  ...['', '[[args]]', 'name = "answer"', `array = "${type}"`, `shape = "${shape}"`, 'out = true'],
  ...['', '[check]', ...check],
];

/** Numbers at the beginning of a text. */
function numbersIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const end = words.findIndex((word) => !/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(word));
  return end < 0 ? words : words.slice(0, end);
}
