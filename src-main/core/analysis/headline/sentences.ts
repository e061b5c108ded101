import { devicesText } from '../../../contract/energy.ts';
import {
  type CallRateAnswer,
  type CallsAnswer,
  type CallsRow,
  type HeadlineAnswer,
  isLocated,
  strategyTexts,
  type WorkloadHeadline,
} from '../../../contract/headline.ts';
import { numberText } from '../../../contract/numbers.ts';
import type { Metric } from '../../../contract/run.ts';
import { scopeName } from '../../../contract/timing-scopes.ts';
import {
  format,
  formatRatio,
  formatSize,
  formatSizeWithInterval,
  formatWithInterval,
  isTooWide,
  wideEnds,
} from '../../../contract/units.ts';
import { minProcesses } from '../../../stats/break-even-calls.ts';
import { listed } from '../break-even/sentences.ts';

type Told = Omit<HeadlineAnswer, 'text'>;

/**
 * The answer in words, without the names of workload and scope.
 *
 * @param range the smallest and the largest size that both were measured at
 */
export function answerText(
  told: Told,
  axis: string,
  [from, to]: readonly [number, number],
): string {
  const [first, second] = told.pair;
  const upTo =
    told.upTo === null
      ? ''
      : `; ${told.upTo.size === from ? 'at' : 'up to'} ${axis} = ${numberText(told.upTo.size)} ${told.upTo.variant} is faster than both`;
  const range = `${axis} = ${numberText(from)} to ${numberText(to)}`;
  const but = untoldText(told, axis);
  const reach = told.until === undefined ? 'on' : `to ${axis} = ${numberText(told.until)}`;
  switch (told.answer) {
    case 'from':
      return `${second} is faster than ${first} from ${startText(told, axis)} ${reach}${speedupText(told, axis)}${but}${upTo}`;
    case 'below':
      return `${first} is faster than ${second} from ${startText(told, axis)} ${reach}${speedupText(told, axis)}; below, ${second} is faster${but}${callsText(told.calls, axis)}${upTo}`;
    case 'always':
      return `${second} is faster than ${first} at every size, ${range}${speedupText(told, axis)}${but}${upTo}`;
    case 'never':
      return `${first} is faster than ${second} at every size, ${range}${speedupText(told, axis)}${but}${callsText(told.calls, axis)}${upTo}`;
    case 'several':
      return `several break-evens of ${first} and ${second}, ${range}${largestText(told, axis)}`;
    case 'unclear':
      if (told.disturbed === true) {
        return `inconclusive: disturbed; from which size on ${second} is faster than ${first} would rest on disturbed cases, ${range}`;
      }
      return `no single break-even of ${first} and ${second} is established, ${range}${largestText(told, axis)}${told.winner === null ? '; measure larger sizes' : ''}`;
    case 'one-size': {
      const at = `at ${axis} = ${numberText(to)}`;
      if (told.disturbed === true) {
        return `inconclusive: disturbed; ${first} and ${second} cannot be compared ${at}`;
      }
      if (told.winner === null) return `${first} and ${second} are not distinguishable ${at}`;
      const loser = told.winner === first ? second : first;
      return `${told.winner} is faster than ${loser}${speedupText(told, axis)}`;
    }
  }
}

/** `n = 23,800 [20,800, 29,600]`, or that it lies somewhere between the ends of an interval that is no number. */
function startText({ at, ci95 }: Told, axis: string): string {
  if (at === null) return `an unknown ${axis}`;
  if (ci95 !== null && isTooWide(ci95)) {
    const [low, high] = wideEnds(ci95);
    return `a size between ${axis} = ${low} and ${high}`;
  }
  return `${axis} = ${formatSizeWithInterval(at, ci95)}`;
}

/** `; at n = 4096 and 65,536 the two are not distinguishable; at n = 262,144 inconclusive: disturbed`. */
function untoldText({ untold = [], disturbedAt = [] }: Told, axis: string): string {
  const at = (sizes: readonly number[], what: string): string =>
    sizes.length === 0 ? '' : `; at ${axis} = ${listed(sizes)} ${what}`;
  return `${at(untold, 'the two are not distinguishable')}${at(disturbedAt, 'inconclusive: disturbed')}`;
}

function speedupText({ speedup, winner }: Told, axis: string): string {
  if (speedup === null || winner === null) return '';
  const { value, ci95, size } = speedup;
  if (ci95 !== null && isTooWide(ci95)) return '';
  return `, ${formatRatio(value, ci95)} at ${axis} = ${numberText(size)}`;
}

