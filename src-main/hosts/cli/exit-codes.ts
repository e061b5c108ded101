import { exitCodes } from '../../contract/failure.ts';

/** A way in which a command can end. */
export type Ending = keyof typeof exitCodes;

/** The one table of exit codes: help, documents and tests are made from it. */
export const endings: Readonly<Record<Ending, string>> = {
  ok: 'nothing failed',
  caseFailed:
    'a case or a build failed, or the contender of a comparison newly fails where the baseline is right',
  badInput: 'the command line, a file or a configuration is wrong, or names what is not there',
  environment:
    'the machine, the installation or the store is at fault, nothing was measured, or peaks or a calibration were disturbed and not stored',
  failOn: 'something that --fail-on names was found',
  unanswered:
    'the question was not answered: --refine ended before its target, --format had no threshold, ab, ci or --until-decided left a verdict open, or --fail-on had nothing to compare or could not tell whether something is slower; 0 with --allow-unknown',
  busy: 'the machine or the run is busy, or was not free before --wait was over',
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
