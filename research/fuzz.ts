import { fuzz } from '../test/simulations/fuzz.ts';
import { fuzzedParsers } from '../test/simulations/fuzzed-parsers.ts';

export const title =
  'Hostile inputs for every reader: none may crash it, be refused otherwise than in one sentence, or take more than a second. Arguments: [inputs=100000] [seed=1] [reader ...].';

export async function main(args: readonly string[]): Promise<number> {
  const inputs = Number(args[0] ?? 100_000);
  const seed = Number(args[1] ?? 1);
  const { parsers, close } = await fuzzedParsers();
  const names = args.length > 2 ? args.slice(2) : Object.keys(parsers);
  let failed = 0;
  try {
    const unknown = names.find((name) => parsers[name] === undefined);
    if (unknown !== undefined) {
      console.error(`there is no reader "${unknown}", only ${Object.keys(parsers).join(', ')}`);
      return 2;
    }
    console.log(`${inputs} inputs each, seed ${seed}\n| reader | refused | slowest ms | faults |`);
    console.log('|---|---|---|---|');
    for (const name of names) {
      const parser = parsers[name];
      if (parser === undefined) continue;
      const { refused, slowestMs, faults } = await fuzz(parser, { inputs, seed });
      console.log(`| ${[name, refused, slowestMs.toFixed(1), faults.length].join(' | ')} |`);
      for (const { input, what } of faults.slice(0, 3)) {
        console.log(`${what}: ${JSON.stringify(input.toString('latin1').slice(0, 400))}`);
      }
      if (faults.length > 0) failed += 1;
    }
  } finally {
    close();
  }
  return failed === 0 ? 0 : 1;
}
