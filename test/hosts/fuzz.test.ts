import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from '../simulations/fuzz.ts';
import { type FuzzedParsers, fuzzedParsers } from '../simulations/fuzzed-parsers.ts';

/** A short form with a fixed seed; `npm run bench -- fuzz` is the long one. */
const few = { inputs: 150, seed: 20_261_122 };

let all: FuzzedParsers;
beforeAll(async () => {
  all = await fuzzedParsers();
});
afterAll(() => all.close());

it.each([
  ...['query', 'axis values', 'arguments', 'configuration', 'preset', 'run file'],
  ...['figure specification', 'workload.toml', 'api', 'Matrix Market', '.npy', 'real .npy'],
  'counters',
])('no input of %s does more than be read or refused', { timeout: 60_000 }, async (name) => {
  const parser = all.parsers[name];
  if (parser === undefined) throw new Error(`there is no reader "${name}"`);
  for (const sound of parser.seeds) await parser.read(sound);
  const { refused, faults } = await fuzz(parser, few);
  expect(
    faults
      .map(({ what, input }) => `${what.slice(0, 200)}: ${input.toString('latin1').slice(0, 200)}`)
      .slice(0, 5),
  ).toEqual([]);
  if (name !== 'axis values' && name !== 'arguments' && name !== 'figure specification') {
    expect(refused).toBeGreaterThan(0);
  }
});

it('has every reader in its list', () => {
  expect(Object.keys(all.parsers)).toHaveLength(13);
});

it('tells what a reader may not do', async () => {
  const seeds = [Buffer.from('sound')];
  const wrong = {
    crash: () => JSON.parse('{').x,
    stack: () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
    long: () => {
      throw Object.assign(new Error('x'.repeat(1e5)), { code: 'bad-input' });
    },
  };
  const slow = () => {
    const begun = process.cpuUsage();
    while (process.cpuUsage(begun).user < 5e4);
  };
  const one = { inputs: 1, seed: 1, limitMs: 40 };
  const { faults: hung } = await fuzz({ seeds, tokens: ['x'], read: slow }, one);
  expect(hung.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^it took \d{2,} ms of CPU time, twice$/),
  ]);
  for (const [name, read] of Object.entries(wrong)) {
    const { faults } = await fuzz({ seeds, tokens: ['x'], read }, { inputs: 3, seed: 1 });
    expect([name, faults.length]).toEqual([name, 3]);
  }
});
