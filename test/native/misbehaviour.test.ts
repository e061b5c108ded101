import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAddon, testAddonFolder } from './native-addons.ts';

const child = fileURLToPath(new URL('misbehaviour-child.mjs', import.meta.url));

type Ending = { readonly signal: string | null; readonly result: unknown };

/** Runs one case in a process of its own. */
function runApart(variant: string, samples = 12): Promise<Ending> {
  return new Promise((resolve) => {
    const running = spawn(process.execPath, [child, testAddonFolder, variant, String(samples)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    });
    let output = '';
    running.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    running.on('close', (_code, signal) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      resolve({ signal, result: last.startsWith('{') ? JSON.parse(last) : last });
    });
  });
}

describe('variants that misbehave', () => {
  it.each([
    ['test-throw', /^thrown on purpose$/, null],
    ['test-wrong', /^wrong answer before timing: bin 7 is \d+, expected \d+$/, false],
    ['test-wrong-later', /^wrong answer in a repeated run: bin 7 is \d+, expected \d+$/, false],
    [
      'test-wrong-total',
      /^wrong answer (?:after timing end to end|in a timed run): bin 7 is \d+, expected \d+$/,
      false,
    ],
    ['test-idle', /^wrong answer before timing: nothing was written to counts$/, false],
  ])('%s fails with the reason and without samples', async (variant, reason, passed) => {
    expect(await runApart(variant)).toEqual({
      signal: null,
      result: { outcome: 'failed', reason: expect.stringMatching(reason), samples: 0, passed },
    });
  });

  it('an answer that gets wrong while it is sampled is found there', async () => {
    const { result } = await runApart('test-wrong-last', 4001);
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^wrong answer in a timed run: bin 7 is \d+, expected \d+$/),
      samples: 0,
    });
  });

  it('an answer that only a long whole gets wrong is found in its last sample', async () => {
    const { result } = await runApart('test-wrong-long-total', 1);
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^wrong answer after timing end to end: bin 7 /),
      samples: 0,
    });
  });

  it('a sound variant of the same build is measured', async () => {
    const { result } = await runApart('sequential');
    expect(result).toMatchObject({ outcome: 'ok', samples: 3, passed: true });
  });
});

it('shipped addons have none of them', () => {
  const ids = openAddon('cpu')
    .catalog()
    .workloads.flatMap(({ variants }) => variants.map(({ id }) => id));
  expect(ids.filter((id) => id.startsWith('test-'))).toEqual([]);
  expect(ids.length).toBeGreaterThan(0);
});
