import { expect } from 'vitest';
import { runCli } from '../../src-main/hosts/cli/cli.ts';
import type { CliIo } from '../../src-main/hosts/cli/io.ts';
import type { HostApp, OpenApp } from '../../src-main/hosts/host-app.ts';

export type CliSession = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

type SessionOptions = {
  readonly cwd?: string;
  readonly io?: Partial<CliIo>;
  /** Fails to open instead. */
  readonly openFailure?: Error;
};

/** Words of a command line: a list, or one text, also as the only word, in which no word has a space. */
type Words = string | readonly string[];

/** Runs a command line inside this process against an application, or what opens one, and collects what it says. */
export async function cliSession(
  app: HostApp | OpenApp,
  words: Words,
  { cwd = process.cwd(), io, openFailure }: SessionOptions = {},
): Promise<CliSession> {
  const [line = '', ...others] = typeof words === 'string' ? [words] : words;
  let stdout = '';
  let stderr = '';
  const code = await runCli(
    others.length === 0 ? line.split(' ') : [line, ...others],
    {
      out: (text) => {
        stdout += text;
      },
      err: (text) => {
        stderr += text;
      },
      cwd,
      env: {},
      terminal: false,
      columns: 80,
      colors: false,
      onInterrupt: () => () => undefined,
      ...io,
    },
    async (options) => {
      if (openFailure !== undefined) throw openFailure;
      return typeof app === 'function' ? await app(options) : app;
    },
  );
  return { code, stdout, stderr };
}

/** It ended with this exit code, and its error has or matches this; a text that ends in a newline is all of it. */
export function expectEnd(
  { code, stderr }: Pick<CliSession, 'code' | 'stderr'>,
  expected: number,
  sentence: string | RegExp,
): void {
  let said: unknown = sentence;
  if (typeof sentence !== 'string') said = expect.stringMatching(sentence);
  else if (!sentence.endsWith('\n')) said = expect.stringContaining(sentence);
  expect([code, stderr]).toEqual([expected, said]);
}

/** Command lines over an application that stays open from one to the next: each would close its own. One text alone is a whole line. */
export function sessionsOver(
  given: () => { readonly app: HostApp; readonly cwd: string },
): (...words: readonly string[]) => Promise<CliSession> {
  return (...words) => {
    const { app, cwd } = given();
    return cliSession({ ...app, close: async () => undefined }, words, { cwd });
  };
}
