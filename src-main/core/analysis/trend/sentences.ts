import { changeText } from '../../../contract/change-text.ts';
import type { TrendDifference, TrendSegment } from '../../../contract/procedures/trends.ts';
import { timeText } from '../../../contract/times.ts';
import { formatEstimate, formatWithInterval } from '../../../contract/units.ts';
import type { Creep } from '../../../stats/creep.ts';
import type { SegmentChange } from '../../../stats/segment-change.ts';
import { minRuns, minRunsOfSegment } from './segments.ts';

const duration = ({ medianNs, ci95 }: TrendSegment): string =>
  formatEstimate(medianNs, ...ci95, 'duration');
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

type Place = { readonly runId: string; readonly at: string };

/** What changed, from which run on, and what came with it. */
export function changePointSentence(
  change: SegmentChange,
  [from, to]: readonly [TrendSegment, TrendSegment],
  [before, after]: readonly [Place, Place],
  differences: readonly TrendDifference[],
): string {
  const word = change.ratio > 1 ? 'slower' : 'faster';
  const levels = `${duration(from)} to ${duration(to)}`;
  return [
    `${word} from run ${after.runId} (${timeText(after.at)}) on, after run ${before.runId}:`,
    `${levels}, ${changeText(change.ratio, change.ci95)}; ${beside(differences)}`,
  ].join(' ');
}

/** By how much each run differs from the one before, and what that comes to. */
export function creepSentence({ perRun, ratio, ci95 }: Creep, points: readonly Place[]): string {
  const word = ratio > 1 ? 'slower' : 'faster';
  const [first, last] = [points[0], points.at(-1)];
  const runs = `from run ${first?.runId} (${timeText(first?.at ?? '')}) to run ${last?.runId} (${timeText(last?.at ?? '')})`;
  return `${word} a little with each run, ${changeText(perRun, null)} a run: ${changeText(ratio, ci95)} over ${count(points.length, 'run')}, ${runs}.`;
}

function beside(differences: readonly TrendDifference[]): string {
  const text = ({ attribute, before, after }: TrendDifference): string =>
    `${attribute} ${before ?? 'not known'} → ${after ?? 'not known'}`;
  const lasting = differences.filter((one) => one.lasting);
  if (lasting.length > 0) return `with it came ${lasting.map(text).join(', ')}`;
  if (differences.length > 0) {
    return `between the two runs, but not for all around them, ${differences.map(text).join(', ')}`;
  }
  return 'nothing else that is recorded differs between the two runs';
}

export function tooFewSentence(runs: number): string {
  const more = minRuns - runs;
  return `${count(runs, 'run')}: ${count(more, 'more run')} ${more === 1 ? 'is' : 'are'} needed to tell a change.`;
}

export function steadySentence(runs: number, level: TrendSegment, threshold: number): string {
  const time = formatWithInterval(level.medianNs, ...level.ci95, 'duration');
  return `one segment of ${count(runs, 'run')}, ${time}; no change of ${percent(threshold)} or more.`;
}

export function changedSentence(runs: number, steps: number, last: string): string {
  return `${count(steps, 'change point')} in ${count(runs, 'run')}${steps === 1 ? '' : ', the latest'}: ${last}.`;
}

export function outlierNote({ ratio, count: n }: { ratio: number; count: number }): string {
  const runs = n === 1 ? 'the newest run lies' : `the newest ${n} runs lie`;
  return `${runs} ${changeText(ratio, null)} off the median of its segment; a change point is reported when ${minRunsOfSegment} runs in a row show it`;
}

export function leftOutNotes(
  otherBuilds: number,
  otherAnswers: number,
  limit: number | null,
): readonly string[] {
  return [
    ...(limit === null ? [] : [`only the newest ${limit} runs are looked at`]),
    ...(otherBuilds === 0 ? [] : [`left out: ${count(otherBuilds, 'run')} of other builds`]),
    ...(otherAnswers === 0
      ? []
      : [`left out: ${count(otherAnswers, 'run')} with another answer, so of another input`]),
  ];
}

const percent = (part: number): string => `${Number((part * 100).toPrecision(3))} %`;
