import { numberText } from '../../../contract/numbers.ts';
import { energyScope } from '../../../contract/timing-scopes.ts';
import { formatSize } from '../../../contract/units.ts';
import type { BreakEvenView } from '../../../contract/verdict.ts';

/** The answers in words. Each is about the measured sizes and names those where the variants are not distinguishable. */

type Interval = readonly [number, number];

type Question = { readonly scope: string; readonly axis: string };

/** What the better of two does: of energy, the word faster would be wrong. */
const beats = (scope: string): string =>
  scope === energyScope.id ? 'needs less energy than' : 'is faster than';

interface Place {
  readonly scope: string;
  readonly small: string;
  readonly large: string;
  readonly axis: string;
  readonly at: number;
  readonly ci95: Interval;
}

/**
 * @param above the sizes from the upper end of the bracket on, ascending: at the first of them the two differ
 * @param largest of all sizes; one that is excluded is not among those above
 */
export function crossingSentence(
  { scope, small, large, axis, at, ci95 }: Place,
  above: readonly { readonly x: number; readonly sign: -1 | 0 | 1 }[],
  largest = above[above.length - 1]?.x,
): string {
  const start = `${large} ${beats(scope)} ${small} from ${axis} = ${formatSize(at, ci95)} (${between(ci95)})`;
  const unclear = above.filter(({ sign }) => sign === 0).map(({ x }) => x);
  const last = above.findLast(({ sign }) => sign !== 0)?.x ?? at;
  const reach = `up to ${numberText(last)}${last === largest ? ', the largest size measured' : ''}`;
  const but = unclear.length === 0 ? '' : `; at ${listed(unclear)} the two are not distinguishable`;
  return `${start} ${reach}${but}.`;
}

/** @param first the faster one at the smallest of the sizes that distinguish the two */
export function severalSentence(
  [a, b]: readonly [string, string],
  { scope, axis }: Question,
  brackets: readonly (readonly [number, number])[],
  first: string,
): string {
  const second = first === a ? b : a;
  const places = brackets.map(
    ([from, to], at) =>
      `between ${numberText(from)} and ${numberText(to)} to ${at % 2 === 0 ? second : first}`,
  );
  const better = scope === energyScope.id ? 'The one with less energy' : 'The faster';
  return `${better} of ${a} and ${b} changes ${brackets.length} times with ${axis}: ${places.join(', ')}.`;
}

export function tooFewSentence(a: string, b: string, count: number): string {
  const sizes = count === 1 ? '1 size' : `${count} sizes`;
  return `${a} and ${b} were both measured at ${sizes}; a break-even needs at least 2.`;
}

export function withinNoiseSentence(
  a: string,
  b: string,
  axis: string,
  range: readonly [number, number],
): string {
  return `${a} and ${b} are not distinguishable for ${over(axis, range)}.`;
}

export function noCrossingSentence(
  winner: string,
  loser: string,
  { scope, axis }: Question,
  range: readonly [number, number],
  unclear: readonly number[],
): string {
  const but =
    unclear.length === 0 ? '' : `, but at ${listed(unclear)} the two are not distinguishable`;
  return `${winner} ${beats(scope)} ${loser} for ${over(axis, range)}${but}: no break-even in range.`;
}

/**
 * @param seen the sizes at which `winner` is significantly faster
 * @param unclear the others: the smallest or the largest of all is one of them
 */
export function unclearSentence(
  winner: string,
  loser: string,
  { scope, axis }: Question,
  seen: readonly number[],
  unclear: readonly number[],
): string {
  const first = seen[0] ?? Number.NaN;
  const last = seen[seen.length - 1] ?? Number.NaN;
  const together = seen.length > 1 && unclear.every((x) => x < first || x > last);
  const where = together ? `for ${over(axis, [first, last])}` : `at ${axis} = ${listed(seen)}`;
  return `${winner} ${beats(scope)} ${loser} ${where}; at ${listed(unclear)} the two are not distinguishable: which one is faster may change there.`;
}

/** @param sizes that the other one of a pair has */
export function notMeasuredSentence(label: string, axis: string, sizes: readonly number[]): string {
  return `${label} has no result at ${axis} = ${listed(sizes)}.`;
}

