import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src-main/core/store/store.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { finished, machine, newRun, planned, scope } from '../store/fixtures.ts';

let scripted: MeasuringApp;
let first: string;
let second: string;
let third: string;

beforeAll(async () => {
  scripted = createMeasuringApp();
  first = await scripted.measure(counted());
  second = await scripted.measure(counted({ sweep: { n: [4000, 16_000] } }));
  // Another machine, the same workload, one more axis.
  const store = openStore(scripted.home);
  const cases = [
    planned(0, { workload: 'count', values: { n: 4000, bins: 8, threads: 2 } }),
    planned(1, { workload: 'count', values: { n: 5, bins: 8 } }),
  ];
  third = store.createRun(newRun(cases, { title: 'elsewhere' })).id;
  const times = Array.from({ length: 15 }, (_, i) => 8000 + i);
  store.saveCase(
    third,
    finished(0, {
      planned: cases[0] ?? {},
      result: { samples: [scope('kernel', 0, times)], verification: null },
    }),
  );
  store.saveCase(third, finished(1, { planned: cases[1] ?? {} }));
  store.finishRun(third, 'complete');
  store.close();
});

afterAll(async () => await scripted.close());

describe('runs side by side', () => {
  it('are different ones', async () => {
    await expect(scripted.call('compareRuns', { refs: [first, second, first] })).rejects.toThrow(
      `run ${first} would be compared with itself`,
    );
  });

  it('say that the measured code differs, and which addons, where both know theirs', async () => {
    const store = openStore(scripted.home);
    const withAddons = (addons?: string): string => {
      const versions = { ...machine.versions, ...(addons === undefined ? {} : { addons }) };
      const run = newRun([planned(0)], { machine: { ...machine, versions } });
      const { id } = store.createRun(run);
      store.saveCase(id, finished(0));
      store.finishRun(id, 'complete');
      return id;
    };
    const [before, after, early] = [
      withAddons('breakeven_cpu.node aa, libbreakeven_core.so bb'),
      withAddons('breakeven_cpu.node ab, libbreakeven_core.so bb'),
      withAddons(),
    ];
    store.close();
    const codeOf = async (refs: string[]) => {
      const { environment } = await scripted.call('compareRuns', { refs });
      return environment.find(({ attribute }) => attribute === 'Measured code');
    };
    expect((await codeOf([before, after]))?.sentence).toBe(
      'the measured code differs: breakeven_cpu.node',
    );
    expect(await codeOf([before, early])).not.toHaveProperty('sentence');
  });

  it('match by workload, variant and values, and are judged against the first', async () => {
    const view = await scripted.call('compareRuns', { refs: [first, second] });
    expect(view.scope).toBe('kernel');
    expect(view.scopes).toEqual(expect.arrayContaining(['kernel', 'call', 'total']));
    expect(view.rows).toHaveLength(4);
    expect(view.unpaired.map(({ length }) => length)).toEqual([2, 0]);
    expect(view.unpaired[0]?.[0]?.reason).toBe('the contender has no case with n = 64000');
    for (const { variant, values, cells } of view.rows) {
      expect(['sequential', 'parallel']).toContain(variant);
      expect([4000, 16_000]).toContain(values.n);
      expect(cells[0]?.comparison).toBeNull();
      expect(cells[1]?.comparison).toMatchObject({
        verdict: expect.any(String),
        ratio: expect.any(Number),
      });
      expect(cells[1]?.comparison?.ratio).toBeCloseTo(1, 1);
      expect(cells[1]?.comparison?.adjustedP).toBeGreaterThan(0);
    }
    const detail = await scripted.call('run', { ref: second });
    const cell = view.rows[0]?.cells[1];
    const stored = detail.cases.find(({ index }) => index === cell?.caseIndex);
    expect(cell?.medianNs).toBe(stored?.metrics.kernel?.medianNs);
  });

  it('judge their first rows alone when asked to, as they judge all', async () => {
    const whole = await scripted.call('compareRuns', { refs: [first, second] });
    expect(whole.judged).toBeUndefined();
    const begun = await scripted.call('compareRuns', { refs: [first, second], judge: 1 });
    expect(begun.judged).toBe(1);
    expect(begun.rows).toHaveLength(whole.rows.length);
    const { adjustedP: _, ...verdict } = whole.rows[0]?.cells[1]?.comparison ?? {};
    expect(begun.rows[0]?.cells[1]?.comparison).toEqual(verdict);
    for (const { cells } of begun.rows.slice(1)) {
      expect(cells[1]?.medianNs).toBeGreaterThan(0);
      expect(cells[1]?.comparison).toBeNull();
    }
    const four = await scripted.call('compareRuns', { refs: [first, second], judge: 4 });
    expect(four).toEqual(whole);
  });

  it('say first how their machines differ', async () => {
    expect((await scripted.call('compareRuns', { refs: [first, second] })).environment).toEqual([]);
    const { environment } = await scripted.call('compareRuns', { refs: [first, third] });
    const cpu = environment.find(({ attribute }) => attribute === 'Processor');
    expect(cpu?.machine).toBe(true);
    expect(cpu?.values[1]).toBe(machine.cpuModel);
    const driver = environment.find(({ attribute }) => attribute === 'NVIDIA driver');
    expect(driver).toEqual({
      attribute: 'NVIDIA driver',
      values: [null, '580.1'],
      machine: false,
    });
  });

  it('leave holes where a side lacks a case, and compare over the axes that both have', async () => {
    const { rows, unpaired } = await scripted.call('compareRuns', { refs: [first, second, third] });
    const row = rows.find(({ cells }) => cells[2] !== null);
    expect(row).toMatchObject({ variant: 'sequential', values: { n: 4000, bins: 8 } });
    expect(row?.values).not.toHaveProperty('threads');
    expect(row?.cells[2]?.comparison?.ratio).toBeCloseTo(8007 / 4100, 1);
    expect(rows.filter(({ cells }) => cells[2] === null)).toHaveLength(3);
    expect(unpaired.map(({ length }) => length)).toEqual([2, 0, 1]);
  });

  it('may be variants of one run, whose columns then have names of their own', async () => {
    const refs = [`${first}:sequential`, `${first}:parallel`];
    const { rows, sides, environment } = await scripted.call('compareRuns', { refs });
    expect(sides.map(({ variant }) => variant)).toEqual(['sequential', 'parallel']);
    expect(environment).toEqual([]);
    expect(rows).toHaveLength(3);
    expect(rows.map(({ variant }) => variant)).toEqual([null, null, null]);
    const at = (n: number) => rows.find(({ values }) => values.n === n)?.cells[1];
    expect(at(4000)?.comparison?.verdict).toBe('slower');
    expect(at(64_000)?.comparison?.verdict).toBe('faster');
  });

  it('are refused in one sentence when a name is wrong', async () => {
    const ask = (refs: string[], more = {}) => scripted.call('compareRuns', { refs, ...more });
    await expect(ask([first, `${first}:paralel`])).rejects.toThrow(
      `run ${first} has no variant "paralel"; did you mean "parallel"?`,
    );
    await expect(ask([first, second], { scope: 'copy' })).rejects.toThrow(
      'unknown timing scope "copy"',
    );
    await expect(ask([first])).rejects.toThrow();
    await expect(ask(Array.from({ length: 9 }, () => first))).rejects.toThrow();
  });
});

