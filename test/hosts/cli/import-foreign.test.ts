import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src-main/stats/random.ts';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const sizes = [2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18];
/** A nanosecond an element on the CPU; 20 us and a hundredth of that on the GPU: equal at 20,202 elements. */
const cpuNs = (n: number): number => n;
const gpuNs = (n: number): number => 20_000 + 0.01 * n;

let cwd: string;
let here: MeasuringApp;
const session = sessionsOver(() => ({ app: here.app, cwd }));
const fixture = (...parts: readonly string[]): string =>
  join(repositoryRoot, 'test', 'fixtures', 'interchange', ...parts);

/** Three processes of a benchmark on the CPU in Google Benchmark, and three on the GPU in nvbench with sidecars. */
function writeBenchmarks(folder: string): void {
  const random = createRandom(3);
  const near = (time: number): number => time * (1 + 0.02 * (random.below(1000) / 1000 - 0.5));
  for (const process of [1, 2, 3]) {
    const benchmarks = sizes.flatMap((n) =>
      [0, 1, 2, 3, 4].map((repetition) => ({
        ...{ name: `conv/${n}`, run_name: `conv/${n}`, run_type: 'iteration', iterations: 100 },
        ...{ repetition_index: repetition, real_time: near(cpuNs(n)), time_unit: 'ns' },
      })),
    );
    const context = { date: '2026-11-25T12:00:00+00:00', host_name: 'bench', num_cpus: 8 };
    writeFileSync(join(folder, `cpu-${process}.json`), JSON.stringify({ context, benchmarks }));
    const beside = join(folder, `gpu-${process}.json-bin`);
    mkdirSync(beside);
    const states = sizes.map((n, i) => {
      const bytes = Buffer.alloc(4 * 20);
      for (let k = 0; k < 20; k += 1) bytes.writeFloatLE(near(gpuNs(n)) / 1e9, 4 * k);
      writeFileSync(join(beside, `${i}.bin`), bytes);
      const filename = { name: 'filename', value: `build/gpu-${process}.json-bin/${i}.bin` };
      const data = [filename, { name: 'size', value: '20' }];
      return {
        ...{ name: `Elements=${n}`, device: 0, is_skipped: false },
        axis_values: [{ name: 'Elements', type: 'int64', value: String(n) }],
        summaries: [{ tag: 'nv/json/bin:nv/cold/sample_times', data }],
      };
    });
    const meta = { version: { json: { major: 1, minor: 0, patch: 0, string: '1.0.0' } } };
    const file = { meta, devices: [{ id: 0, name: 'NVIDIA H200' }] };
    writeFileSync(
      join(folder, `gpu-${process}.json`),
      JSON.stringify({ ...file, benchmarks: [{ name: 'conv', devices: [0], states }] }),
    );
  }
}

beforeAll(() => {
  cwd = temporaryFolder();
  here = createMeasuringApp();
  writeBenchmarks(cwd);
});

afterAll(async () => {
  await here.close();
});

const cpu = ['cpu-1.json', 'cpu-2.json', 'cpu-3.json'];
const gpu = ['gpu-1.json', 'gpu-2.json', 'gpu-3.json'];