const numberWords = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `Two tools; three processes each.`, or `Two tools; cpu has three processes, gpu two to five.` */
export function toolsSentence(
  sides: readonly { readonly label: string; readonly from: number; readonly to: number }[],
): string {
  const word = (count: number): string => numberWords[count] ?? numberText(count);
  const [text = '', ...others] = sides.map(({ from, to }) =>
    from === to ? word(from) : `${word(from)} to ${word(to)}`,
  );
  const noun = (to: number | undefined): string => (to === 1 ? 'process' : 'processes');
  if (others.every((one) => one === text)) return `Two tools; ${text} ${noun(sides[0]?.to)} each.`;
  const rest = others.map((one, i) => `, ${sides[i + 1]?.label} ${one}`);
  return `Two tools; ${sides[0]?.label} has ${text} ${noun(sides[0]?.to)}${rest.join('')}.`;
}

/** @param sizes that are excluded: off the line of their neighbours, or with repetitions that lie apart as at no other size */
export function disturbedSentence(axis: string, sizes: readonly number[]): string | null {
  if (sizes.length === 0) return null;
  const what = sizes.length === 1 ? 'is' : 'are';
  return `${axis} = ${listed(sizes)} ${what} excluded: ${sizes.length === 1 ? 'it does not fit its' : 'they do not fit their'} neighbours.`;
}

/** @param sizes on which the answer does not rest */
export function withoutVerdictSentence(axis: string, sizes: readonly number[]): string | null {
  if (sizes.length === 0) return null;
  return `At ${axis} = ${listed(sizes)} there is no verdict: most repetitions disturbed.`;
}

/**
 * Why an answer does not stand: by variant, sizes at which most repetitions were disturbed or too little was measured.
 *
 * @param imported of files of other tools: the size at which their medians cross, or null
 */
export function unsoundBreakEvenSentence(
  sizes: readonly {
    readonly label: string;
    readonly disturbed: readonly number[];
    readonly few: readonly number[];
  }[],
  axis: string,
  imported?: { readonly near: number | null },
): string {
  const at = (kind: 'disturbed' | 'few', reason: string): readonly string[] =>
    sizes.flatMap((one) =>
      one[kind].length === 0 ? [] : [`${one.label} at ${axis} = ${listed(one[kind])} (${reason})`],
    );
  const disturbed = at('disturbed', 'most repetitions disturbed');
  const few = at('few', 'fewer than 3 repetitions or 5 samples');
  const [kind, remedy] =
    disturbed.length > 0
      ? ['disturbed', 'measure again on a quiet machine']
      : imported === undefined
        ? ['too few repetitions', 'measure with 5 repetitions']
        : ['too few processes', 'import the files of at least 3 processes'];
  const near = imported?.near ?? null;
  const crossing =
    near === null
      ? ''
      : ` The medians cross near ${axis} = ${numberText(Number(near.toPrecision(2)))}, without an interval.`;
  return `Inconclusive: ${kind}.${crossing} The break-even would rest on ${[...disturbed, ...few].join(' and ')}; ${remedy}, or see it with --allow-disturbed.`;
}

/** What an earlier answer was that does not stand. */
export function deniedSentence(at: number, ci95: Interval, axis: string): string {
  return `The estimate before refinement, ${axis} = ${formatSize(at, ci95)} (${between(ci95)}), disagrees with this one.`;
}

/** Why an earlier answer stands. */
export function fallbackSentence(
  now: Pick<BreakEvenView, 'answer' | 'at' | 'ci95' | 'brackets'>,
  axis: string,
): string {
  const { answer, at, ci95, brackets = [] } = now;
  const kept = 'the earlier answer is kept.';
  if (answer === 'several') {
    return `With what refinement added, the faster variant changes ${brackets.length} times with ${axis}; ${kept}`;
  }
  if (answer === 'one' && at !== null && ci95 !== null) {
    return `What refinement added widens the interval: ${axis} = ${formatSize(at, ci95)} (${between(ci95)}); ${kept}`;
  }
  if (answer === 'inconclusive') {
    return `With what refinement added, the answer is inconclusive; ${kept}`;
  }
  return `With what refinement added, no single size is found; ${kept}`;
}

function over(axis: string, [from, to]: readonly [number, number]): string {
  return `${axis} from ${numberText(from)} to ${numberText(to)}`;
}

export function listed(sizes: readonly number[]): string {
  const shown = sizes.map(numberText);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

function between(ends: Interval): string {
  const [low, high] = ends;
  return `95 % CI ${formatSize(low, ends)} to ${formatSize(high, ends)}`;
}