function largestText(told: Told, axis: string): string {
  if (told.winner === null) return '';
  return `; ${told.winner} is faster${speedupText(told, axis)}`;
}

/** `; cub pays from 12 [9, 15] calls on at n = 1,000,000 if the input stays on the device`. */
function callsText(calls: readonly CallsAnswer[], axis: string): string {
  const strategy = 'if the input stays on the device';
  const known = calls.filter(({ answer }) => answer === 'from');
  const last = known.at(-1);
  if (last === undefined) {
    const never = calls.length > 0 && calls.every(({ answer }) => answer === 'never');
    return never ? '; no number of calls pays' : '';
  }
  const each = known
    .filter(({ variant }) => variant === last.variant)
    .map(
      (one, i) =>
        `${callCount(one)}${i === 0 ? ' calls on' : ''} at ${axis} = ${numberText(one.size)}`,
    );
  return `; ${last.variant} pays from ${each.join(', from ')} ${strategy}`;
}

/** `12 [9, 15]`, `at least 9`, `between 3 and 80` where the interval is no number; empty where none is known. */
export function callCount({ at, ci95 }: CallsAnswer): string {
  if (at === null) return '';
  if (ci95 === null || ci95[0] === ci95[1]) return numberText(at);
  const [low, high] = ci95;
  if (high === null) return `at least ${numberText(low)}`;
  if (isTooWide([low, high])) return `between ${numberText(low)} and ${numberText(high)}`;
  return `${numberText(at)} [${numberText(low)}, ${numberText(high)}]`;
}

/** `At n = 1,000,000, caches hot: cub costs less than plain from 12 [9, 15] calls on if the input stays …`. */
export function callsSentence(row: Omit<CallsRow, 'sentence'>): string {
  const { axis, size, cache, variant, against, answer, strategy, values, workload } = row;
  const facet = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  const caches = cache === null ? 'caches not recorded' : `caches ${cache}`;
  const where = [workload, ...facet, `${axis} = ${numberText(size)}`, caches].join(', ');
  const what = {
    from: `${variant} costs less than ${against} from ${callCount(row)} calls on`,
    always: `${variant} costs less than ${against} from the first call on`,
    never: `${variant} costs less than ${against} at no number of calls`,
    unclear: `whether ${variant} costs less than ${against} at some number of calls is not established`,
  }[answer];
  return `${where}: ${what} if ${strategyTexts[strategy].condition}.`;
}

/**
 * What calls at a rate save: `cub saves 84.0 ms [82.1, 85.9 ms] of each second: 12.0 ms instead of 96.0 ms with omp.`
 * Where a variant needs more than a second a second it says so; with a GPU it names what stays there.
 */
export function callRateSentence(
  told: Omit<CallRateAnswer, 'sentence'>,
  { disturbed = false, onDevice = false } = {},
): string {
  const { axis, size, answer, winner, saved, sides, processes, interpolated } = told;
  // Of what the numbers are: tables have medians.
  const means = processes < minProcesses ? '' : 'means';
  const of = [onDevice ? strategyTexts[told.strategy].label : '', means].filter(Boolean).join(', ');
  const [first, second] = sides;
  if (first === undefined || second === undefined || saved === null) {
    return `The times of these calls were not measured at ${axis} = ${numberText(size)}.`;
  }
  const [better, worse] = winner === second.variant ? [second, first] : [first, second];
  const part = ({ ns, ci95 }: (typeof sides)[number]): string =>
    formatWithInterval(ns, ci95?.[0], ci95?.[1], 'duration');
  const both = `of each second ${first.variant} needs ${part(first)} and ${second.variant} ${part(second)}`;
  const sentence = (): string => {
    switch (answer) {
      case 'saves': {
        const [lo, hi] = (saved.ci95 ?? []).map(Math.abs).sort((a, b) => a - b);
        const amount = formatWithInterval(Math.abs(saved.ns), lo, hi, 'duration');
        return `${better.variant} saves ${amount} of each second: ${format(better.ns, 'duration')} instead of ${format(worse.ns, 'duration')} with ${worse.variant}`;
      }
      case 'one-keeps-up':
        return `Only ${better.variant} keeps up, with ${part(better)} of each second; ${worse.variant} would need ${part(worse)}, which this machine does not have`;
      case 'neither':
        return `This machine cannot do it: ${both}`;
      default:
        if (disturbed) return `Inconclusive: disturbed; ${both}`;
        if (saved.ci95 === null) {
          return `At least ${minProcesses} repetitions have to measure both, and ${processes} did; ${both}`;
        }
        return winner === null
          ? `Which of them costs less is not established: ${both}`
          : `Whether this machine keeps up is not established: ${both}`;
    }
  };
  return `${sentence()}${of === '' ? '' : ` (${of})`}.${interpolated ? ' Between measured sizes.' : ''}`;
}

