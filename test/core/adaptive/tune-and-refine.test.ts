import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultRefinement } from '../../../src-main/contract/break-even-target.ts';
import type {
  Configuration,
  Descriptor,
  Group,
  StoredCase,
} from '../../../src-main/contract/run.ts';
import { nextTrials, type TuneSource, tuningOf } from '../../../src-main/core/adaptive/tune.ts';
import { edgeOf, firstValues, valueBetween } from '../../../src-main/core/adaptive/tune-values.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { repetitions, sampleComparer } from '../../helpers/sample-comparer.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { counted } from '../api/scripted-app.ts';

let app: App;
let home: string;
let number = 0;

beforeEach(() => {
  home = temporaryFolder();
  number += 1;
  const lockName = `tune-${process.pid}-${number}`;
  app = createApp({ home, forkEngine: forkScriptedEngine, lockName });
});

afterEach(async () => {
  await app.close();
  rmSync(home, { recursive: true, force: true });
});

const configuration = (group: Partial<Group>, more: Partial<Configuration> = {}) =>
  counted({ variants: 'all', sweep: {}, ...group }, more);

describe('tuning', () => {
  it('finds the least of a curve, stores every probe, and says what cannot be told from the best', async () => {
    // With seven bins the scripted variant takes 1 + 4 (share - 0.7)^2 of its time.
    const asked = configuration(
      {
        variants: ['accelerated'],
        set: { n: 100_000, bins: 7 },
        sweep: { share: [0, 0.25, 0.5, 0.75, 1] },
      },
      { tune: { parameter: 'share', span: 'call' }, policy: { ...counted().policy, rounds: 6 } },
    );
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const { tuning, cases, run } = await app.api.run({ ref });
    expect(run.status).toBe('complete');
    expect(cases.length).toBeGreaterThan(5);
    // The best value and the fastest one that it is told from are there once more, in five processes or more.
    expect(tuning?.probes).toHaveLength(cases.length - 2);
    expect(tuning?.confirmation).toMatchObject({
      best: tuning?.best,
      comparison: { verdict: 'slower', paired: true, rounds: [6, 6] },
    });
    const again = cases.slice(-2).map(({ values }) => values.share);
    expect(again).toEqual([tuning?.best, tuning?.confirmation?.value]);
    expect(tuning?.sentence).toContain('measured again in fresh processes');
    expect(Math.abs(Number(tuning?.best) - 0.7)).toBeLessThan(0.0501);
    const [low, high] = tuning?.interval ?? [Number.NaN, Number.NaN];
    expect(Number(low)).toBeLessThanOrEqual(0.7 + 0.05);
    expect(Number(high)).toBeGreaterThanOrEqual(0.7 - 0.05);
    expect(tuning?.state).not.toBe('open');
    expect(tuning?.sentence).toContain(`share = ${tuning?.best}`);
  });

  it('stops early where probes cannot be told apart', async () => {
    const asked = configuration(
      { variants: ['accelerated'], set: { n: 100_000 }, sweep: { share: [0, 0.25, 0.5, 0.75, 1] } },
      { tune: { parameter: 'share', span: 'call' } },
    );
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const { tuning, cases } = await app.api.run({ ref });
    expect(cases.length).toBeLessThan(12);
    expect(tuning).toMatchObject({ state: 'flat', interval: [0, 1] });
  });

  it('begins with the whole range', () => {
    const axis = { id: 'blockSize', title: '', help: '', role: 'variant' } as const;
    const number_ = { ...axis, type: 'integer', min: 32, max: 1024, default: 256 } as const;
    expect(firstValues({ ...number_, scale: 'log' })).toEqual([32, 64, 256, 512, 1024]);
    expect(firstValues({ ...number_, min: 48, scale: 'log' })).toContain(1024);
    const choice = { ...axis, type: 'choice', default: 'a' } as const;
    const choices = ['a', 'b'].map((id) => ({ id, help: '' }));
    expect(firstValues({ ...choice, choices })).toEqual(['a', 'b']);
    expect(() => firstValues({ ...axis, type: 'text', default: '' })).toThrow('cannot be searched');
  });
});

