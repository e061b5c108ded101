import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BreakEvenView } from '../../../../src-main/contract/verdict.ts';
import { breakEvenCode } from '../../../../src-main/core/analysis/break-even/code.ts';
import { documents } from '../../../../src-main/hosts/cli/json/documents.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const view = (more: Partial<BreakEvenView> = {}): BreakEvenView => ({
  ...{ workload: 'count', scope: 'total', axis: 'n', small: 'plain', large: 'cub-even' },
  ...{ answer: 'one', at: 23_800, ci95: [20_800, 1_234_567 / 10] },
  sentence: 'cub-even is faster.',
  ...more,
});
const never = view({
  ...{ answer: 'none', at: null, ci95: null, pair: ['plain', 'split'] },
  sentence: 'plain is faster\nat every size: no break-even.',
});
const measured = {
  run: { id: '2n3d4v', createdAt: '2026-11-23T10:00:00Z' },
  machine: {
    cpuModel: 'A /* strange */ processor """',
    physicalCores: 16,
    gpus: [{ name: 'NVIDIA H200' }] as never,
    versions: { compiler: 'gcc 13.3.0', driver: '580.95', node: '24' },
  },
};
const name = 'breakeven_count_total_cub_even_over_plain';
/** Size, previous choice. */
const asked = [
  [20_799, 1],
  [20_800, 0],
  [50_000, 0],
  [50_000, 1],
  [123_456.7, 0],
  [123_457, 0],
] as const;
const chosen = '0 0 0 1 0 1';
const of = (format: 'c' | 'python' | 'json', views = [view(), view(), never]): string =>
  breakEvenCode(views, measured, format).text;

describe('break-evens as code', () => {
  it('are C that compiles without a warning and keeps the previous choice within the interval', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thresholds.h'), of('c'));
    const calls = asked.map(([size, before]) => `printf("%d ", ${name}(${size}, ${before}));`);
    const lines = ['#include <stdio.h>', '#include "thresholds.h"', '#include "thresholds.h"'];
    const main = `int main(void) { ${calls.join(' ')} return ${name}__2(1, 0); }`;
    writeFileSync(join(folder, 'main.c'), [...lines, main, ''].join('\n'));
    const strict = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
    execFileSync('cc', [...strict, 'main.c', '-o', 'main'], { cwd: folder });
    expect(execFileSync(join(folder, 'main'), { encoding: 'utf8' }).trim()).toBe(chosen);
  });

  it('are Python that runs', () => {
    const calls = asked.map(([size, before]) => `int(${name}(${size}, bool(${before})))`);
    const code = `${of('python')}\nprint(${calls.join(', ')})\nassert not ${name}__2(1)\n`;
    expect(execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim()).toBe(chosen);
  });

  it('are JSON as its schema says', () => {
    const form = documents['break-even']?.find(({ when }) => when === 'with --format json');
    const document = JSON.parse(of('json'));
    expect(form?.schema.parse(document)).toEqual(document);
    expect(document.thresholds[0]).toMatchObject({ at: 23_800, low: 20_800, high: 123_456.7 });
    expect(document.others).toHaveLength(1);
  });

  it.each(['c', 'python', 'json'] as const)('name machine, versions and date in %s', (format) => {
    const text = of(format);
    for (const fact of ['NVIDIA H200', 'gcc 13.3.0', '580.95', '2026-11-23', '2n3d4v']) {
      expect(text).toContain(fact);
    }
    expect(text).toContain('plain is faster at every size: no break-even.');
  });

  it('have no threshold for an answer that is no single size, or wider than a factor of 10', () => {
    const wide = view({ ci95: [1000, 10_001] });
    expect(breakEvenCode([wide, never], measured, 'c').thresholds).toBe(0);
    expect(breakEvenCode([view({ ci95: [1000, 10_000] })], measured, 'c').thresholds).toBe(1);
  });

  it('are refused for two axes', () => {
    expect(() => of('c', [view({ values: { bins: 8 } })])).toThrow(
      '--format: the break-evens of count depend on n and bins, and a threshold in code is of one axis; choose a value, --where "bins=8"',
    );
  });
});