/** `Executions of cub save 0.90 J [0.85, 0.95 J] of each second (card), copies not counted.`; empty without joules. */
export function callEnergySentence({
  energy,
  sides: [first, second],
}: Pick<CallRateAnswer, 'energy' | 'sides'>): string {
  if (energy === null || first === undefined || second === undefined) return '';
  const { joules, ci95, devices } = energy;
  const of = `(${devicesText(devices)})`;
  if (ci95 === null || (ci95[0] <= 0 && ci95[1] >= 0)) {
    return `Whose executions need less energy ${of} is not established.`;
  }
  const [low, high] = ci95.map(Math.abs).sort((a, b) => a - b);
  const amount = formatWithInterval(Math.abs(joules), low, high, 'energy');
  const saver = joules > 0 ? second : first;
  return `Executions of ${saver.variant} save ${amount} of each second ${of}, copies not counted.`;
}

/** `histogram, distribution=uniform, end to end: …`: what stands for a workload on every face. */
export function workloadSentence({
  workload,
  values,
  answers,
}: Pick<WorkloadHeadline, 'workload' | 'values' | 'answers'>): string {
  const [answer] = answers;
  const facet = Object.entries(values).map(([axis, value]) => `${axis}=${value}`);
  const where = [workload, ...facet, scopeName(answer?.scope ?? '')].join(', ');
  return `${where}: ${answer?.text ?? 'nothing can be compared'}.`;
}

/** The time of a case in the timing scope that tables show. */
export type CaseTime = {
  readonly workload: string;
  readonly variant: string;
  readonly scope: string;
  readonly metric: Metric;
  readonly axis: string;
  readonly size: number;
};

/** Of a run in which no two cases can be compared: its times, from the smallest to the largest size. */
export function timesSentence(times: readonly CaseTime[]): string {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return 'Nothing was measured.';
  const name = ({ workload, variant, scope }: CaseTime): string =>
    `${workload} ${variant}, ${scopeName(scope)}`;
  const time = ({ metric: { medianNs, ci95LoNs, ci95HiNs }, axis, size }: CaseTime): string =>
    `${formatWithInterval(medianNs, ci95LoNs, ci95HiNs, 'duration')} at ${axis} = ${numberText(size)}`;
  if (times.length === 1) return `${name(first)}: ${time(first)}.`;
  const second = name(first) === name(last) ? time(last) : `${name(last)}: ${time(last)}`;
  return `${name(first)}: ${time(first)}${times.length > 2 ? ', ..., ' : '; '}${second}.`;
}

/**
 * For the whole run; empty where nothing can be compared. Of several workloads which variant is faster where, then those of
 * which nothing is known: `End to end, faster than sequential: omp in histogram from n = 17,000. Not established: mean.`
 */
export function runSentence(workloads: readonly WorkloadHeadline[]): string {
  const [first] = workloads;
  if (first === undefined) return '';
  if (workloads.length === 1) return first.sentence;
  const told = workloads.flatMap((one) =>
    one.answers
      .slice(0, 1)
      .map((answer) => ({ answer, name: nameOf(one, workloads), axis: one.axis })),
  );
  const outcomes = Map.groupBy(told, ({ answer }) => outcomeOf(answer));
  const namesOf = (all: readonly { readonly name: string }[] = []): string =>
    listedNames(all.map(({ name }) => name));
  const won = (outcomes.get('second') ?? []).map(({ answer, name, axis }) => ({
    variant: `${answer.pair[1]} in ${name}`,
    reach: reachOf(answer, axis),
  }));
  const reaches = new Set(won.map(({ reach }) => reach));
  const isMany = won.length > mostListed && reaches.size > 1;
  const isEach = won.length > 1 && reaches.size === 1;
  const all = isMany ? ' at some sizes' : isEach ? ` ${[...reaches][0]}` : '';
  const wins = won.map(({ variant, reach }) => (all === '' ? `${variant} ${reach}` : variant));
  const { base, short, isFaster } = sidesOf(workloads);
  const losses = Map.groupBy(outcomes.get('first') ?? [], ({ answer, axis }) =>
    reachOf(answer, axis),
  );
  const lost = [...losses].map(([reach, at]) => `${reach} in ${namesOf(at)}`);
  const parts = [
    ...(wins.length === 0 ? [] : [`faster than ${base}${all}: ${listedNames(wins)}`]),
    ...(lost.length === 0
      ? []
      : wins.length > 0
        ? [`${short} is faster ${lost.join(' and ')}`]
        : [`${isFaster} ${lost.join(' and ')}`]),
    ...(['several break-evens', 'not established', 'inconclusive, disturbed'] as const).flatMap(
      (outcome) => (outcomes.has(outcome) ? [`${outcome}: ${namesOf(outcomes.get(outcome))}`] : []),
    ),
  ];
  const scopes = new Set(told.map(({ answer }) => answer.scope));
  const scope = scopes.size === 1 ? `${scopeName([...scopes][0] ?? '')}, ` : '';
  return capitalized(`${scope}${parts.join('; ')}.`);
}

