import type { FigureSpec } from '../../contract/figure.ts';
import type { TrendOptions, TrendPoint } from '../../contract/procedures/trends.ts';

/** Where each run stands on the horizontal axis. */
export type Places = ReadonlyMap<string, number>;

type Run = { readonly id: string; readonly at: string; readonly commit: string | undefined };

const dayMs = 86_400_000;

/** Runs of all lines in the order of time. */
function runsOf(points: readonly TrendPoint[]): readonly Run[] {
  const begun = new Map<string, Run>();
  for (const { runId, at, commit } of points) {
    const known = begun.get(runId);
    if (known === undefined || at < known.at) begun.set(runId, { id: runId, at, commit });
  }
  return [...begun.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** The axis of a trend with the place of each run: in order, at its date, or with others of its commit. */
export function trendAxis(
  points: readonly TrendPoint[],
  by: TrendOptions['by'],
): { readonly places: Places; readonly x: FigureSpec['x'] } {
  const runs = runsOf(points);
  if (by === 'date') return byDate(runs);
  if (by === 'commit') return byCommit(runs);
  return {
    places: new Map(runs.map(({ id }, i) => [id, i + 1])),
    x: { label: 'Runs, oldest first (number)', ...stretch(runs.length), whole: true },
  };
}

const stretch = (count: number) => ({ scale: 'linear' as const, min: 0.5, max: count + 0.5 });

function byDate(runs: readonly Run[]): ReturnType<typeof trendAxis> {
  const times = runs.map(({ at }) => Date.parse(at));
  const [min, max] = [Math.min(...times), Math.max(...times)];
  const pad = Math.max((max - min) * 0.03, 60_000);
  // The dates of a few days do not distinguish runs: their times do.
  const short = max - min < 3 * dayMs;
  const text = (at: string) => (short ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10));
  const marks = new Map(runs.map(({ at }) => [text(at), Date.parse(at)]));
  return {
    places: new Map(runs.map(({ id }, i) => [id, times[i] ?? 0])),
    x: {
      ...{ label: 'Date (UTC)', scale: 'linear', min: min - pad, max: max + pad },
      marks: [...marks].map(([day, at]) => ({ at, text: day })),
    },
  };
}

function byCommit(runs: readonly Run[]): ReturnType<typeof trendAxis> {
  const nameOf = ({ commit }: Run) => commit?.slice(0, 8) ?? 'unknown';
  const commits = [...new Set(runs.map(nameOf))];
  return {
    places: new Map(runs.map((run) => [run.id, commits.indexOf(nameOf(run)) + 1])),
    x: {
      label: 'Commit, in the order of the first run (hash)',
      ...stretch(commits.length),
      marks: commits.map((text, i) => ({ at: i + 1, text })),
    },
  };
}
