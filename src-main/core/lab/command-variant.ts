import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { nearestName } from '../../contract/did-you-mean.ts';
import { type LabCommand, labIdPattern, labIdWords } from '../../contract/lab.ts';
import { programPath } from '../util/programs.ts';
import { sourceText } from './file-content.ts';
import type { LabSource } from './lab.ts';
import { axesOf } from './lab-axes.ts';
import type { CommandFile } from './lab-file.ts';
import { languageOf } from './languages.ts';
import { deviceNames } from './names.ts';
import { faultAt, type KeyPath, type TomlDocument } from './toml-document.ts';
import { type Around, type FoundVariant, titleOf } from './variant-files.ts';

type AroundCommand = Around & { readonly args: readonly string[] };

/** Another program as a variant: `[[command]]`. @throws BreakevenError `bad-input` with file, line and key. */
export function commandVariant(
  file: CommandFile,
  at: number,
  document: TomlDocument,
  around: AroundCommand,
): FoundVariant {
  const fail = (what: string, ...key: KeyPath) => faultAt(document, ['command', at, ...key], what);
  const { id, title = titleOf(file.id), summary = '', where, format = 'npy' } = file;
  if (!labIdPattern.test(id)) {
    throw fail(`"${id}" is no id: ${labIdWords}`, 'id');
  }
  const taken = new Map(around.axes.map((axis) => [axis.id, `the workload ${around.lab}`]));
  const axes = axesOf(file.axes ?? {}, document, ['command', at, 'axes'], taken);
  const names = [...around.axes, ...axes].map((axis) => axis.id);
  if (where !== undefined) {
    around.expressions.push({
      ...{ text: where, names: [...names, ...deviceNames] },
      refuse: (what) => fail(what, 'where'),
    });
  }
  const known = [...around.args, ...names, ...(file.source === undefined ? [] : ['program'])];
  const wordsOf = (key: 'run' | 'prepare' | 'cleanup'): string[] | undefined => {
    const value = file[key];
    if (value === undefined) return undefined;
    const words = split(value, file.shell === true, (what) => fail(what, key));
    for (const [, name = ''] of words.join(' ').matchAll(/\{(\w+)\}/g)) {
      if (known.includes(name)) continue;
      const near = nearestName(name, known);
      const hint = near === null ? '' : `; did you mean {${near}}?`;
      throw fail(`{${name}} is neither an argument nor an axis${hint}`, key);
    }
    return [resolvedProgram(words[0] ?? '', around.folder), ...words.slice(1)];
  };
  const { prepare, cleanup } = { prepare: wordsOf('prepare'), cleanup: wordsOf('cleanup') };
  const run = wordsOf('run') ?? [];
  const answer = answerOfCommand(file.answer, around.outputs, (what) => fail(what, 'answer'));
  const times = timesOf(file.times, (what) => fail(what, 'times'));
  const source = sourceOf(file, run, around, (what) => fail(what, 'source'));
  const onDevice = source.language === 'cuda' || file.device === 'cuda';
  const command: LabCommand = {
    run,
    ...(prepare === undefined ? {} : { prepare }),
    ...(cleanup === undefined ? {} : { cleanup }),
    folder: around.folder,
    ...{ ...answer, ...times },
    ...(onDevice ? { device: 'cuda' } : {}),
    format,
    answerFormat: file.answerFormat ?? 'text',
  };
  return {
    variant: {
      ...{ id, title, summary, kind: 'command', axes: [...axes], command },
      ...(where === undefined ? {} : { where }),
    },
    source,
  };
}

function split(
  given: string | readonly string[],
  shell: boolean,
  fail: (what: string) => Error,
): readonly string[] {
  if (shell) return ['/bin/sh', '-c', typeof given === 'string' ? given : given.join(' ')];
  if (typeof given !== 'string') return given;
  throw fail('it is a list of words, or one line with shell = true');
}

/** A program of the lab by its full path; one without a folder as the PATH has it. */
function resolvedProgram(word: string, folder: string): string {
  if (word.startsWith('{')) return word;
  return word.includes('/') ? resolve(folder, word) : (programPath(word) ?? word);
}

function sourceOf(
  { source, flags = [] }: CommandFile,
  run: readonly string[],
  { folder }: AroundCommand,
  fail: (what: string) => Error,
): LabSource {
  if (source !== undefined) {
    const path = join(folder, source);
    if (!existsSync(path)) throw fail(`there is no file ${source}`);
    const language = languageOf(source);
    if (language === null || language === 'python') {
      throw fail(`${source} is no C, C++, Fortran or CUDA file`);
    }
    sourceText(path, source);
    return { language, kind: 'command', path, name: source, function: 'main', flags };
  }
  const [program = ''] = run;
  // Scripts of the lab are its code; data files are not.
  const parts = run
    .map((word) => resolve(folder, word))
    .filter((path) => isOwnFile(path, folder) && languageOf(path) !== null);
  const programFiles = isOwnFile(program, folder) && !parts.includes(program) ? [program] : [];
  return {
    ...{ language: 'command', kind: 'command', path: program, name: basename(program) },
    ...{ function: '', flags, parts: [...programFiles, ...parts] },
  };
}

function isOwnFile(path: string, folder: string): boolean {
  if (relative(folder, path).startsWith('..')) return false;
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

type Fail = (what: string) => Error;

/**
 * What a program prints of its own time, by timing scope.
 *
 * @throws what `fail` makes of a sentence, where a line has not one place for a time.
 */
function timesOf(times: CommandFile['times'], fail: Fail): Pick<LabCommand, 'times'> {
  if (times === undefined) return {};
  if (typeof times === 'string') return { times: { kernel: times } };
  const lines = [times.kernel, times.total].filter((line) => line !== undefined);
  if (lines.length === 0) throw fail('it names neither kernel nor total');
  for (const line of lines) {
    if ([...line.matchAll(/\{(?:s|ms|us|ns)\}/g)].length === 1) continue;
    throw fail(`"${line}" needs {s}, {ms}, {us} or {ns} once, where the time stands in the line`);
  }
  return { times };
}

/**
 * Where the answer of a program is: all of standard output, files, or lines of standard output.
 *
 * @throws what `fail` makes of a sentence, where an answer names no output, or none is told.
 */
function answerOfCommand(
  answer: CommandFile['answer'],
  outputs: readonly string[],
  fail: Fail,
): Pick<LabCommand, 'answer' | 'printed'> {
  const [first = ''] = outputs;
  if (answer === undefined || answer === 'stdout') {
    if (outputs.length > 1) {
      throw fail('standard output is one array, and there are several outputs');
    }
    return { answer: first };
  }
  const files = new Set(outputs.map((name) => `{${name}}`));
  const printed: Record<string, string> = {};
  for (const line of [answer].flat()) {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const [name = ''] = names;
    if (names.length !== 1 || !outputs.includes(name)) {
      const known = [...files].join(' or ');
      throw fail(
        `"${line}" is no answer: stdout, the file of an output, ${known}, or a line that is printed, with ${known} where the number stands`,
      );
    }
    if (!files.has(line)) printed[name] = line;
  }
  return Object.keys(printed).length === 0 ? {} : { printed };
}