const mostListed = 4;

/** Up to so many names, or the first two and the count of the others: each workload has a sentence of its own. */
function listedNames(names: readonly string[]): string {
  if (names.length <= mostListed) return names.join(', ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

type Outcome =
  | ('first' | 'second')
  | ('several break-evens' | 'not established' | 'inconclusive, disturbed');

/** Which of the pair is faster, at some sizes at least; else why that is not known. */
function outcomeOf({ answer, winner, pair, disturbed }: HeadlineAnswer): Outcome {
  if (answer === 'from' || answer === 'always') return 'second';
  if (answer === 'never' || answer === 'below') return 'first';
  if (disturbed === true) return 'inconclusive, disturbed';
  if (answer === 'several') return 'several break-evens';
  if (answer === 'unclear' || winner === null) return 'not established';
  return winner === pair[1] ? 'second' : 'first';
}

/** Where the variants that come with Breakeven are left out. */
const withoutOurs = ' of the study or a library';

/** What stands for the first of all pairs, short for a later mention, and with the second in a clause. */
function sidesOf(workloads: readonly WorkloadHeadline[]) {
  const told = workloads.flatMap(({ answers: [answer], bestKnown }) =>
    answer === undefined ? [] : [{ pair: answer.pair, kind: answer.kind, bestKnown }],
  );
  if (told.every(({ kind }) => kind === 'cpu-gpu')) {
    const [cpu, gpu] = ([0, 1] as const).map((side) =>
      told.some(({ pair, bestKnown }) => bestKnown !== null && bestKnown.pair[side] !== pair[side])
        ? withoutOurs
        : '',
    );
    const base = `the best CPU variant${cpu}`;
    const isFaster =
      cpu === gpu && cpu !== ''
        ? `the best CPU variant is faster than the best GPU variant, both${withoutOurs},`
        : `${base} is faster than the best GPU variant${gpu}`;
    return { base, short: 'the CPU', isFaster };
  }
  const [only, another] = new Set(told.map(({ pair }) => pair[0]));
  const base = only !== undefined && another === undefined ? only : 'the first of the two';
  return { base, short: base, isFaster: `${base} is faster than the best of the others` };
}

/** `from n = 17,000 to 64,000`, `at every size`; `at most sizes` where some have no verdict. */
function reachOf(told: HeadlineAnswer, axis: string): string {
  const { answer, at, ci95, until, speedup, untold = [], disturbedAt = [] } = told;
  if (answer === 'one-size') return `at ${axis} = ${numberText(speedup?.size ?? 0)}`;
  const most = untold.length + disturbedAt.length > 0;
  if (!isLocated(answer)) return most ? 'at most sizes' : 'at every size';
  const isWide = at === null || (ci95 !== null && isTooWide(ci95));
  const start = isWide ? `some ${axis} on` : `${axis} = ${formatSize(at, ci95)}`;
  if (until !== undefined) return `from ${start} to ${numberText(until)}`;
  return most ? `at most sizes from ${start}` : `from ${start}`;
}

/** The workload, with its values where it stands for one combination of several. */
function nameOf({ workload, values }: WorkloadHeadline, all: readonly WorkloadHeadline[]): string {
  const several = all.filter((other) => other.workload === workload).length > 1;
  const facet = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  return several && facet.length > 0 ? `${workload} (${facet.join(', ')})` : workload;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
