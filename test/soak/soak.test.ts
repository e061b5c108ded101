import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { nativeFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { makeClock, withClock } from './clock.ts';
import { main } from './main.ts';
import { joined, reportText } from './report.ts';
import { allFaults, soak } from './soak.ts';

/** Those that take a command or two; `npm run soak` makes them all, for as long as it is told to. */
const quick = ['kill the main process', 'lock the store', 'step the clock'];

describe('a short soak test', () => {
  it('finds nothing lost after faults of a known seed', { timeout: 300_000 }, async () => {
    const faults = allFaults.filter(({ name }) => quick.includes(name));
    const report = await soak({
      seed: 7,
      native: nativeFolder,
      short: true,
      faults,
      more: (done) => done < quick.length,
    });
    expect(report.found).toEqual([]);
    expect([...report.made.keys()].sort()).toEqual([...quick].sort());
    expect(report.kills).toBeGreaterThanOrEqual(1);
    expect(report.samples).toBeGreaterThan(0);
  });

  it('says what a machine does not allow, and goes on', async () => {
    const report = await soak({
      seed: 1,
      native: nativeFolder,
      faults: [
        { name: 'never', unavailable: () => 'no root', inflict: async () => {} },
        {
          name: 'finds something',
          inflict: async ({ found }) => void found.push('samples are gone'),
        },
      ],
      more: (done) => done < 2,
    });
    expect(report.skipped).toEqual(new Map([['never', 'no root']]));
    expect(reportText(report)).toMatch(
      /^finds something: 2\nnever: skipped, no root\n0 kills, 2 faults found, in /,
    );
  });
});

it('moves the clock of one program and of no other', ({ skip }) => {
  const folder = temporaryFolder();
  const [library, file] = [join(folder, 'clock.so'), join(folder, 'clock')];
  const refused = makeClock(library);
  if (refused !== null) return skip(refused);
  writeFileSync(file, '-86400');
  const [program = '', ...rest] = [...withClock(library, file), process.execPath];
  const { stdout } = spawnSync(program, [...rest, '-p', 'Date.now()'], { encoding: 'utf8' });
  const behindS = (Date.now() - Number(stdout)) / 1000;
  expect(Math.abs(behindS - 86_400)).toBeLessThan(3600);
});

it('joins what was found in several stores', async () => {
  const found = (name: string, wrong: string) =>
    soak({
      seed: 1,
      native: nativeFolder,
      faults: [
        {
          name,
          inflict: async (world) => {
            world.counts.kills += 2;
            world.found.push(wrong);
          },
        },
      ],
      more: (done) => done < 1,
    });
  const report = joined([await found('one', 'a is gone'), await found('two', 'b is gone')]);
  expect(reportText(report)).toMatch(
    /^one: 1\ntwo: 1\n4 kills, 2 faults found, in (\S+), (\S+); 0 sample sets stored\n.*\na is gone\nb is gone$/,
  );
});

it.each([
  [['--minutes', '0'], '--minutes takes a positive number, --seed a whole one'],
  [['--minutes', '1', '--seed', 'x'], '--minutes takes a positive number, --seed a whole one'],
  [['--stores', '0'], '--stores takes the number of stores that are worked on at once'],
  [['--only', 'sunshine'], /^--only sunshine fits none of these faults:\nkill the main process\n/],
])('arguments %j are refused', async (args, expected) => {
  const ended = await main(args, nativeFolder, () => {});
  expect('wrong' in ended && ended.wrong).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
});
