import type { StoredCase } from './run.ts';
import { formatEstimate } from './units.ts';

type Asked = Pick<StoredCase, 'variant' | 'outcome' | 'attributes'>;

/**
 * What times of one table include that others do not: a call from Python beside one from C, the start of a program, and a
 * time that a program states of itself. Empty where all are of one kind.
 */
export function sameQuestion(cases: readonly Asked[]): readonly string[] {
  const timed = cases.filter(({ outcome }) => outcome === 'ok');
  const of = (from: string) => timed.filter(({ attributes }) => attributes.calledFrom === from);
  const [c, python, programs] = [of('C'), of('Python'), of('program')];
  const isSelfTimed = ({ attributes }: Asked): boolean => attributes.timedBy === 'program';
  const itself = programs.filter(isSelfTimed);
  const started = programs.filter((one) => !isSelfTimed(one));
  const sentences: string[] = [];
  if (python.length > 0 && c.length > 0) {
    const includes = severalOf(python) ? 'include' : 'includes';
    const are = severalOf(c) ? 'are' : 'is';
    sentences.push(
      `${names(python)} ${includes} the call from Python${emptyCalls(python)}; ${names(c)} ${are} called from C.`,
    );
  }
  if (started.length > 0 && started.length < timed.length) {
    const includes = severalOf(started) ? 'include' : 'includes';
    sentences.push(`${names(started)} ${includes} the start of a program${spawned(started)}.`);
  }
  if (itself.length > 0) {
    sentences.push(`${names(itself)}: timed by the program itself.`);
  }
  return sentences;
}

const mostNamed = 4;

function names(cases: readonly Asked[]): string {
  const ids = [...new Set(cases.map(({ variant }) => variant))];
  const shown =
    ids.length > mostNamed ? [...ids.slice(0, mostNamed), `${ids.length - mostNamed} more`] : ids;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const severalOf = (cases: readonly Asked[]): boolean =>
  new Set(cases.map(({ variant }) => variant)).size > 1;

/** Calls of which the longer takes at most this many times the shorter count as equal. */
const alike = 1.5;

/** ` (1.9 us for an empty call)`, or by variant where they differ: ctypes converts arguments, a function of Python does not. */
function emptyCalls(cases: readonly Asked[]): string {
  const variants = Map.groupBy(cases, ({ variant }) => variant);
  const known = [...variants.values()].flatMap((own) => {
    const time = medianOf(own, 'emptyCallNs');
    return time === undefined ? [] : [{ own, time }];
  });
  const groups: { readonly from: number; readonly cases: Asked[] }[] = [];
  for (const { own, time } of known.toSorted((a, b) => a.time - b.time)) {
    const last = groups.at(-1);
    if (last !== undefined && time <= alike * last.from) last.cases.push(...own);
    else groups.push({ from: time, cases: [...own] });
  }
  const said = groups.map((group) => ({ ...group, time: shown(group.cases, 'emptyCallNs') }));
  if (said.length < 2) return said.map(({ time }) => ` (${time} for an empty call)`).join('');
  const each = said.map((group) => `${group.time} in ${names(group.cases)}`);
  return ` (an empty call takes ${each.join(', ')})`;
}

/** ` (1.2 ms for one that does nothing)`: a program takes as long to start whatever its variant is. */
function spawned(cases: readonly Asked[]): string {
  const known = medianOf(cases, 'spawnNs') !== undefined;
  return known ? ` (${shown(cases, 'spawnNs')} for one that does nothing)` : '';
}

const shown = (cases: readonly Asked[], attribute: string): string =>
  formatEstimate(medianOf(cases, attribute) ?? 0, null, null, 'duration');

/** Nanoseconds; undefined where no case says it. */
function medianOf(cases: readonly Asked[], attribute: string): number | undefined {
  const times = cases
    .map(({ attributes }) => attributes[attribute])
    .filter((time) => typeof time === 'number')
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}