describe('what a search says', () => {
  const share = {
    id: 'share',
    title: '',
    help: '',
    role: 'variant',
    type: 'real',
    min: 0,
    max: 1,
    default: 0.5,
    scale: 'linear',
  } as const;
  const descriptor = {
    workload: { axes: [] },
    variant: { id: 'heterogeneous', device: 'cpu+cuda', parameters: [share] },
  } as unknown as Descriptor;

  /** Probes with their times in microseconds; of the others what was stored of them, if anything. */
  const source = (
    probes: readonly (readonly [number, number | Partial<StoredCase> | undefined])[],
    ended = true,
  ): TuneSource => {
    const planned = probes.map(([value], index) => ({
      index,
      workload: 'fractal-pipeline',
      variant: 'heterogeneous',
      values: { share: value },
      policy: counted().policy,
    })) as unknown as TuneSource['planned'];
    const cases = probes.flatMap(([value, found], index): StoredCase[] => {
      if (found === undefined) return [];
      const ns = typeof found === 'number' ? found * 1e3 : 0;
      const ok = { median_ns: ns, ci95_lo_ns: ns * 0.99, ci95_hi_ns: ns * 1.01 };
      const base = {
        index,
        outcome: 'ok',
        reason: null,
        metrics: { total: ok },
        facts: {},
        variant: 'heterogeneous',
        values: { share: value },
      };
      return [{ ...base, ...(typeof found === 'number' ? {} : found) } as unknown as StoredCase];
    });
    return {
      configuration: configuration({}, { tune: { parameter: 'share' } }),
      planned,
      cases,
      descriptors: new Map(probes.map((_, index) => [index, descriptor])),
      judge: judgeBy((index) => timesOf(probes[index]?.[1])),
      ended,
    };
  };

  const timesOf = (found: unknown): readonly Float64Array[] => {
    if (typeof found !== 'number') return [];
    const times = (round: number) =>
      Float64Array.from({ length: 20 }, (_, i) => found * (1e3 + ((i * 7 + round) % 20) / 10));
    return [times(0), times(1)];
  };

  const judgeBy = (times: (index: number) => readonly Float64Array[]): TuneSource['judge'] => {
    const comparer = sampleComparer((index, scope) => repetitions(scope, times(index)));
    const subject = (stored: StoredCase, scope: string) =>
      ({ runId: '01run', stored, device: 'cpu+cuda', scope }) as const;
    return (contender, baseline, scope) =>
      comparer.judge(subject(contender, scope), subject(baseline, scope));
  };

  it('gives a reason for each value that has no time', () => {
    const view = tuningOf(
      source([
        [0, 9],
        [0.25, undefined],
        [0.5, { outcome: 'failed', reason: 'the engine ended', metrics: {} }],
        [0.75, { metrics: { kernel: {} } as unknown as StoredCase['metrics'] }],
        [0.9, { metrics: { total: { median_ns: 1 } } as unknown as StoredCase['metrics'] }],
        [1, 2],
      ]),
    );
    expect(view?.probes.map(({ reason }) => reason)).toEqual([
      null,
      'not measured: the run ended before',
      'the engine ended',
      'it has no timing scope total; it has kernel',
      'heterogeneous has no samples',
      null,
    ]);
    expect(view?.sentence).toContain('4 values could not be measured');
    const under = tuningOf(
      source(
        [
          [0.25, undefined],
          [1, 2],
        ],
        false,
      ),
    );
    expect(under?.probes[0]?.reason).toBe('not measured yet');
    const none = tuningOf(source([[0.25, { outcome: 'skipped', reason: 'no device' }]]));
    expect(none).toMatchObject({ best: null, sentence: 'No value could be measured: no device.' });
  });

  it('says why a value is like the best although its interval lies apart', () => {
    const probes = source([
      [0, 9],
      [0.5, 2],
      [1, 2.1],
    ]);
    // Both processes of the last value differ as much as the two values do.
    const view = tuningOf({
      ...probes,
      judge: judgeBy((index) => {
        const [one, other] = timesOf([9, 2, 2.1][index]);
        if (one === undefined || other === undefined) return [];
        return [one, index === 2 ? other.map((ns) => ns * 0.6) : other];
      }),
    });
    expect(view?.interval).toEqual([0.5, 1]);
    expect(view?.sentence).toContain(
      '0.5 to 1 cannot be told from it, although some intervals of medians',
    );
    expect(view?.sentence).toContain('--repetitions narrows it');
  });

  it('tells a best value at the edge of the range, with its interval', () => {
    const view = tuningOf(
      source([
        [0, 9],
        [0.5, 6],
        [0.985, 3],
        [1, 2],
      ]),
    );
    expect(view).toMatchObject({ best: 1, interval: [1, 1], edge: 'upper', state: 'found' });
    expect(view?.sentence).toMatch(
      /fastest at share = 1 \(2\.000 µs \[1\.980, 2\.020 µs\], end-to-end time\): every other .* slower; the best value was not measured again in fresh processes; that is at the upper edge of the range \(the GPU alone\)\.$/,
    );
    expect(
      tuningOf(
        source([
          [0, 9],
          [0.5, 2],
          [1, 9],
        ]),
      )?.edge,
    ).toBeNull();
    expect(edgeOf(share, 0)).toBe('lower');
  });

  it('goes around a middle that could not be measured', () => {
    const failed = { outcome: 'failed', reason: 'no', metrics: {} } as const;
    const next = nextTrials(
      source([
        [0, 9],
        [0.25, failed],
        [0.5, 2],
        [0.75, failed],
        [1, 9],
      ]),
    );
    expect(next.map(({ values }) => values.share)).toEqual([0.375, 0.625]);
    expect(valueBetween(share, 0.5, 0.51, new Set())).toBeNull();
  });

  it('takes powers of two first for the threads of a block', () => {
    const size = { ...share, id: 'blockSize', type: 'integer', min: 32, max: 1024 } as const;
    const axis = { ...size, scale: 'log' } as const;
    expect(valueBetween(axis, 64, 1024, new Set())).toBe(256);
    expect(valueBetween(axis, 256, 512, new Set())).toBe(352);
    expect(valueBetween(axis, 256, 512, new Set([352]))).toBe(320);
    expect(
      valueBetween(
        { ...size, min: 1, max: 4, id: 'threads', default: 2, scale: 'log' },
        2,
        4,
        new Set(),
      ),
    ).toBe(3);
  });
});

