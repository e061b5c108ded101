import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../../src-main/core/app.ts';
import { countedAll } from '../../helpers/counted.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let app: App;
beforeEach(() => {
  scripted = createMeasuringApp();
  app = scripted.app;
});
afterEach(() => scripted.close());

describe('comparing', () => {
  it('pairs variants of one run and cases of two, and names what has no counterpart', async () => {
    const asked = countedAll({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 100_000] },
    });
    const first = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const fewer = countedAll({ variants: ['sequential', 'parallel'], sweep: { n: [1000] } });
    const second = await runToEnd(app, () => app.api.startRun({ configuration: fewer }));
    const compareTo = async (contender: string, baseline: string) => {
      const { rows, ...rest } = await app.api.compareRuns({ refs: [baseline, contender] });
      return { ...rest, found: rows.map(({ cells: [, cell], ...row }) => ({ ...row, cell })) };
    };
    const within = await compareTo(`${first}:parallel`, `${first}:sequential`);
    const verdicts = within.found.map(({ cell }) => cell?.comparison?.verdict);
    expect(verdicts).toEqual(['slower', 'faster']);
    expect(within.found[0]?.cell?.comparison?.ratio).toBeCloseTo((10_100 + 500) / 1100, 1);
    expect(within.environment).toEqual([]);
    const between = await compareTo(second, first);
    expect(between.found.map(({ variant, values }) => [variant, values.n])).toEqual([
      ['sequential', 1000],
      ['parallel', 1000],
    ]);
    for (const { cell } of between.found) {
      expect(cell?.comparison?.ratio).toBeCloseTo(1, 3);
      expect(['equivalent', 'inconclusive']).toContain(cell?.comparison?.verdict);
    }
    const [ofFirst, ofSecond] = between.unpaired;
    expect(ofSecond).toEqual([]);
    expect(ofFirst?.map(({ variant, reason }) => [variant, reason])).toEqual([
      ['sequential', 'the contender has no case with n = 100000'],
      ['parallel', 'the contender has no case with n = 100000'],
    ]);
    await expect(compareTo(`${first}:paralel`, first)).rejects.toThrow('parallel');
  });
});
