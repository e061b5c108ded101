import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import { createApp } from '../../../src-main/core/app.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const sweep = ['run', '--workload', 'count', '--sweep', 'n=1e3,1e4,1e5,1e6', '--quiet'];
const policy = ['--samples', '15', '--repetitions', '4', '--max-repetitions', '4'];

describe('the answer of a run on a terminal', () => {
  it('stands above the table, which has one row a size and one column a variant', async () => {
    const app = createScriptedApp();
    const { stdout } = await cliSession(app, [...sweep, ...policy]);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^count, 16 cases, 4 repetitions, .* on /);
    expect(lines[1]).toBe('quality: good');
    // 10,100 + n / 2 = 50,100 + n / 20.
    const answer = lines.findIndex((text) => text.startsWith('  all scopes    '));
    expect(answer).toBe(3);
    expect(lines[answer]).toMatch(
      /accelerated is faster than parallel from n = 89,000 \[.*\] on, 5\.096× \[.*\] at n = 1,000,000; up to n = 10,000 sequential is faster than both$/,
    );
    const head = lines.find((text) => /^ +n +sequential/.test(text)) ?? '';
    expect(head.trim().split(/ {2,}/)).toEqual([
      ...['n', 'sequential', 'parallel', 'accelerated', 'speedup of the fastest (kernel)'],
    ]);
    expect(stdout).toMatch(/^ +1000 +1\.100 µs +.* +sequential$/m);
    expect(stdout).toMatch(/^1,000,000 +1\.000 ms +.* +9\.991× accelerated$/m);
    expect(stdout).toContain('skipped 4 cases: no CUDA device was found (absent)\n');
    expect(stdout).not.toMatch(/samples +median|Timing scopes/);
    // What a screen holds.
    expect(lines.length).toBeLessThan(25);
  });

  it('is the sentence of the JSON document, word for word', async () => {
    const app = createScriptedApp();
    const { stdout } = await cliSession(app, [...sweep, ...policy, '--json']);
    const { headline, run } = JSON.parse(stdout);
    const shown = await cliSession(app, ['show', run.id]);
    const [{ answers, sentence }] = headline.workloads;
    expect(headline.sentence).toBe(sentence);
    expect(shown.stdout).toContain(`  all scopes    ${answers[0].text}\n`);
  });

  it('has no speedup where the pairs say otherwise than the medians', async () => {
    const app = createScriptedApp();
    await cliSession(app, [...sweep, ...policy]);
    const run = await app.api.run({ ref: 'latest' });
    const told = async (change: Partial<ComparisonView>) => {
      const comparisons = Object.fromEntries(
        Object.entries(run.comparisons).map(([at, view]) => [at, { ...view, ...change }]),
      );
      const api = { ...app.api, run: async () => ({ ...run, comparisons }) };
      const { stdout } = await cliSession({ ...app, api }, ['show', 'latest']);
      return /^1,000,000 .* {2}(\S.*)$/m.exec(stdout)?.[1];
    };
    expect(await told({})).toBe('9.991× accelerated');
    expect(await told({ ratio: 1.3, ci95: [0.9, 1.9], verdict: 'inconclusive' })).toBe(
      'not distinguishable',
    );
    expect(await told({ ratio: 1.3, ci95: [1.2, 1.4], verdict: 'slower' })).toBe('sequential');
    expect(await told({ verdict: 'inconclusive' })).toBe('not distinguishable');
    expect(await told({ verdict: 'inconclusive', disturbed: true })).toBe("9.991×' accelerated");
    const workloads = run.workloads?.map((workload) => ({
      ...workload,
      variants: workload.variants.map((variant) => ({ ...variant, kind: 'fast' as const })),
    }));
    const api = { ...app.api, run: async () => ({ ...run, workloads }) };
    const { stdout } = await cliSession({ ...app, api }, ['show', 'latest']);
    expect(stdout).toContain('9.991× accelerated (best known)\n');
  });

  it('breaks what it says of quality, skipped cases and warnings at the width of the terminal', async () => {
    const app = createScriptedApp();
    await cliSession(app, [...sweep, ...policy]);
    const run = await app.api.run({ ref: 'latest' });
    const long = Array.from({ length: 30 }, (_, i) => 'word'.slice(0, 1 + (i % 4))).join(' ');
    const cases = run.cases.map((one, at) => ({
      ...one,
      ...(at === 0 ? { outcome: 'failed' as const } : {}),
      ...(at === 0 || one.outcome === 'skipped' ? { reason: long } : { warnings: [long] }),
    }));
    const headline = run.headline && {
      ...run.headline,
      quality: { ...run.headline.quality, level: 'repeat' as const, text: long },
    };
    const api = { ...app.api, run: async () => ({ ...run, cases, headline }) };
    const widths = [60, 61, 62, 63, 64, 80].flatMap(
      (width) => [[width], [width, '--long']] as const,
    );
    for (const [outColumns, ...flags] of widths) {
      const io = { outColumns, colors: true };
      const { stdout } = await cliSession({ ...app, api }, ['show', 'latest', ...flags], { io });
      const plain = stripVTControlCharacters(stdout);
      const said = plain
        .split('\n')
        .filter((text) => /^(quality|failed|skipped|warning)|^ .*word w/.test(text));
      expect(said.length).toBeGreaterThan(5);
      expect(Math.max(...said.map((text) => text.length))).toBeLessThanOrEqual(outColumns);
      expect(stdout).toContain('\u001b[33mskipped\u001b[0m ');
    }
  });

  it('is about the cases that --where leaves', async () => {
    const app = createScriptedApp();
    await cliSession(app, [...sweep, ...policy]);
    const { stdout } = await cliSession(app, ['show', 'latest', '--where', '-variant:accelerated']);
    expect(stdout).toMatch(/ {2}all scopes {4}parallel is faster than sequential from n = /);
  });

  it.each(
    [undefined, 120, 80].flatMap((outColumns) => [
      { outColumns, devices: 'two devices', where: [] },
      { outColumns, devices: 'the processor', where: ['--where', '-device:cuda'] },
    ]),
  )(
    'of eight workloads on $devices at $outColumns columns has 100 lines at most',
    async ({ outColumns, where }) => {
      const app = createApp({ home: temporaryFolder(), forkEngine: forkScriptedEngine });
      const { runId } = await app.api.openSample({ id: 'quick-gpu' });
      const io = outColumns === undefined ? {} : { outColumns };
      const { stdout } = await cliSession(app, ['show', runId, ...where], { io });
      const lines = stdout.slice(stdout.indexOf('quick: 8 workloads, ')).trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(100);
      if (outColumns !== undefined) {
        expect(Math.max(...lines.map((text) => text.length))).toBeLessThanOrEqual(outColumns);
      }
      expect(lines.slice(0, 6).join(' ')).toContain('End to end, ');
      expect(lines.filter((text) => text.startsWith('  end to end '))).toHaveLength(9);
      expect(stdout).toContain(`breakeven show ${runId} --long (every column) | --why`);
      expect(stdout).not.toContain('no number of calls pays');
    },
  );
});