describe('refining', () => {
  it('adds sizes to the same run until the interval is narrow', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
    });
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    const call = ({ span: scope }: { readonly span: string }) => scope === 'call';
    const wide = before.breakEvens.find(call);
    expect(wide?.answer).toBe('one');
    const refined = await runToEnd(app, () =>
      app.api.refine({ ref, span: 'call', ...defaultRefinement }),
    );
    expect(refined).toBe(ref);
    const after = await app.api.run({ ref });
    expect(after.run).toMatchObject({ id: ref, status: 'complete' });
    expect(after.cases.length).toBeGreaterThan(before.cases.length);
    expect(new Set(after.cases.map(({ index }) => index)).size).toBe(after.cases.length);
    const narrow = after.breakEvens.find(call);
    const width = (one: typeof narrow): number =>
      ((one?.ci95?.[1] ?? Number.NaN) - (one?.ci95?.[0] ?? 0)) / (one?.at ?? 1);
    expect(width(narrow)).toBeLessThan(width(wide));
    expect(width(narrow)).toBeLessThan(0.1);
    // 100 + n = 10,100 + n/2 at n = 20,000.
    expect(narrow?.ci95?.[0]).toBeLessThanOrEqual(20_000);
    expect(narrow?.ci95?.[1]).toBeGreaterThanOrEqual(20_000);
  });

  it('measures each added size and the two around it by the same processes, A B B A', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
    });
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    const limits = { ...defaultRefinement, maxPoints: 1 };
    await runToEnd(app, () => app.api.refine({ ref, span: 'call', ...limits }));
    const { plan, cases } = await app.api.run({ ref });
    const added = plan.cases.filter(({ index }) => index >= before.cases.length);
    expect(added.map(({ variant }) => variant)).toEqual(['sequential', 'parallel']);
    const size = Number(added[0]?.values.n);
    const { rounds } = asked.policy;
    expect(added.map(({ firstRound }) => firstRound)).toEqual([rounds, rounds]);
    const roundsOf = async (n: number, variant: string): Promise<readonly number[]> => {
      const index = cases.find((one) => one.values.n === n && one.variant === variant)?.index ?? -1;
      const bins = await app.api.sampleBins({ ref, index, span: 'kernel' });
      return bins.rounds.map(({ round }) => round);
    };
    const [first, later] = [0, rounds].map((from) =>
      Array.from({ length: rounds }, (_, round) => from + round),
    );
    for (const variant of ['sequential', 'parallel']) {
      expect(await roundsOf(size, variant)).toEqual(later);
      expect(await roundsOf(1000, variant)).toEqual(first);
    }
    const below = Math.max(...[1000, 10_000, 100_000].filter((n) => n < size));
    const above = Math.min(...[10_000, 100_000, 1_000_000].filter((n) => n > size));
    for (const n of [below, above]) {
      expect(await roundsOf(n, 'sequential')).toEqual([...(first ?? []), ...(later ?? [])]);
      expect(await roundsOf(n, 'parallel')).toEqual([...(first ?? []), ...(later ?? [])]);
    }
    const { lines } = await app.api.runLog({ ref, after: 0, limit: 500 });
    expect(lines.map(({ text }) => text)).toContain(
      'refinement ended at its limit of 1 added sizes',
    );
  });

  it('begins no step that would not be over in time, and says so', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 10_000, 100_000, 1_000_000] },
    });
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const before = await app.api.run({ ref });
    await runToEnd(app, () => app.api.refine({ ref, ...defaultRefinement, timeLimitS: 0 }));
    const after = await app.api.run({ ref });
    expect(after.cases).toHaveLength(before.cases.length);
    expect(after.breakEvens).toEqual(before.breakEvens);
    const { lines } = await app.api.runLog({ ref, after: 0, limit: 500 });
    expect(lines.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /^refinement ended: the next step takes \d+ s, and 0 s of 0 s are left$/,
      ),
    );
  });

  it('refuses where nothing crosses', async () => {
    const asked = configuration({ variants: ['sequential', 'parallel'], sweep: { n: [10, 20] } });
    const ref = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    await expect(app.api.refine({ ref, ...defaultRefinement })).rejects.toThrow(
      'no single break-even to refine',
    );
  });
});

describe('comparing', () => {
  it('pairs variants of one run and cases of two, and names what has no counterpart', async () => {
    const asked = configuration({
      variants: ['sequential', 'parallel'],
      sweep: { n: [1000, 100_000] },
    });
    const first = await runToEnd(app, () => app.api.startRun({ configuration: asked }));
    const fewer = configuration({ variants: ['sequential', 'parallel'], sweep: { n: [1000] } });
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