describe('CPU in Google Benchmark, GPU in nvbench', () => {
  it('is one run with one break-even', async () => {
    const named = ['--as-workload', 'conv', '--variant-names', 'cpu,gpu'];
    const { code, stdout } = await session('import', ...cpu, ...gpu, ...named, '--tag', 'two');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^imported \w{12}: conv, 8 cases of 3 processes, 15 to 60 samples a case, NVIDIA H200 \(foreign\), not verified\n$/,
    );
    const answer = await session('break-even', 'two', '--json');
    const { breakEvens } = JSON.parse(answer.stdout);
    expect(breakEvens).toHaveLength(1);
    const [{ scope, at, ci95, workload, sentence }] = breakEvens;
    expect(sentence).toMatch(/ Two tools; three processes each\.$/);
    expect({ scope, workload }).toEqual({ scope: 'call', workload: 'conv' });
    expect(at).toBeGreaterThan(18_000);
    expect(at).toBeLessThan(22_500);
    expect(ci95[0]).toBeLessThan(20_202);
    expect(ci95[1]).toBeGreaterThan(20_202);
    const shown = (await session('show', 'two', '--long')).stdout;
    expect(shown).toContain('not verified');
    expect(shown).toContain('launch and copies are not in its times');
    expect(shown).not.toContain('portable code');
  });

  it('has no interval and no verdict from one process a side', async () => {
    await session('import', 'cpu-1.json', 'gpu-1.json', '--as-workload', 'conv', '--tag', 'single');
    const { breakEvens } = JSON.parse((await session('break-even', 'single', '--json')).stdout);
    expect(breakEvens[0]).toMatchObject({ answer: 'inconclusive', at: null, ci95: null });
    expect(breakEvens[0].sentence).toMatch(
      /^Inconclusive: too few processes\. The medians cross near n = (19|20|21),?\d+, without an interval\. .*; import the files of at least 3 processes, or .* Two tools; one process each\.$/,
    );
  });

  it('says how many processes each of two tools has, and nothing of one tool', async () => {
    const sentenceOf = async (tag: string): Promise<string> =>
      JSON.parse((await session('break-even', tag, '--json')).stdout).breakEvens[0].sentence;
    const named = ['--as-workload', 'conv', '--variant-names', 'cpu,gpu'];
    await session('import', ...cpu, ...gpu.slice(1), ...named, '--tag', 'uneven');
    expect(await sentenceOf('uneven')).toMatch(/ Two tools; cpu has three processes, gpu two\.$/);
    const text = readFileSync(join(cwd, 'cpu-1.json'), 'utf8');
    writeFileSync(join(cwd, 'both.json'), text.replaceAll('conv/', 'other/'));
    await session('import', 'cpu-1.json', 'both.json', '--as-workload', 'conv', '--tag', 'same');
    expect(await sentenceOf('same')).not.toContain('tools');
  });

  it('has pairs of processes with --paired alone, where files were measured together', async () => {
    const comparisonsOf = async (...flags: readonly string[]) => {
      const tag = `pairs${flags.length}`;
      await session('import', ...cpu, ...gpu, '--as-workload', 'conv', '--tag', tag, ...flags);
      const { cases } = JSON.parse((await session('show', tag, '--json')).stdout);
      expect(cases).toHaveLength(8);
      return cases.flatMap(({ comparison }: { comparison?: unknown }) => comparison ?? []);
    };
    const together = await comparisonsOf('--paired');
    expect(together).toContainEqual(expect.objectContaining({ paired: true, repetitions: [3, 3] }));
    const apart = await comparisonsOf();
    expect(apart).toContainEqual(expect.objectContaining({ repetitions: [3, 3] }));
    expect(apart).not.toContainEqual(expect.objectContaining({ paired: true }));
  });

  it('says verified = false in the exported table', async () => {
    const { stdout } = await session('export', 'two', '--out', '-');
    const [head = '', row = ''] = stdout.split('\r\n');
    const at = head.split(',').indexOf('verified');
    expect(row.split(',')[at]).toBe('false');
    expect(row).toContain('not verified');
  });
});

it.each([
  ['google', ', the other timing scopes, verification, cases without a time'],
  ['nvbench', ', the other timing scopes, verification'],
])('what %s has no room for is said when a run is exported to it', async (format, others) => {
  await session('import', ...cpu, ...gpu, '--as-workload', 'conv', '--tag', 'out');
  const { code, stdout, stderr } = await session('export', 'out', '--format', format, '--out', 'o');
  expectEnd({ code, stderr }, 0, `not in these files: which process a sample is of${others}\n`);
  expect(stdout).toMatch(/^wrote /);
});