describe('figures of several runs', () => {
  it('tell the runs apart by name and style', async () => {
    const spec = await scripted.call('figure', {
      ref: first,
      refs: [first, second],
      kind: 'scaling',
    });
    expect(spec.series).toHaveLength(4);
    const labels = spec.series.map(({ label }) => label);
    expect(labels.filter((label) => label.includes(first))).toHaveLength(2);
    expect(new Set(spec.series.map(({ device, slot }) => `${device} ${slot}`)).size).toBe(4);
    expect(spec.provenance.Run).toBe(`${first} ${second}`);
    const ecdf = await scripted.call('figure', {
      ref: first,
      refs: [first, second],
      kind: 'distribution',
      as: 'ecdf',
      where: { n: 4000 },
      variants: ['parallel'],
    });
    expect(ecdf.series).toHaveLength(2);
  });

  it('show the speedup over the first of them', async () => {
    const refs = [`${first}:sequential`, `${first}:parallel`];
    const spec = await scripted.call('figure', { ref: first, refs, kind: 'speedup' });
    expect(spec.series).toHaveLength(1);
    const [line] = spec.series;
    if (line?.mark !== 'line') throw new Error('a speedup is a line');
    const [small] = line.points;
    expect(small?.x).toBe(4000);
    expect(small?.y).toBeCloseTo(4100 / 12_100, 2);
    expect(spec.y.label).toBe(`Speedup over ${first}:sequential (ratio)`);
    const runs = await scripted.call('figure', {
      ref: first,
      refs: [first, second],
      kind: 'speedup',
    });
    for (const series of runs.series) {
      if (series.mark !== 'line') throw new Error('a speedup is a line');
      for (const { y } of series.points) expect(y).toBeCloseTo(1, 1);
    }
    expect(runs.series.every(({ label }) => label.includes(second))).toBe(true);
  });

  it('have the title, caption and axes that are asked for', async () => {
    const figure = (view: object) => scripted.call('figure', { ref: first, kind: 'scaling', view });
    const plain = await figure({});
    const spec = await figure({
      title: 'Mine',
      caption: 'Before the change',
      x: { scale: 'linear', min: 0 },
      y: { label: 'T (µs)', scale: 'log' },
    });
    expect(spec.title).toBe('Mine');
    expect(spec.caption).toBe(`Before the change. ${plain.caption}`);
    expect(spec.x).toMatchObject({ scale: 'linear', min: 0, label: plain.x.label });
    expect(spec.y).toMatchObject({ scale: 'log', label: 'T (µs)' });
    await expect(figure({ x: { scale: 'log', min: 0 } })).rejects.toThrow(
      'x: a logarithmic axis cannot show 0',
    );
    await expect(figure({ y: { min: 5, max: 5 } })).rejects.toThrow(
      /y: the maximum 5 must be above/,
    );
  });

  it('come as files in a batch, with a reason for each that cannot be drawn', async () => {
    const { files, failed } = await scripted.call('exportFigures', {
      figures: [
        { ref: first, kind: 'scaling', format: 'pdf' },
        { ref: first, kind: 'scaling', format: 'pdf' },
        { ref: first, kind: 'scaling', format: 'csv' },
        { ref: first, kind: 'scaling', format: 'svg', scope: 'copy' },
        { ref: second, kind: 'scaling', format: 'csv', scope: 'kernel' },
      ],
    });
    expect(files.map(({ name }) => name)).toEqual([
      `${first}-scaling.pdf`,
      `${first}-scaling-2.pdf`,
      `${first}-scaling.csv`,
      `${second}-scaling-kernel.csv`,
    ]);
    expect(new TextDecoder().decode(files[0]?.bytes.subarray(0, 5))).toBe('%PDF-');
    const csv = new TextDecoder().decode(files[2]?.bytes).trimEnd().split('\r\n');
    expect(csv[0]).toMatch(/^Series,/);
    expect(csv).toHaveLength(1 + 6);
    expect(failed).toEqual([
      { index: 3, message: expect.stringContaining('no case has the timing scope') },
    ]);
  });
});
