import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src-main/stats/random.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const same = ['ab', 'count:sequential', 'count:sequential'];

/** An application whose head, the case of odd index, takes so many times as long; processes differ by a part `sd`. */
function appWith(head: number, sd: number) {
  const noise = createRandom(11);
  const { fork } = createScriptedEngines(
    undefined,
    ({ index }) => Math.exp(sd * noise.normal()) * (index % 2 === 1 ? head : 1),
  );
  return createScriptedApp({}, { forkEngine: fork });
}

describe('ab of two variants of the catalog', () => {
  it('decides, is stored as a run of its own and is shown like any run', async () => {
    const app = appWith(1, 0.001);
    const { code, stdout, stderr } = await cliSession(
      app,
      'ab count:sequential count:parallel --set n=1e6 --tag compared',
    );
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^2 % needs about 27 pairs, /)]);
    expect(stdout).toMatch(/sequential -> parallel +\S.* 1\.962× \[1\.9\d+, 1\.9\d+×\] +faster\n/);
    expect(stdout).toMatch(/\nDecided after 5 of 27 pairs\.\ntells changes from \S+ %\n$/);
    const shown = await cliSession(app, ['show', 'compared', '--long']);
    expect(shown.stdout).toMatch(/sequential@base/);
    expect(shown.stdout).toMatch(/parallel@head.* faster/);
    const json = await cliSession(app, ['show', 'compared', '--json']);
    const { cases } = JSON.parse(json.stdout);
    expect(cases.map(({ variant }: { variant: string }) => variant)).toEqual([
      'sequential@base',
      'parallel@head',
    ]);
    expect(cases[1].comparison).toMatchObject({ verdict: 'faster', against: 'sequential@base' });
    const history = await cliSession(app, ['history', '--json']);
    expect(JSON.parse(history.stdout).runs).toMatchObject([
      { title: 'ab count:sequential count:parallel', status: 'complete', cases: 2 },
    ]);
  });

  it('compares a variant with itself, and says that it is the same', async () => {
    const { code, stdout } = await cliSession(appWith(1, 0.003), [...same, '--json']);
    const document = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      decided: true,
      scope: 'kernel',
      decide: { tell: 0.02, sides: ['count:sequential', 'count:sequential'] },
      cases: [
        {
          base: { variant: 'sequential@base' },
          head: { variant: 'sequential@head' },
          comparison: { verdict: 'equivalent', paired: true },
        },
      ],
    });
    expect(document.tells).toBeGreaterThan(0.5);
    expect(document.tells).toBeLessThan(3);
  });

  it('ends with 5 where it is undecided, with 0 where that is allowed', async () => {
    const words = [...same, '--pairs', '6', '--tell', '1%'];
    const { code, stdout } = await cliSession(appWith(1, 0.1), words);
    expect(code).toBe(5);
    expect(stdout).toMatch(
      /undecided\n\n1 of 1 undecided after 6 of 6 pairs\.\ntells changes from/,
    );
    const wide = await cliSession(appWith(1, 3), words);
    expect(wide.stdout).toMatch(/ – +undecided\n.*\ntells no change below 10 times\n$/s);
    const allowed = await cliSession(appWith(1, 0.1), [...words, '--allow-unknown']);
    expect(allowed.code).toBe(0);
  });

  it('fails on a slower head, passes one that is not slower, and is never green untold', async () => {
    const gate = [...same, '--fail-on', 'slower', '--tell', '5%'];
    const slower = await cliSession(appWith(1.1, 0.002), gate);
    expectEnd(slower, 4, '1 of 1 cases are slower');
    const faster = await cliSession(appWith(0.9, 0.02), [...gate, '--json']);
    expect(faster.code).toBe(0);
    expect(JSON.parse(faster.stdout)).toMatchObject({
      decided: true,
      gate: { untold: 0, tell: 0.05 },
    });
    const untold = await cliSession(appWith(1.02, 0.1), [...gate, '--pairs', '6']);
    expectEnd(untold, 5, '1 of 1 cases may be slower by more than 5 %');
    const allowed = await cliSession(appWith(1.02, 0.1), [
      ...[...gate, '--pairs', '6', '--allow-unknown'],
    ]);
    expect(allowed.code).toBe(0);
  });

  it('decides each size of a sweep, the undecided ones for longer', async () => {
    const noise = createRandom(3);
    const { fork } = createScriptedEngines(undefined, ({ values }) =>
      values.n === 1000 ? 1 : Math.exp(0.1 * noise.normal()),
    );
    const app = createScriptedApp({}, { forkEngine: fork });
    const words = [...same, '--sweep', 'n=1e3,1e4', '--pairs', '8', '--json'];
    const { cases } = JSON.parse((await cliSession(app, words)).stdout);
    const pairs = cases.map(
      ({ comparison }: { comparison: { repetitions: number[] } }) => comparison.repetitions[0],
    );
    expect(pairs).toEqual([5, 8]);
  });
});

