import { exitCodes } from '../../contract/failure.ts';

/** A way in which a command can end. */
export type Ending = keyof typeof exitCodes;

/** The one table of exit codes: help, documents and tests are made from it. */
export const endings: Readonly<Record<Ending, string>> = {
  ok: 'nothing failed',
  caseFailed:
    'a case failed, or the contender of a comparison newly fails where the baseline is right',
  badInput: 'the command line, a file or a configuration is wrong, or names what is not there',
  environment:
    'the machine, the build or the store is at fault, nothing was measured, or --fail-on names a verdict and nothing could be compared',
  failOn: 'something that --fail-on names was found',
  notReached: 'the answer is not the one asked for: --refine ended before its target',
  waitEnded: 'the machine was not free before --wait was over; nothing was measured',
  disturbed: 'the machine was disturbed while its peaks were measured; they are not stored',
  cancelled: 'cancelled; finished cases are kept',
};

/** What every verb may end with. */
const common: readonly Ending[] = ['ok', 'badInput', 'environment'];

/** The codes with what they mean, ascending: all, or those of a verb that may also end so. */
export function exitRows(own?: readonly Ending[]): readonly (readonly [string, string])[] {
  const names = Object.keys(endings) as readonly Ending[];
  return names
    .filter((name) => own === undefined || common.includes(name) || own.includes(name))
    .map((name) => [String(exitCodes[name]), endings[name]]);
}

/** The table as the documents have it. */
export function exitTable(): string {
  const rows = exitRows().map(
    ([code, text]) => `| ${code} | ${text.replaceAll(/--[\w-]+/g, '`$&`')} |`,
  );
  return ['| exit code | meaning |', '|---|---|', ...rows].join('\n');
}
