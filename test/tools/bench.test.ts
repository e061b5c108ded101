import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { benchmarkNames, main, readBenchmark } from '../../src-main/tools/bench.ts';
import { root } from '../../src-main/tools/paths.ts';

describe('benchmarks', () => {
  it('are files with one sentence of what they are and how they are called, and start when told', async () => {
    const names = benchmarkNames();
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const benchmark = await readBenchmark(name);
      expect(benchmark.title, name).toMatch(/^[A-Z][^.]+\. Arguments: .+\.$/);
      expect(benchmark.main, name).toBeTypeOf('function');
    }
  });

  it('are listed, and one that is not there is refused', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue();
    const wrong = vi.spyOn(console, 'error').mockReturnValue();
    const codes = [await main([]), await main(['no-such-benchmark'])];
    const text = said.mock.calls.map(([line]) => String(line)).join('\n');
    const complaints = wrong.mock.calls.map(([line]) => String(line));
    said.mockRestore();
    wrong.mockRestore();
    expect(codes).toEqual([0, 2]);
    for (const name of benchmarkNames()) expect(text).toContain(`${name}: `);
    expect(complaints).toEqual(['There is no benchmark "no-such-benchmark".']);
  });

  it('may have two dashes before their name, as npm has them', () => {
    const tool = join(root, 'src-main', 'tools', 'run.mjs');
    const words = [tool, 'bench', '--', 'no-such-benchmark'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'There is no benchmark "no-such-benchmark".\n']);
  });

  it('run', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue();
    const code = await main(['coverage', '20']);
    const lines = said.mock.calls.map(([line]) => String(line));
    said.mockRestore();
    expect(code).toBe(0);
    expect(lines[0]).toBe('20 runs a case');
    expect(lines.at(-1)).toMatch(/^largest distance from the exact coverage: [\d.]+ points$/);
  });
});
