import { type Plan, type RunRow, repetitionsOfCase } from './run.ts';
import { maxRepetitionsOf } from './target.ts';

/**
 * How long a run is expected to take: made once, for the panel of a new run, the card of a preset, the button, the command
 * line and the summary of the run when it has ended.
 */
export type ExpectedTime = {
  /** From, to. */
  readonly seconds: readonly [number, number];
  /** Cases by what their time is known from. */
  readonly stored: number;
  readonly neighbour: number;
  readonly declared: number;
  /** Those of `declared` whose time the measured peaks decide. */
  readonly peaks: number;
  /** Cases of which nothing is known: their time is not included. */
  readonly unknown: number;
};

/** Describing the machine and looking at its load, in seconds: once a run. */
export const surveySeconds = 0.4;
/** Starting a process and loading the addons, in seconds: once a repetition. Stored times have it in them. */
export const processSeconds = 0.15;
/** Repetitions that settle open questions take at most this part of the time of the first ones. */
export const maxFurther = 0.5;

/** Of the cases that the plan began with; those that refining added later were not expected. Null where none can run. */
export function expectedTime({ cases }: Pick<Plan, 'cases'>): ExpectedTime | null {
  const run = cases.filter(
    ({ skip, firstRepetition }) => skip === undefined && firstRepetition === undefined,
  );
  if (run.length === 0) return null;
  const of = (source: string): number =>
    run.filter(({ expected }) => expected?.source === source).length;
  const [stored, neighbour, declared] = [of('stored'), of('neighbour'), of('declared')];
  const peaks = run.filter(({ expected }) => expected?.peaks === true).length;
  let [low, high] = [0, 0];
  let repetitions = 0;
  for (const planned of run) {
    const { policy, part, expected } = planned;
    const count = repetitionsOfCase(planned).length;
    repetitions = Math.max(repetitions, count);
    const [from, to] = expected?.seconds ?? [0, 0];
    const most = Math.min(maxRepetitionsOf(policy), (1 + maxFurther) * count);
    const known = part === undefined ? expected?.repetitions : undefined;
    low += (known ?? count) * from;
    high += (known ?? most) * to;
  }
  const starts = (repetitions * processSeconds * (run.length - stored)) / run.length;
  const fixed = surveySeconds + starts;
  const unknown = run.length - stored - neighbour - declared;
  const seconds = [low + fixed, high + fixed] as const;
  return { seconds, stored, neighbour, declared, peaks, unknown };
}

/** `35 s to 1 min 10 s, from stored times of 30 of 64 cases and declared work of 34`. */
export function expectedTimeText(expected: ExpectedTime): string {
  const { stored, neighbour, declared, peaks, unknown } = expected;
  const total = stored + neighbour + declared + unknown;
  if (unknown === total) return 'not known: nothing is declared or stored of these cases';
  const parts = [
    [stored, 'stored times'],
    [neighbour, 'stored times of neighbouring sizes'],
    [declared - peaks, 'declared work'],
    [peaks, 'declared work and measured peaks'],
  ] as const;
  const from = parts.flatMap(([count, name]) =>
    count === 0 ? [] : [count === total ? name : `${name} (${count} of ${total} cases)`],
  );
  const without = unknown === 0 ? '' : `; nothing is known of ${unknown} of ${total} cases`;
  return `${secondsRange(expected.seconds)}, from ${from.join(', ')}${without}`;
}

/** `35 s to 2 min`; null where nothing is known of any case, so that no number stands for it. */
export function knownTime(expected: ExpectedTime): string | null {
  const { stored, neighbour, declared, seconds } = expected;
  return stored + neighbour + declared === 0 ? null : secondsRange(seconds);
}

/** `about 40 s`, `35 s to 2 min`, `up to 2 min` or `under 1 s`: two digits, it is no measurement. */
export function secondsRange([from, to]: readonly [number, number]): string {
  if (to < 1) return 'under 1 s';
  const [low, high] = [coarse(from), coarse(to)];
  if (from < 1) return `up to ${high}`;
  return low === high ? `about ${high}` : `${low} to ${high}`;
}

function coarse(seconds: number): string {
  if (seconds < 90) return `${Number(seconds.toPrecision(2))} s`;
  if (seconds < 5400) return `${Number((seconds / 60).toPrecision(2))} min`;
  return `${Number((seconds / 3600).toPrecision(2))} h`;
}

/** What a run that has ended took, in seconds; null where it has not, or was added to later. */
export function takenSeconds(
  { createdAt, finishedAt }: Pick<RunRow, 'createdAt' | 'finishedAt'>,
  { cases, configuration }: Pick<Plan, 'cases' | 'configuration'>,
): number | null {
  // Parts were measured elsewhere, and merged in a moment.
  if (configuration.sharded?.merged !== undefined) return null;
  if (finishedAt === null || cases.some(({ firstRepetition }) => firstRepetition !== undefined))
    return null;
  const seconds = (Date.parse(finishedAt) - Date.parse(createdAt)) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** What a run took next to what was expected when it began; empty where neither is known. */
export function timeTakenText(run: Parameters<typeof takenSeconds>[0], plan: Plan): string {
  const taken = takenSeconds(run, plan);
  const expected = plan.cases.some((each) => each.expected !== undefined)
    ? expectedTime(plan)
    : null;
  return [
    ...(taken === null ? [] : [`took ${secondsRange([taken, taken])}`]),
    ...(expected === null ? [] : [`expected ${expectedTimeText(expected)}`]),
  ].join('; ');
}
