/** The four values that the judge starts from, and what each recorded table says of them. */
import {
  readRecorded,
  recordedNames,
  recordedTable,
  startSquares,
  startsOf,
} from '../test/simulations/recorded-aa.ts';

export const title =
  'How far runs of recorded tables differ, as part of what processes do: the start of the judge. Arguments: none.';

export function main(): number {
  const names = recordedNames();
  const tables = names.map((name) => startSquares(readRecorded(recordedTable(name))));
  const whole = startsOf(tables);
  const keys = Object.keys(whole);
  const row = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
  row(['table', ...keys]);
  row(['---', ...keys.map(() => '---')]);
  for (const [i, name] of names.entries())
    row([name, ...keys.map((key) => part(tables[i]?.get(key)))]);
  row(['all', ...keys.map((key) => (whole[key] ?? 0).toFixed(2))]);
  return 0;
}

const part = (square: number | undefined): string =>
  square === undefined ? '' : Math.sqrt(square).toFixed(2);