describe('an import of other tools', () => {
  it('stores nothing with --dry-run', async () => {
    const before = (await session('history')).stdout;
    const { stdout } = await session('import', ...cpu, '--dry-run');
    expect(stdout).toMatch(/^would import google-conv, 4 cases of 3 processes, 15 samples a case/);
    expect((await session('history')).stdout).toBe(before);
  });

  it('compares two imports as two runs', async () => {
    await session('import', ...gpu, '--tag', 'base');
    await session('import', ...gpu, '--tag', 'new');
    const { code, stdout } = await session('compare', 'new', 'base', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).cases).toHaveLength(4);
  });

  it('keeps which run is of the machine that measured the files, as the user says', async () => {
    await session('import', 'cpu-1.json', '--tag', 'first');
    const { run } = JSON.parse((await session('show', 'first', '--json')).stdout);
    await session('import', 'cpu-2.json', '--on', 'first', '--tag', 'second');
    const { cases } = JSON.parse((await session('show', 'second', '--json')).stdout);
    expect(cases[0].attributes).toMatchObject({ tool: 'google', machineOfRun: run.id });
    expectEnd(
      await session('import', 'cpu-2.json', '--on', 'nowhere'),
      2,
      /^breakeven: No run is called "nowhere"/,
    );
  });

  it('skips a command with times of 0: without them it would be slower than it is', async () => {
    const results = [
      { command: 'true', times: [0, 0.001, 0] },
      { command: 'sleep 1', times: [1.01, 1.02, 1.01] },
    ];
    writeFileSync(join(cwd, 'zeros.json'), JSON.stringify({ results }));
    const { code, stdout } = await session('import', 'zeros.json', '--tag', 'zeros');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        '1 skipped: zeros.json: 2 of 3 times are not above 0; hyperfine subtracts the start of a shell: run it with --shell=none,',
      ),
    ]);
    const { cases } = JSON.parse((await session('show', 'zeros', '--json')).stdout);
    expect(cases.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['skipped', 'ok']);
  });

  it.each([
    [['package.json'], /^breakeven: package.json: no format is recognised; --format names one of /],
    [['no.json'], /^breakeven: "no\.json" cannot be read: there is no such file/],
    [['cut.json'], /^breakeven: cut\.json is not JSON, or it is cut off/],
    [
      ['cpu-1.json', 'x.breakeven'],
      /^breakeven: run files \(\.breakeven\) and files of other tools are imported one after the other/,
    ],
    [['x.breakeven', '--title', 'x'], /^breakeven: --title is of files of other tools/],
    [['cpu-1.json', '--format', 'nvbench'], /^breakeven: cpu-1\.json is no file of nvbench: /],
    [
      ['cpu-1.json', '--size-axis', 'm'],
      /^breakeven: --size-axis "m": the files have the axes arg/,
    ],
    [
      ['cpu-1.json', '--variant-axis', 'm'],
      /^breakeven: --variant-axis "m": the files have the axes arg/,
    ],
    [['cpu-1.json', '--baseline', 'm'], /^breakeven: --baseline "m": the variants are google/],
    [
      ['cpu-1.json', 'gpu-1.json', '--as-workload', 'conv', '--variant-names', 'a,b,c'],
      /^breakeven: --variant-names has 3 names; the files are of 2 formats \(google, nvbench\)/,
    ],
    [
      ['hyperfine.json', 'gpu-1.json', '--as-workload', 'conv'],
      /^breakeven: hyperfine\.json has end to end times, gpu-1\.json kernel, device call times: they share no timing scope/,
    ],
    [
      ['moved.json'],
      /^breakeven: samples of 4 of 4 states are missing: gpu-9\.json-bin\/0\.bin is not beside moved\.json/,
    ],
    [['twice.json'], /^breakeven: twice\.json times "commands ls" twice at the same values/],
  ])('of %j is refused in one sentence', async (words, expected) => {
    const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
    write('package.json', '{"name": "x"}');
    write('cut.json', '{"results": [');
    write('x.breakeven', 'x');
    write('hyperfine.json', '{"results": [{"command": "ls", "times": [1]}]}');
    write(
      'twice.json',
      '{"results": [{"command": "ls", "times": [1]}, {"command": "ls", "times": [1]}]}',
    );
    const moved = readFileSync(join(cwd, 'gpu-1.json'), 'utf8').replaceAll('gpu-1', 'gpu-9');
    write('moved.json', moved);
    const { code, stderr, stdout } = await session('import', ...words);
    expect(stderr).toMatch(expected);
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
      ...{ code: 2, stdout: '', lines: 1 },
    });
  });
});

it('imports a result file in a window, which has nothing beside it', async () => {
  const bytes = readFileSync(fixture('hyperfine', 'real.json'));
  const send = (data: Buffer) =>
    here.call('importRun', { name: 'real.json', data: data.toString('base64'), last: true });
  const { run } = await send(bytes);
  expect(run).toMatchObject({ title: 'real.json of hyperfine', workloads: ['hyperfine-commands'] });
  await expect(send(Buffer.from('{}'))).rejects.toThrow(/^real\.json: no format is recognised/);
});
