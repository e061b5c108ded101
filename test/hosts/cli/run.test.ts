import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../src-main/contract/api.ts';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { HostApp } from '../../../src-main/hosts/host-app.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, runWords } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** For tests of the configuration that a run is asked for with. */
const refuseRun: Api['startRun'] = () =>
  Promise.reject(new BreakevenError('busy', 'another run is measured'));

describe('run', () => {
  it('says with --timings where the time of each case and of all went', async () => {
    const words = [...runWords, '--set', 'n=1e3', '--samples', '6'];
    const json = await cliSession(createScriptedApp(), [...words, '--timings', '--json']);
    const { timings } = JSON.parse(json.stdout);
    expect(timings.cases).toHaveLength(2);
    for (const each of timings.cases) {
      expect(each).toMatchObject({ repetitions: 3, timings: { input: 0.75, sample: 3 } });
    }
    expect(timings.total).toMatchObject({ repetitions: 6, timings: { verify: 3, sample: 6 } });
    const { stdout } = await cliSession(createScriptedApp(), [...words, '--timings']);
    const [, head, , first, , total] = stdout.slice(stdout.indexOf('Time in seconds')).split('\n');
    expect(head).toMatch(/^case +processes .*input +verification +sampling +other +total$/);
    expect(first).toMatch(/^count sequential .* 3 .* 0\.75 +1\.50 +3\.00 /);
    expect(total).toMatch(/^all cases +6 .* 1\.50 +3\.00 +6\.00 /);
  });

  it('prints one JSON document of the stated shape, and nothing else', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(app, [
      ...runWords,
      '--set',
      'n=1e3',
      '--samples',
      '5',
      '--json',
    ]);
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(
      'schemaVersion run machine headline cases breakEvens'.split(' '),
    );
    expect(document.run).toMatchObject({ status: 'complete', ok: 2 });
    expect(document.cases).toHaveLength(2);
    expect(document.cases[0]).toMatchObject({
      workload: 'count',
      variant: 'sequential',
      values: { n: 1000, bins: 8, seed: 1, distribution: 'uniform' },
      outcome: 'ok',
      reason: null,
      metrics: { kernel: { medianNs: 1100, ci95LoNs: expect.any(Number) } },
      answer: { sha256: 'ab'.repeat(32), total: 1000 },
    });
    expect(document.cases[0].comparison).toBeNull();
    expect(document.cases[1].comparison).toMatchObject({
      verdict: 'slower',
      against: 'sequential',
    });
    expect(app.closed()).toBe(true);
  });

  it('takes a list in --set for a sweep, and one value in --sweep for one too', async () => {
    const groups = async (...words: readonly string[]) => {
      const app = createScriptedApp({ startRun: refuseRun });
      await cliSession(app, ['run', '--workload', 'count', ...words]);
      return app.started()?.groups;
    };
    expect(await groups('--set', 'n=1e3,2^11', '--set', 'bins=8')).toMatchObject([
      { set: { bins: 8 }, sweep: { n: [1000, 2048] } },
    ]);
    expect(await groups('--set', 'n=8..32:x2', '--sweep', 'bins=8')).toMatchObject([
      { set: {}, sweep: { n: [8, 16, 32], bins: [8] } },
    ]);
  });

  it('turns --samples into the rule fixed and lifts the time limit', async () => {
    const app = createScriptedApp({ startRun: refuseRun });
    await cliSession(app, 'run --preset quick --samples 50 --repetitions 3 --quiet');
    expect(app.started()?.policy).toEqual({
      criterion: 'fixed',
      parameters: { samples: 50 },
      timeLimitS: null,
      repetitions: 3,
      order: 'shuffled',
    });
    expect(app.started()).toMatchObject({ preset: 'quick', orderSeed: 7 });
  });

  it('takes the number of samples from one place, and a time limit only where one is given', async () => {
    const policyOf = async (...words: readonly string[]) => {
      const app = createScriptedApp({ startRun: refuseRun });
      const session = await cliSession(app, ['run', '--workload', 'count', '--quiet', ...words]);
      return app.started()?.policy ?? session.stderr;
    };
    const fixed = { criterion: 'fixed', parameters: { samples: 5 } };
    const both = ['--samples', '5', '--time-limit', '2'];
    expect(await policyOf(...both)).toMatchObject({ ...fixed, timeLimitS: 2 });
    const set = ['--criterion', 'fixed', '--criterion-set', 'samples=5'];
    expect(await policyOf(...set)).toMatchObject({ ...fixed, timeLimitS: null });
    expect(await policyOf(...set, '--samples', '7')).toBe(
      'breakeven: --samples 7 and --criterion-set samples=5 both set the number of samples; give one of them\n',
    );
    expect(await policyOf('--samples', '7', '--criterion', 'precision')).toBe(
      'breakeven: --samples uses the criterion "fixed" and cannot be combined with --criterion precision\n',
    );
    expect(await policyOf('--samples', '7', '--criterion', 'adaptive')).toMatch(
      /unknown stopping criterion "adaptive"/,
    );
    expect(await policyOf('--samples', '1e8')).toMatch(
      /--samples: 1e8 is too large; it takes a whole number from 1 to 1e7/,
    );
  });

  it('lays flags over a preset: a set value takes the place of its sweep', async () => {
    const app = createScriptedApp({ startRun: refuseRun });
    await cliSession(app, 'run --preset quick --set n=64Ki --sweep bins=8,16 --quiet');
    expect(app.started()?.groups).toEqual([
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: { n: 65_536 },
        sweep: { bins: [8, 16] },
      },
    ]);
  });

  it('takes an axis as a flag of its own, with a value or a list', async () => {
    const app = createScriptedApp();
    const words = 'run --workload count --n 1e3..4e3:x2 --distribution degenerate'.split(' ');
    const { code } = await cliSession(app, [...words, '--quiet']);
    expect(code).toBe(0);
    expect(app.started()?.groups).toEqual([
      {
        workload: 'count',
        variants: 'all',
        set: { distribution: 'degenerate' },
        sweep: { n: [1000, 2000, 4000] },
      },
    ]);
  });

  it('lets an axis follow another one', async () => {
    const words = [...runWords, '--sweep', 'n=8,16', '--link', 'bins=n', '--dry-run', '--json'];
    const { stdout } = await cliSession(createScriptedApp(), words);
    const { groups } = JSON.parse(stdout).configuration;
    expect(groups[0]).toMatchObject({ sweep: { n: [8, 16] }, link: { bins: 'n' } });
  });

  it('prints the plan and runs nothing on a dry run', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(app, [...runWords, '--dry-run', '--json']);
    expect(code).toBe(0);
    const plan = JSON.parse(stdout);
    expect(plan.cases).toHaveLength(2);
    expect(plan.cases[0]).toMatchObject({ workload: 'count', values: { n: 1000 } });
    expect(app.calls).not.toContain('startRun');
  });

  it('prints a table with median, interval, throughput, speedup and verdict, and the break-even', async () => {
    const { stdout, stderr } = await cliSession(
      createScriptedApp(),
      'run --workload count --sweep n=1e3,1e4 --max-repetitions 5 --long',
    );
    const head = /^variant +n +samples +median +95 % CI +throughput +speedup +verdict$/m;
    expect(stdout).toMatch(head);
    expect(stdout).toMatch(/^sequential +1000 +\d+ +1\.09969 µs +\[.*\] +3\.64 GB\/s +– +–$/m);
    expect(stdout).toMatch(
      /^parallel +10,000 +\d+ +15\.10 µs +\[.*\] +2\.65 GB\/s +0\.\d+× +slower$/m,
    );
    expect(stdout).toContain('skipped 2 cases: no CUDA device was found (absent)\n');
    expect(stdout).toContain('sequential is faster than parallel for n from 1000 to 10,000');
    expect(stdout).toContain('breakeven help terms');
    expect(stdout).toContain('is complete: 6 ok, 0 failed, 2 skipped.');
    expect(stderr).toMatch(/^\[\d+\/\d+\] count \w+ n=[\d,]+( ETA .*)?$/m);
  });

  it('exits with 1 when a case failed and names what was wrong', async () => {
    const { code, stdout } = await cliSession(
      createScriptedApp(),
      'run --workload trouble --variants good,wrong',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('failed trouble wrong n=1000: bin 3 is 7 and not 8\n');
  });

  it('writes tables and figures into --out, in the scope of the answer', async () => {
    const cwd = temporaryFolder();
    const app = createScriptedApp();
    const exportFigure = vi.fn(app.api.exportFigure);
    const api = { ...app.api, exportFigure };
    const words = [...runWords, '--out', 'a/b'];
    const { code, stdout } = await cliSession({ ...app, api }, words, { cwd });
    expect(code).toBe(0);
    expect(exportFigure.mock.calls.map(([{ scope }]) => scope)).toEqual(['total', 'total']);
    expect(readdirSync(join(cwd, 'a', 'b')).sort()).toEqual([
      'distribution.png',
      'samples.csv',
      'samples.meta.json',
      'scaling.png',
      'summary.csv',
      'summary.meta.json',
    ]);
    expect(stdout).toContain(`wrote 6 files into ${join(cwd, 'a', 'b')}: summary.csv`);
  });

  it('cancels on an interrupt, keeps what is finished and exits with 130', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(
      app,
      ['run', '--workload', 'trouble', '--variants', 'slow', '--json'],
      {
        io: {
          onInterrupt: (listener) => {
            void vi.waitFor(() => expect(app.calls).toContain('startRun')).then(listener);
            return () => undefined;
          },
        },
      },
    );
    expect(code).toBe(130);
    expect(app.calls).toContain('cancelRun');
    expect(JSON.parse(stdout).run.status).toBe('cancelled');
    expect(app.closed()).toBe(true);
  });

  it('overwrites one line on a terminal', async () => {
    const app = createScriptedApp();
    const known = { samples: 12, medianNs: 1234, ci95LoNs: 1200, ci95HiNs: 1300 };
    const measuring: HostApp = {
      ...app,
      onEvent: (listener) =>
        app.onEvent((event) =>
          listener(
            event.type === 'progress'
              ? { ...event, progress: { ...event.progress, ...known } }
              : event,
          ),
        ),
    };
    const { stderr } = await cliSession(measuring, runWords, { io: { terminal: true } });
    expect(stderr).toContain('\r\u001b[K[1/');
    expect(stderr).toContain('12 samples 1.23');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('colours only where colours are shown, and not with --no-color', async () => {
    const colored = await cliSession(createScriptedApp(), [...runWords, '--long'], {
      io: { colors: true },
    });
    expect(colored.stdout).toContain('\u001b[31mslower\u001b[0m');
    const plain = await cliSession(createScriptedApp(), [...runWords, '--no-color'], {
      io: { colors: true },
    });
    expect(plain.stdout).not.toContain('\u001b');
  });
});
