import { execFile } from 'node:child_process';

/**
 * What a program prints on standard output; undefined when it is not there, fails or takes longer than `limitMs`.
 */
export function outputOf(
  program: string,
  parameters: readonly string[],
  limitMs = 5000,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: limitMs, windowsHide: true }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

/** The first of several programs that answers, with its first line. */
export async function firstAnswer(
  programs: readonly string[],
  parameters: readonly string[],
): Promise<string | undefined> {
  const answers = await Promise.all(programs.map((program) => outputOf(program, parameters)));
  return answers.find((answer) => answer !== undefined)?.split('\n')[0];
}
