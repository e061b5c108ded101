import type { ScopeSamples, StoredCase } from '../../contract/run.ts';
import type { Store } from '../store/store.ts';
import { csvField, csvNumber, csvRow } from '../table/csv.ts';
import { sampleColumns } from './columns.ts';

/** About this many characters go out at once: large enough to be cheap, small enough for any number of samples. */
const pieceLength = 256 * 1024;

/**
 * All samples of a run, one row each, as pieces of text: the table of a run with millions of samples is longer than a
 * string may be. Holds one case's samples at a time.
 */
export function* samplesCsv(store: Pick<Store, 'run' | 'samples'>, ref: string): Generator<string> {
  const { run, cases } = store.run(ref);
  const columns = sampleColumns(cases);
  yield csvRow(columns.map(({ name }) => name));
  const axes = columns.filter(({ role }) => role === 'axis').map(({ id }) => id);
  for (const each of cases) {
    const front = frontOf(run.id, each, axes);
    for (const part of listedSamples(store, run.id, each.index)) yield* rowsOf(front, part);
  }
}

/** What a table lists of a case: samples that two scopes share are listed once. */
export function listedSamples(
  store: Pick<Store, 'samples'>,
  runId: string,
  caseIndex: number,
): readonly ScopeSamples[] {
  return store.samples(runId, caseIndex).filter(({ sameAs }) => sameAs === undefined);
}

function frontOf(runId: string, each: StoredCase, axes: readonly string[]): string {
  const cells = [runId, each.index, each.workload, each.variant];
  return [...cells, ...axes.map((axis) => each.values[axis])].map(csvField).join(',');
}

function* rowsOf(front: string, part: ScopeSamples): Generator<string> {
  const { timesNs, clocksHz, cpuNs } = part;
  const before = `${front},${csvField(part.scope)},${part.repetition},`;
  const behind = `,${part.repeats},${part.launchIncluded}\r\n`;
  let piece = '';
  for (let i = 0; i < timesNs.length; i += 1) {
    const time = csvNumber(timesNs[i] ?? Number.NaN);
    const clock = clocksHz === undefined ? '' : csvNumber(clocksHz[i] ?? Number.NaN);
    const cpu = cpuNs === undefined ? '' : csvNumber(cpuNs[i] ?? Number.NaN);
    piece += `${before}${i},${time},${clock},${cpu}${behind}`;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
