import type { LabCommand } from '../../contract/lab.ts';
import type { CommandFile } from './lab-file.ts';

type Fail = (what: string) => Error;

/**
 * What a program prints of its own time, by timing scope.
 *
 * @throws what `fail` makes of a sentence, where a line has not one place for a time.
 */
export function timesOf(times: CommandFile['times'], fail: Fail): Pick<LabCommand, 'times'> {
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
export function answerOfCommand(
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
