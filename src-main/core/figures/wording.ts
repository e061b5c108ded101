import type { FigureSpec } from '../../contract/figure.ts';
import { numberText } from '../../contract/numbers.ts';
import { isDisturbed } from '../../contract/target.ts';
import { defaultScope, scopeHelp, scopeName } from '../../contract/timing-scopes.ts';
import { format, type Unit, unitFor } from '../../contract/units.ts';
import type { Hint, Workload } from '../../contract/workload.ts';
import { axisOf, type Selection } from './selection.ts';
import { scaleFor } from './series.ts';
import { deviceText, type FigureSource } from './source.ts';
import { valuesText } from './values-text.ts';

/** `Values n (count)`: title, id where the title is another word, unit. */
export function axisLabel(descriptor: Workload | undefined, id: string): string {
  const axis = axisOf(descriptor, id);
  if (axis === undefined) {
    return `${id} (count)`;
  }
  const name = axis.title.toLowerCase() === id.toLowerCase() ? axis.title : `${axis.title}, ${id}`;
  if (axis.type === 'integer' || axis.type === 'real') {
    return `${name} (${axis.unit ?? (axis.type === 'integer' ? 'count' : 'ratio')})`;
  }
  return name;
}

/** The horizontal axis over a number of a workload. */
export function numberAxis(
  descriptor: Workload | undefined,
  id: string,
  values: readonly number[],
  scale = scaleFor(values),
): FigureSpec['x'] {
  return {
    label: axisLabel(descriptor, id),
    ...(axisOf(descriptor, id)?.type === 'integer' ? { whole: true } : {}),
    scale,
    ticks: Math.max(...values) >= 10_000 ? 'si' : 'plain',
  };
}

/** The unit in which most values of an axis are short. */
export function unitOn(
  scale: 'log' | 'linear',
  values: readonly number[],
  hint: Hint,
  operation?: string,
): Unit {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return unitFor(scale === 'log' ? Math.sqrt(min * max) : max, hint, operation);
}

export const workloadTitle = (selection: Selection): string =>
  selection.descriptor?.title ?? selection.workload;

/** What the scope of a figure includes, for its caption; the computation alone needs no sentence. */
export function scopeNote(scope: string): string {
  const help = scope === defaultScope ? '' : scopeHelp(scope);
  return help === '' ? '' : `${capital(scopeName(scope))}: ${help}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Histogram: kernel time over n, bins = 8`. */
export function titleOf(selection: Selection, what: string): string {
  const fixed = valuesText(selection.fixed);
  return `${workloadTitle(selection)}: ${what}${fixed === '' ? '' : `, ${fixed}`}`;
}

/** `n = 50 samples`, `n = 20 to 200 samples`. */
export function countText(counts: readonly number[], noun = 'sample'): string {
  const min = Math.min(...counts);
  const max = Math.max(...counts);
  if (min === 1 && max === 1) {
    return `n = 1 ${noun}`;
  }
  return min === max
    ? `n = ${numberText(min)} ${noun}s`
    : `n = ${numberText(min)} to ${numberText(max)} ${noun}s`;
}

/** What is the same in all the cases shown, where they ran, and what is not shown. */
export function contextText(selection: Selection, source: FigureSource): string {
  const sentences: string[] = [];
  const { constant, sizeAxis, linked } = selection;
  // A flag that is off is how a figure usually is.
  const said = Object.fromEntries(Object.entries(constant).filter(([, value]) => value !== false));
  const held = [...linked.map((axis) => `${axis} = ${sizeAxis}`), valuesText(said)];
  const context = held.filter((part) => part !== '').join(', ');
  if (context !== '') {
    sentences.push(`${context}.`);
  }
  const device = deviceText(source);
  if (device !== '') {
    sentences.push(`${device}.`);
  }
  const missing = [
    selection.failed > 0 ? `${selection.failed} failed` : '',
    selection.skipped > 0 ? `${selection.skipped} skipped` : '',
  ].filter((part) => part !== '');
  if (missing.length > 0) {
    const one = selection.failed + selection.skipped === 1;
    sentences.push(`Not shown: ${missing.join(' and ')} case${one ? '' : 's'}.`);
  }
  const disturbed = selection.cases.filter(({ stored }) => isDisturbed(stored)).length;
  if (disturbed > 0) {
    const all = selection.cases.length;
    sentences.push(`Disturbed, and without a verdict: ${disturbed} of ${all} cases.`);
  }
  return sentences.join(' ');
}

type TimeAxis = { readonly unit: Unit; readonly ticks: 'plain' | 'si' };

/**
 * The unit of a time axis for values in nanoseconds: the one in which most numbers are short; seconds with prefixes
 * on the ticks where the values cover six decades or more.
 */
export function timeAxis(valuesNs: readonly number[], scale: 'log' | 'linear'): TimeAxis {
  const positive = valuesNs.filter((value) => value > 0);
  const min = Math.min(...positive);
  const max = Math.max(...positive);
  const seconds = { symbol: 's', factor: 1e9 };
  if (positive.length === 0) {
    return { unit: seconds, ticks: 'plain' };
  }
  if (scale === 'log' && max / min >= 1e6) {
    return { unit: seconds, ticks: 'si' };
  }
  const unit = unitOn(scale, positive, 'duration');
  return { unit: unit.factor > 1e9 ? seconds : unit, ticks: 'plain' };
}

export const duration = (ns: number): string => format(ns, 'duration');

/** `3.2 times faster`, `1.04 times faster`. */
export function timesFaster(slow: number, fast: number): string {
  const ratio = slow / fast;
  return `${Number(ratio.toPrecision(ratio < 1.095 ? 3 : 2))} times faster`;
}

export const joined = (sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ');
