import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp } from '../../helpers/scripted-app.ts';

const scripted = createMeasuringApp();
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));
const between = ['--axis', 'threads', '--small', '1', '--large', '8'];

beforeAll(async () => {
  const sweep = ['--sweep', 'n=1e3,1e4,1e5', '--sweep', 'threads=1,8'];
  const words = ['run', '--workload', 'count', '--variants', 'sequential,parallel', ...sweep];
  expect((await session(...words, '--samples', '10', '--repetitions', '2', '--quiet')).code).toBe(
    0,
  );
});

afterAll(() => scripted.close());

describe('break-even --axis', () => {
  it('holds one value against another, in both scopes', async () => {
    const { code, stdout } = await session('break-even', 'latest', ...between, '--json');
    const { breakEvens } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(breakEvens).toHaveLength(2);
    expect(breakEvens[0]).toMatchObject({
      pair: ['parallel (threads=1)', 'parallel (threads=8)'],
      between: 'threads',
    });
    const text = await session('break-even', 'latest', ...between, '--scope', 'total');
    expect(text.stdout).toMatch(
      /^Between values of threads\ncount, end to end, parallel \(threads=1\)/,
    );
    expect(text.stdout).not.toContain('device call');
  });

  it('is drawn with a series for each value', async () => {
    const out = join(scripted.home, 'between.csv');
    const { code } = await session('figure', 'latest', ...between, '--out', out);
    expect(code).toBe(0);
    const rows = readFileSync(out, 'utf8');
    expect(rows).toContain('threads = 1');
    expect(rows).toContain('threads = 8');
    expect(rows).not.toContain('sequential');
  });
});
