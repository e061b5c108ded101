import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sameQuestion } from '../../../src-main/contract/same-question.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { hasNumpy } from '../../helpers/numpy.ts';

type Asked = Parameters<typeof sameQuestion>[0][number];
const timed = (variant: string, attributes: Asked['attributes']): Asked => ({
  ...{ variant, outcome: 'ok', attributes },
});
const inC = timed('omp', { calledFrom: 'C', emptyCallNs: 1.2 });
const inPython = timed('numpy', { calledFrom: 'Python', emptyCallNs: 1900 });

describe('what times of one table include', () => {
  it('is said where a call from Python stands beside one from C', () => {
    expect(sameQuestion([inC, inPython, inPython])).toEqual([
      'numpy includes the call from Python (1.90 µs for an empty call); omp is called from C.',
    ]);
  });

  it('has a figure of its own for each variant whose empty call takes longer', () => {
    const ctypes = timed('ctypes', { calledFrom: 'Python', emptyCallNs: 14_800 });
    const numpy = [100, 140, 180].map((emptyCallNs) =>
      timed('numpy', { calledFrom: 'Python', emptyCallNs }),
    );
    const scipy = timed('scipy', { calledFrom: 'Python', emptyCallNs: 150 });
    expect(sameQuestion([ctypes, ...numpy, scipy, inC])).toEqual([
      'ctypes, numpy and scipy include the call from Python (an empty call takes 150 ns in numpy and scipy, 14.8 µs in ctypes); omp is called from C.',
    ]);
  });

  it('is not said where all are of one kind, or nothing was timed', () => {
    expect(sameQuestion([inC, inC])).toEqual([]);
    expect(sameQuestion([inPython])).toEqual([]);
    expect(sameQuestion([inC, { ...inPython, outcome: 'failed' }])).toEqual([]);
    expect(sameQuestion([timed('cub', {}), timed('thrust', {})])).toEqual([]);
  });

  it('is the start of a program, unless it is timed by the program itself', () => {
    const started = timed('rg', { calledFrom: 'program', spawnNs: 1.2e6 });
    const itself = timed('old', { calledFrom: 'program', spawnNs: 1.2e6, timedBy: 'program' });
    expect(sameQuestion([started, inC, itself])).toEqual([
      'rg includes the start of a program (1.20 ms for one that does nothing).',
      'old: timed by the program itself.',
    ]);
    expect(sameQuestion([started, started])).toEqual([]);
  });

  it('names four variants at most', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => timed(id, { calledFrom: 'C' }));
    expect(sameQuestion([inPython, ...many])[0]).toMatch(
      /; a, b, c, d and 2 more are called from C\.$/,
    );
  });
});

describe.skipIf(!hasNumpy)('a library', { timeout: 120_000 }, () => {
  const { cli, folder: cwd } = sessionsInFolder();

  it('is called from C and from Python, and the table says so', async () => {
    const code =
      'double dot(int n, const float *x, const double *y) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }\n';
    writeFileSync(join(cwd(), 'sequential.c'), code);
    execFileSync('cc', [
      '-O2',
      '-shared',
      '-fPIC',
      '-o',
      join(cwd(), 'libdot.so'),
      join(cwd(), 'sequential.c'),
    ]);
    writeFileSync(
      join(cwd(), 'workload.toml'),
      `id = "dot"
returns = "float64"
axes.n = { min = 1, max = 1_000_000, default = 1000, scale = "log" }
args = [
  { name = "n", scalar = "int32", value = "n" },
  { name = "x", array = "float32", shape = "n", fill = "uniform(-1, 1)" },
  { name = "y", array = "float64", shape = "n", fill = "uniform(-1, 1)" },
]
library = [
  { id = "from-c", path = "./libdot.so" },
  { id = "from-python", path = "./made/libdot.so", call = "python", build = "mkdir -p made && cp libdot.so made" },
]
`,
    );
    const words = ['--lab', '.', '--variants', 'from-c,from-python', '--sweep', 'n=100'];
    const ran = await cli('run', ...words, '--samples', '4', '--repetitions', '1');
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    const sentence =
      /from-python includes the call from Python \([\d.]+ [nµ]s for an empty call\); from-c is called\s+from C\./;
    expect(ran.stdout).toMatch(sentence);
    expect((await cli('show', 'latest', '--long')).stdout).toMatch(sentence);
    const { cases } = JSON.parse((await cli('show', 'latest', '--json')).stdout);
    for (const { attributes } of cases) expect(attributes.emptyCallNs).toBeGreaterThan(0);
    const markdown = await cli('export', 'latest', '--format', 'markdown', '--out', 'run.md');
    expect([markdown.code, markdown.stderr]).toEqual([0, expect.any(String)]);
  });
});
