import type { ClaimVerdict, StudyReport } from '../../../contract/study.ts';
import { claimVerdicts, claimVerdictText } from '../../../contract/study.ts';
import { type CliIo, paint, proseWidth } from '../io.ts';
import { wrap } from '../table.ts';

const colours = {
  holds: 'green',
  'does not hold': 'red',
  'cannot be told': 'yellow',
} as const satisfies Record<ClaimVerdict, string>;

/** Claim by claim: the verdict, what was found, what was expected, and why; then how many hold. */
export function claimsText(io: CliIo, report: StudyReport): string {
  const { name, runId, machine, claims } = report;
  if (claims.length === 0) return '';
  const counts = claimVerdicts.map(
    (verdict) =>
      `${claimVerdictText(verdict)}: ${claims.filter((one) => one.verdict === verdict).length}`,
  );
  const room = proseWidth(io);
  return [
    `${paint(io, 'bold', `Claims of ${name}`)}: run ${runId} on ${machine}\n`,
    ...claims.map(({ claim, verdict, finding, expected, reason }) =>
      [
        `\n${paint(io, colours[verdict], claimVerdictText(verdict))}: ${wrap(claim, room, 2)}\n`,
        `  here: ${wrap(finding, room, 4)}\n`,
        `  expected: ${wrap(expected, room, 4)}\n`,
        `  ${wrap(reason, room, 4)}\n`,
      ].join(''),
    ),
    `\n${counts.join(', ')}\n`,
  ].join('');
}
