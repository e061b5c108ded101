/** Whether refined break-evens hold the truth where processes differ in ways that no model was made for. */
import { cells, simulateCell } from '../test/simulations/refined-cells.ts';

export const title =
  'Coverage of refined break-evens where processes differ size by size, in modes, by heavy tails, or drift. Arguments: [sweeps=150] [seed=1] [name of a cell].';

export async function main(args: readonly string[]): Promise<number> {
  const [sweeps, seed] = [Number(args[0] ?? 150), Number(args[1] ?? 1)];
  const only = cells.filter(({ name }) => args[2] === undefined || name.includes(args[2]));
  const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
  console.log('| processes differ | sizes x10: one, held, width | x2: one, held, width |');
  console.log('|---|---|---|');
  for (const cell of only) {
    const cells = ([10, 2] as const).map((step) => {
      const seen = simulateCell(cell, step, sweeps, seed);
      const [before, after] = [seen.heldBefore, seen.heldAfter].map(percent);
      return `${seen.before} to ${seen.after}, ${before} to ${after}, ${percent(seen.widthBefore)} to ${percent(seen.widthAfter)}`;
    });
    console.log(`| ${cell.name}${cell.limit === true ? ' (limit)' : ''} | ${cells.join(' | ')} |`);
  }
  return 0;
}
