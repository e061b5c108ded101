import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { seedNights } from '../../helpers/seed-nights.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let app: App;
let home: string;
let ids: readonly string[];
const session = sessionsOver(() => ({ app, cwd: home }));

beforeAll(() => {
  home = temporaryFolder();
  ids = seedNights(home, { runs: 40, driverFrom: 25, commitFrom: 12 });
  app = createApp({
    home,
    forkEngine: createScriptedEngines().fork,
    lockName: `change-points-${process.pid}`,
  });
});

afterAll(async () => {
  await app.close();
});

describe('history --changes', () => {
  it('says where each case of the newest run changed, and what came with it', async () => {
    const { code, stdout, stderr } = await session('history', '--changes');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Cases of run ${ids.at(-1)} (Night 40) on Test CPU 3000`);
    expect(stdout).toContain(
      '4 series examined together; false discovery rate 5 % (Benjamini-Hochberg).',
    );
    expect(stdout.match(/^count +(sequential|parallel) .* changed /gm)).toHaveLength(4);
    expect(stdout).toMatch(
      new RegExp(
        `^count parallel n=1,000,000, kernel: slower from run ${ids[25]} .* after run ${ids[24]}: .* with it came NVIDIA driver 570.86 → 580.65$`,
        'm',
      ),
    );
    expect(stdout).toMatch(
      new RegExp(
        `^count sequential n=100,000, kernel: faster from run ${ids[12]} .* Commit 4f1c2aa → b07d913$`,
        'm',
      ),
    );
  });

  it('looks at fewer runs, other builds or smaller changes as asked', async () => {
    const newest = await session('history', '--changes', '--variant', 'parallel', '--last', '14');
    expect(newest.stdout).toMatch(/^count +parallel .* steady +– +–$/m);
    expect(newest.stdout).toContain('note 2 cases: only the newest 14 runs are looked at');
    const same = await session('history', '--changes', '--same-build', '--variant', 'sequential');
    expect(same.stdout).toContain('left out: 12 runs of other builds');
    expect(same.stdout).not.toContain('faster from');
    const wide = await session('history --changes --variant parallel --threshold 20%');
    expect(wide.stdout).not.toContain('slower from');
    const early = await session(
      'history',
      '--changes',
      ids[2] ?? '',
      '--last',
      '6',
      '--machine',
      'bench-1',
    );
    expect(early.code).toBe(0);
  });

  it('draws the figure', async () => {
    const out = join(home, 'trend.png');
    const words = ['figure', 'latest', '--kind', 'trend', '--variants', 'parallel', '--out', out];
    expect((await session(...words)).code).toBe(0);
    expect(readFileSync(out).subarray(1, 4).toString()).toBe('PNG');
    const csv = join(home, 'trend.csv');
    expect((await session(...words.slice(0, -1), csv)).code).toBe(0);
    expect(
      readFileSync(csv, 'utf8')
        .split('\n')
        .filter((row) => row.includes('parallel')),
    ).not.toEqual([]);
    const two = await session(...words, '--with', 'latest~1');
    expectEnd(two, 2, 'name one run');
  });

  it('exits with 4 when a change in the direction that is asked for is in the range', async () => {
    const range = ['history', 'latest', '--changes', '--variant', 'parallel'];
    const slower = await session(...range, '--fail-on', 'slower', '--json');
    expectEnd(slower, 4, 'breakeven: 2 of 2 cases became slower\n');
    expect(JSON.parse(slower.stdout)).toMatchObject({ failed: true, total: 2 });
    const faster = await session(...range, '--fail-on', 'faster', '--json');
    expect([faster.code, faster.stderr]).toEqual([0, '']);
    expect(JSON.parse(faster.stdout)).toMatchObject({ failed: false });
    const either = await session('history', '--changes', '--fail-on', 'faster, slower');
    expect(either.code).toBe(4);
    expect(either.stderr).toBe('breakeven: 4 of 4 cases became faster or slower\n');
    expect(either.stdout).toContain('latest change');
    // The change lies 15 runs back.
    const since = await session(...range, '--last', '14', '--fail-on', 'slower');
    expect([since.code, since.stderr]).toEqual([0, '']);
  });
});
