import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourcePath } from '../../../src-main/core/util/paths.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let runId: string;

const words = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

beforeAll(async () => {
  scripted = createMeasuringApp();
  const file = resourcePath('sample-results', 'quick-gpu.breakeven');
  const { code, stdout } = await words('import', file);
  expect(code).toBe(0);
  runId = /^imported (\w+):/.exec(stdout)?.[1] ?? '';
});

afterAll(async () => await scripted.close());

it('has one warning for each kind', async () => {
  const { stdout } = await words('show', runId);
  expect(stdout.split('\n').filter((line) => /^[ -]+$/.test(line))).toEqual([]);
  const { cases } = await scripted.call('run', { ref: runId });
  const kinds = new Set(
    cases.flatMap(({ warnings }) => warnings.map((text) => text.replaceAll(/\d[\d.,]*/g, '#'))),
  );
  const lines = stdout.split('\n').filter((line) => line.startsWith('warning '));
  expect([lines.length, kinds.size]).toEqual([3, 3]);
  expect(lines[0]).toMatch(/^warning histogram \S+ .*n=1000 and \d+ more: the time limit of/);
});

describe('the verdicts of another scope', () => {
  it('are of the medians that stand beside them', async () => {
    const { cases } = await scripted.call('run', { ref: runId });
    for (const scope of ['kernel', 'total']) {
      const { comparisons } = await scripted.call('verdicts', { ref: runId, scope });
      const judged = cases.filter(({ index }) => comparisons[String(index)]?.ratio != null);
      expect(judged.length).toBeGreaterThan(40);
      const off = judged.map((each) => {
        const { ratio, against } = comparisons[String(each.index)] ?? {};
        const base = cases.find(
          (other) =>
            other.variant === against &&
            other.workload === each.workload &&
            Object.entries(other.values).every(
              ([axis, value]) => !(axis in each.values) || each.values[axis] === value,
            ),
        );
        const mine = each.metrics[scope]?.medianNs ?? Number.NaN;
        const theirs = base?.metrics[scope]?.medianNs ?? Number.NaN;
        return Math.abs(Math.log((ratio ?? 0) / (mine / theirs)));
      });
      // The sample file holds fewer samples than its medians were taken from: most agree, the noisiest nearly.
      off.sort((a, b) => a - b);
      expect(off[Math.floor(off.length / 2)]).toBeLessThan(0.05);
      expect(off.at(-1)).toBeLessThan(Math.log(2));
    }
  });

  it('stand in the table of that scope', async () => {
    const ratioOf = async (...flags: string[]) => {
      const { stdout } = await words('show', runId, '--long', ...flags);
      return /^cuda-fast .* ([\d.]+×)/m.exec(stdout)?.[1];
    };
    expect(await ratioOf()).toMatch(/×/);
    expect(await ratioOf()).not.toBe(await ratioOf('--scope', 'total'));
  });

  it('are none of a scope that no case has', async () => {
    const { comparisons } = await scripted.call('verdicts', { ref: runId, scope: 'alloc' });
    expect(Object.values(comparisons).every(({ ratio }) => ratio === null)).toBe(true);
  });
});
