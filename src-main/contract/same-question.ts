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
    const includes = python.length > 0 && severalOf(python) ? 'include' : 'includes';
    const are = severalOf(c) ? 'are' : 'is';
    sentences.push(
      `${names(python)} ${includes} the call from Python${spent(python, 'emptyCallNs', 'an empty call')}; ${names(c)} ${are} called from C.`,
    );
  }
  if (started.length > 0 && started.length < timed.length) {
    const includes = severalOf(started) ? 'include' : 'includes';
    sentences.push(
      `${names(started)} ${includes} the start of a program${spent(started, 'spawnNs', 'one that does nothing')}.`,
    );
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

/** ` (1.9 us for an empty call)`, the median of what the cases say. */
function spent(cases: readonly Asked[], attribute: string, what: string): string {
  const times = cases
    .map(({ attributes }) => attributes[attribute])
    .filter((time) => typeof time === 'number')
    .sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  return median === undefined
    ? ''
    : ` (${formatEstimate(median, null, null, 'duration')} for ${what})`;
}
