import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { caseName } from '../../state/case-name.ts';
import { varyingAxes } from '../../state/run-facts.ts';
import { dateTime, plural } from '../../ui/format.ts';

type Line = { readonly at: string; readonly text: string; readonly bad: boolean };

/** What happened in the run, in the order in which it was stored. */
export function RunLog({ detail }: { readonly detail: RunDetail }) {
  const { run, plan, cases } = detail;
  const axes = varyingAxes(cases).map(({ id }) => id);
  const lines: Line[] = [
    { at: run.createdAt, text: `started: ${plural(plan.cases.length, 'case')}`, bad: false },
    ...[...cases]
      .sort((a, b) => (a.finishedAt < b.finishedAt ? -1 : 1))
      .flatMap((stored) => caseLines(stored, axes)),
    ...(run.finishedAt === null
      ? []
      : [{ at: run.finishedAt, text: run.status, bad: run.status === 'failed' }]),
  ];
  return (
    <ol class="log full" aria-label="Log of the run">
      {lines.map((line, i) => (
        <li key={`${i} ${line.at}`} class={line.bad ? 'bad' : ''}>
          <time dateTime={line.at}>
            {dateTime(line.at)}
            {line.at.slice(16, 19)}
          </time>{' '}
          {line.text}
        </li>
      ))}
    </ol>
  );
}

function caseLines(stored: StoredCase, axes: readonly string[]): readonly Line[] {
  const { finishedAt: at, outcome, reason, warnings, stopReason } = stored;
  const why = reason === null ? '' : `: ${reason}`;
  const stopped = stopReason === null ? '' : ` (stopped by ${stopReason})`;
  return [
    { at, text: `${caseName(stored, axes)} ${outcome}${why}${stopped}`, bad: outcome === 'failed' },
    ...warnings.map((warning) => ({
      at,
      text: `${caseName(stored, axes)}: ${warning}`,
      bad: false,
    })),
  ];
}
