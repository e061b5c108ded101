import type { ScopeSamples, StoredCase } from '../../contract/run.ts';
import type { Store } from '../store/store.ts';
import { csvField, csvNumber, csvRow, separators } from '../table/csv.ts';
import type { DecimalMark } from '../table/table.ts';
import { sampleColumns } from './columns.ts';

/** About this many characters go out at once: some milliseconds of work, between which a window gets its events. */
const pieceLength = 64 * 1024;

/**
 * All samples of a run, one row each, as pieces of text: the table of a run with millions of samples is longer than a
 * string may be. Holds one case's samples at a time, and returns the number of rows.
 */
export function* samplesCsv(
  store: Pick<Store, 'run' | 'samples'>,
  ref: string,
  decimal: DecimalMark = 'point',
): Generator<string, number> {
  const { run, cases } = store.run(ref);
  const columns = sampleColumns(cases);
  yield csvRow(
    columns.map(({ name }) => name),
    decimal,
  );
  const axes = columns.filter(({ role }) => role === 'axis').map(({ id }) => id);
  let rows = 0;
  for (const each of cases) {
    const front = frontOf(run.id, each, axes, decimal);
    for (const part of listedSamples(store, run.id, each.index)) {
      yield* rowsOf(front, part, decimal);
      rows += part.timesNs.length;
    }
  }
  return rows;
}

/** What a table lists of a case: samples that two scopes share are listed once. */
export function listedSamples(
  store: Pick<Store, 'samples'>,
  runId: string,
  caseIndex: number,
): readonly ScopeSamples[] {
  return store.samples(runId, caseIndex).filter(({ sameAs }) => sameAs === undefined);
}

function frontOf(
  runId: string,
  each: StoredCase,
  axes: readonly string[],
  decimal: DecimalMark,
): string {
  const cells = [runId, each.index, each.workload, each.variant];
  return [...cells, ...axes.map((axis) => each.values[axis])]
    .map((cell) => csvField(cell, decimal))
    .join(separators[decimal]);
}

function* rowsOf(front: string, part: ScopeSamples, decimal: DecimalMark): Generator<string> {
  const { timesNs, clocksHz, cpuNs } = part;
  const to = separators[decimal];
  const before = [front, csvField(part.scope, decimal), part.repetition, ''].join(to);
  const behind = `${to}${part.repeats}${to}${part.launchIncluded}\r\n`;
  const number = (values: Float64Array | undefined, i: number): string =>
    values === undefined ? '' : csvNumber(values[i] ?? Number.NaN, decimal);
  let piece = '';
  for (let i = 0; i < timesNs.length; i += 1) {
    const [time, clock, cpu] = [number(timesNs, i), number(clocksHz, i), number(cpuNs, i)];
    piece += `${before}${i}${to}${time}${to}${clock}${to}${cpu}${behind}`;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