/** A program that says a time; it counts how often it ran in a file beside it. */
function program(folder: string, name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('run --until-decided', () => {
  const words = 'run --workload count --variants sequential,parallel --set n=2e4'.split(' ');

  it('measures open verdicts on, and ends with 5 where one stays open', async () => {
    const noise = createRandom(2);
    const app = (sd: number) => {
      const { fork } = createScriptedEngines(undefined, () => Math.exp(sd * noise.normal()));
      return createScriptedApp({}, { forkEngine: fork });
    };
    const told = await cliSession(app(0.02), [...words, '--until-decided', '--json']);
    const [, contender] = JSON.parse(told.stdout).cases;
    expect(told.code).toBe(0);
    expect(['equivalent', 'faster', 'slower']).toContain(contender.comparison.verdict);
    expect(contender.comparison.repetitions[0]).toBeGreaterThan(5);
    const open = await cliSession(app(0.5), [...words, '--until-decided', '--tell', '1%']);
    expectEnd(open, 5, /note 1 verdict stays open\n$/);
  });
});

it('is exported and imported like any run', async () => {
  const app = appWith(1.1, 0.001);
  const folder = temporaryFolder();
  await cliSession(app, [...same, '--quiet']);
  const words = ['export', 'latest', '--format', 'breakeven', '--out', '.'];
  const { stdout } = await cliSession(app, words, { cwd: folder });
  const file = stdout.trim().replace('wrote ', '');
  const other = createScriptedApp();
  expect(await cliSession(other, ['import', file])).toMatchObject({ code: 0 });
  const shown = await cliSession(other, ['show', 'imported', '--json']);
  expect(JSON.parse(shown.stdout).cases[1]).toMatchObject({
    variant: 'sequential@head',
    comparison: { verdict: 'slower', paired: true },
  });
});

describe('ab of programs that time themselves', () => {
  const line = 'kernel {s} s';

  it('reads the line that they print, A B B A in fresh processes', async () => {
    const folder = temporaryFolder();
    const order = join(folder, 'order');
    const say = (name: string, time: string) =>
      program(folder, name, `echo ${name} >> ${order}; echo "warm up"; echo "kernel ${time} s"`);
    const words = [say('old', '0.0123'), say('new', '0.0246')];
    const { code, stdout } = await cliSession(createScriptedApp(), [
      ...['ab', ...words, '--times', line, '--json'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      decided: true,
      cases: [
        {
          workload: 'program-kernel',
          base: { variant: 'program@base', medianNs: 12_300_000 },
          head: { variant: 'program@head', medianNs: 24_600_000 },
          comparison: { verdict: 'slower' },
        },
      ],
    });
    const ran = readFileSync(order, 'utf8').trim().split('\n');
    // Once each to see what they time, then five pairs.
    expect(ran).toEqual(
      ['old new', 'old new', 'new old', 'old new', 'new old', 'old new'].flatMap((pair) =>
        pair.split(' '),
      ),
    );
  });

  it('runs one command in two folders, after building there', async () => {
    const folder = temporaryFolder();
    for (const [side, time] of [
      ['before', '5'],
      ['after', '4'],
    ] as const) {
      mkdirSync(join(folder, side));
      writeFileSync(join(folder, side, 'time'), time);
    }
    const words = ['ab', 'before', 'after', '--times', 'took {ms} ms'];
    const build = `(echo '#!/bin/sh'; echo "echo took $(cat time) ms") > bench; chmod +x bench`;
    const { code, stdout, stderr } = await cliSession(
      createScriptedApp(),
      [...words, '--build', build, '--run', './bench'],
      { cwd: folder },
    );
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^building before and after\n/)]);
    expect(stdout).toMatch(/5\.0+ ms +4\.0+ ms +1\.250× .* faster\n/);
    const failing = await cliSession(
      createScriptedApp(),
      [...words, '--build', 'echo no compiler >&2; false', '--run', './bench'],
      { cwd: folder },
    );
    expectEnd(failing, 2, /--build "echo no compiler .*" failed in .*before: no compiler\n$/);
  });

  it('reads what Google Benchmark writes', async () => {
    const folder = temporaryFolder();
    const bench = (name: string, factor: number) => {
      const row = (run: string, time: number) =>
        `{"name":"${run}","run_name":"${run}","run_type":"iteration","real_time":${time * factor},"cpu_time":1,"time_unit":"us"}`;
      const rows = [row('BM_sort/1024', 10), row('BM_sort/1024', 11), row('BM_sort/65536', 900)];
      return program(
        folder,
        name,
        `out=$(printf '%s\\n' "$@" | sed -n 's/^--benchmark_out=//p')
cat > "$out" <<'JSON'
{"context":{"date":"2026"},"benchmarks":[${rows.join(',')}]}
JSON`,
      );
    };
    const words = ['ab', bench('old', 1), bench('new', 1.3), '--times', 'google', '--json'];
    const { code, stdout } = await cliSession(createScriptedApp(), words);
    const { cases } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(cases).toMatchObject([
      { workload: 'google-bm-sort', values: { arg: 1024 }, comparison: { verdict: 'slower' } },
      { workload: 'google-bm-sort', values: { arg: 65536 }, base: { medianNs: 900_000 } },
    ]);
  });

  it('says in one sentence what a program got wrong, and keeps a case that fails later', async () => {
    const folder = temporaryFolder();
    const good = program(folder, 'good', 'echo kernel 1 s');
    const silent = program(folder, 'silent', 'echo nothing');
    const broken = program(folder, 'broken', 'echo "no device" >&2; exit 3');
    const late = program(
      folder,
      'late',
      `n=$(cat ${folder}/n 2>/dev/null || echo 0); echo $((n + 1)) > ${folder}/n; [ $n -lt 3 ] && echo kernel 1 s || exit 1`,
    );
    const ab = (...words: readonly string[]) =>
      cliSession(createScriptedApp(), ['ab', ...words, '--times', line]);
    expect(await ab(good, silent)).toMatchObject({
      code: 3,
      stderr: `breakeven: it printed no line with "${line}"\n`,
    });
    expect(await ab(good, broken)).toMatchObject({
      code: 3,
      stderr: `breakeven: ${broken} ended with exit code 3: no device\n`,
    });
    expect((await ab(good, late)).code).toBe(1);
    const wrong = await cliSession(createScriptedApp(), ['ab', good, good, '--times', 'kernel s']);
    expectEnd(wrong, 2, '{s}, {ms}');
  });
});
