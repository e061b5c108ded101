import { describe, expect, it } from 'vitest';
import { checksOf, cpuFiles, processorFiles } from '../../src-main/tools/check-aarch64.ts';
import { runChecks } from '../../src-main/tools/run-checks.ts';

describe('check:aarch64', () => {
  it('takes the tuned file of each workload and what names a processor', () => {
    const text = (file: string): string =>
      file.endsWith('black-and-white.cpp') ? 'BREAKEVEN_VECTOR_CLONES void f();' : '';
    const chosen = processorFiles(cpuFiles(), text);
    expect(chosen.filter((file) => file.endsWith('/cpu-fast.cpp'))).toHaveLength(8);
    expect(chosen).toContain('native/workloads/binarize/shared/black-and-white.cpp');
    expect(chosen).toHaveLength(9);
  });

  it('compiles each file, and fails with what the compiler said', async () => {
    const lines: string[] = [];
    const compile = (file: string): Promise<string | null> =>
      Promise.resolve(file === 'bad.cpp' ? 'bad.cpp:1: error: no such target\n' : null);
    const print = (line: string): void => void lines.push(line);
    const check = (files: readonly string[]) => runChecks(checksOf(files, compile), print);
    expect(await check(['good.cpp', 'bad.cpp'])).toBe(1);
    expect(lines.join('\n')).toMatch(/^good\.cpp for aarch64: ok \(/m);
    expect(lines.join('\n')).toMatch(/^bad\.cpp for aarch64: FAILED .*\n(.*\n)?bad\.cpp:1: error/m);
    expect(lines.at(-1)).toBe('1 checks passed, 1 checks failed');
    expect(await check(['good.cpp'])).toBe(0);
    expect(await check([])).toBe(1);
  });
});
