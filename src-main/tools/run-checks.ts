import { jobs } from './native-build.ts';
import { secondsSince } from './steps.ts';

export type Check = {
  readonly title: string;
  /** What is wrong; null when nothing is. */
  readonly run: () => Promise<string | null>;
};

/**
 * Runs checks, several at a time; says of each when it ends whether it passed, with its complaint, and counts. Gives the
 * exit status: where there was nothing to check, nothing passed.
 */
export async function runChecks(
  checks: readonly Check[],
  print: (line: string) => void,
  atOnce: number = jobs(),
): Promise<number> {
  let failed = 0;
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const complaint = await check.run();
      failed += complaint === null ? 0 : 1;
      const state = complaint === null ? 'ok' : 'FAILED';
      print(`${check.title}: ${state} (${secondsSince(start)})`);
      if (complaint !== null) print(complaint.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  print(`${checks.length - failed} checks passed, ${failed} checks failed`);
  return failed === 0 && checks.length > 0 ? 0 : 1;
}
