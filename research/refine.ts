/** Whether refined break-evens hold the truth where processes differ in ways that no model was made for. */
import { cells, simulateCell } from '../test/simulations/refined-cells.ts';

export const title =
  'Coverage of refined break-evens where processes differ size by size, in modes, by heavy tails, or drift. Arguments: [sweeps=150] [seed=1] [name of a cell].';

export async function main(args: readonly string[]): Promise<number> {
  const [sweeps, seed] = [Number(args[0] ?? 150), Number(args[1] ?? 1)];
  const only = cells.filter(({ name }) => args[2] === undefined || name.includes(args[2]));
  const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
  console.log('| processes | step | one | held | width | refined | held | width |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const cell of only) {
    for (const step of [10, 2] as const) {
      const seen = simulateCell(cell, step, sweeps, seed);
      const name = `${cell.name}${cell.limit === true ? ' (limit)' : ''}`;
      const [one, refined] = [
        [seen.before, percent(seen.heldBefore), percent(seen.widthBefore)].join(' | '),
        [seen.after, percent(seen.heldAfter), percent(seen.widthAfter)].join(' | '),
      ];
      console.log(`| ${name} | x${step} | ${one} | ${refined} |`);
    }
  }
  return 0;
}
