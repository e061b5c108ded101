import { fuzz } from './parts/fuzz.ts';
import { fuzzedParsers } from './parts/fuzzed-parsers.ts';

export const title =
  'Hostile inputs for every reader: none may crash it, be refused otherwise than in one sentence, or take more than a second. Arguments: [inputs=100000] [seed=1] [reader].';

const maxMs = 1000;

export async function main(args: readonly string[]): Promise<number> {
  const inputs = Number(args[0] ?? 100_000);
  const seed = Number(args[1] ?? 1);
  const { parsers, close } = await fuzzedParsers();
  let failed = 0;
  try {
    console.log(`${inputs} inputs each, seed ${seed}\n| reader | refused | slowest ms | faults |`);
    console.log('|---|---|---|---|');
    for (const [name, parser] of Object.entries(parsers)) {
      if (args[2] !== undefined && args[2] !== name) continue;
      const { refused, slowestMs, faults } = await fuzz(parser, { inputs, seed });
      const ok = faults.length === 0 && slowestMs <= maxMs;
      console.log(`| ${[name, refused, slowestMs.toFixed(1), faults.length].join(' | ')} |`);
      for (const { input, what } of faults.slice(0, 3)) {
        console.log(`${what}: ${JSON.stringify(input.toString('latin1').slice(0, 400))}`);
      }
      if (!ok) failed += 1;
    }
  } finally {
    close();
  }
  return failed === 0 ? 0 : 1;
}
