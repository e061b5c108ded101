/** Searches over a parameter that has no effect, and over one that has. */
import { foundNoDifference, simulateTune } from '../test/simulations/simulated-tune.ts';

export const title =
  'What `tune` says of a parameter without effect, and of one that has a minimum. Arguments: [searches=1000].';

export async function main(args: readonly string[]): Promise<number> {
  const count = Number(args[0] ?? 1000);
  const share = (part: number): string => `${((100 * part) / count).toFixed(1)} %`;
  console.log(`${count} searches each, five processes a value`);
  console.log('| processes differ by | effect | "no difference" | minimum confirmed within 0.2 |');
  console.log('|---|---|---|---|');
  for (const sd of [0.003, 0.01, 0.03, 0.1]) {
    for (const [name, law] of [
      ['none', () => 1],
      ['to 3 times', (at: number) => 1 + 4 * (at - 0.7) ** 2],
    ] as const) {
      let [none, right] = [0, 0];
      for (let seed = 1; seed <= count; seed++) {
        const found = simulateTune(seed, law, sd);
        none += foundNoDifference(found) ? 1 : 0;
        const slower = found.view?.confirmation?.comparison.verdict === 'slower';
        right += slower && Math.abs(Number(found.view?.best) - 0.7) < 0.2 ? 1 : 0;
      }
      console.log(`| ${100 * sd} % | ${name} | ${share(none)} | ${share(right)} |`);
    }
  }
  return 0;
}
