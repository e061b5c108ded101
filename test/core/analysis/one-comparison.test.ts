import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { ratio } from '../../../src-main/core/study/ratio-claims.ts';

import {
  addRun,
  closeTo,
  first,
  numbersOf,
  ofClaim,
  ofCommandLine,
  ofFigure,
  ofHistory,
  ofReport,
  ofSummary,
  ofWindow,
  ratioClaim,
  scripted,
  second,
  session,
  sketches,
  tuned,
  withStore,
} from './compared-faces.ts';

describe('the same two references', () => {
  it('give the same rows, intervals and verdicts on every face, within a run', async () => {
    const [contender, baseline] = [`${first}:omp`, `${first}:sequential`];
    const told = await ofWindow(contender, baseline);
    expect(told.map(([name]) => name)).toEqual([
      'n=1000 threads=1',
      'n=1000 threads=2',
      'n=4000 threads=1',
      'n=4000 threads=2',
    ]);
    expect(told.map((cells) => cells[4])).toContain('faster');
    expect(await ofCommandLine(contender, baseline)).toEqual(told);
    expect(await ofReport(first)).toEqual(told);
    expect(await ofSummary(first)).toEqual(told);
    const numbers = closeTo(numbersOf(told));
    expect(numbersOf(await ofFigure({ ref: first }))).toEqual(numbers);
    expect(numbersOf(await ofFigure({ ref: first, refs: [baseline, contender] }))).toEqual(numbers);
    expect(numbersOf(ofClaim(first))).toEqual(numbers);
  });

  it('do so across runs, whose intervals count the variation from run to run', async () => {
    const told = await ofWindow(`${second}:omp`, `${first}:omp`);
    expect(await ofCommandLine(`${second}:omp`, `${first}:omp`)).toEqual(told);
    const refs = [`${first}:omp`, `${second}:omp`];
    expect(numbersOf(await ofFigure({ ref: first, refs }))).toEqual(closeTo(numbersOf(told)));
    const { rows } = await scripted.call('compareRuns', { refs });
    expect(rows[0]?.cells[1]?.comparison).toMatchObject({ interval: 'repeatability' });
  });

  it('give the verdicts of a search', async () => {
    const { tuning } = await scripted.call('run', { ref: tuned });
    expect(tuning?.best).toBe(2);
    const peak = tuning?.trials.find(({ value }) => value === 1)?.comparison;
    const claim = withStore((_, evidence) =>
      ratio('omp takes its time', {
        ...ratioClaim,
        of: { variant: 'omp', values: { threads: 1 } },
        over: { variant: 'omp', values: { threads: 2 } },
        sizes: [{ n: 1000 }],
      }).finding(evidence(tuned)),
    );
    expect(peak?.verdict).toBe('slower');
    const claimed = [claim.estimate, ...(claim.ci95 ?? [])];
    expect(claimed).toEqual(
      [peak?.ratio, ...(peak?.ci95 ?? [])].map((one) => expect.closeTo(one ?? 0, 12)),
    );
  });

  it('decide the exit status of a gate by the verdicts that tables show', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const shown = new Set((await ofWindow(...sides)).map((cells) => cells[4]));
    for (const verdict of ['faster', 'slower', 'equivalent', 'inconclusive', 'not comparable']) {
      const { code } = await session('compare', ...sides, '--fail-on', verdict);
      expect([verdict, code]).toEqual([verdict, shown.has(verdict) ? 4 : 0]);
    }
  });

  it('have the margins of the settings on every face', async () => {
    const [contender, baseline] = [`${first}:omp`, `${first}:sequential`];
    const before = (await scripted.call('settings', {})).margins;
    await scripted.call('saveSettings', { margins: { difference: 0.45, same: 0.5 } });
    const told = await ofWindow(contender, baseline);
    expect(new Set(told.map((cells) => cells[4]))).toEqual(new Set(['equivalent']));
    expect(await ofCommandLine(contender, baseline)).toEqual(told);
    expect(await ofReport(first)).toEqual(told);
    expect(await ofSummary(first)).toEqual(told);
    const { tuning } = await scripted.call('run', { ref: tuned });
    expect(tuning?.trials.map(({ comparison }) => comparison?.verdict)).toEqual([
      'equivalent',
      undefined,
    ]);
    expect((await session('compare', contender, baseline, '--fail-on', 'faster')).code).toBe(0);
    expect(await ofHistory()).toBe('steady');
    await scripted.call('saveSettings', { margins: before });
    expect((await ofWindow(contender, baseline)).map((cells) => cells[4])).toContain('faster');
    expect(await ofHistory()).toBe('changed');
  });
});

describe('a comparison and its mirror', () => {
  const invert: Readonly<Record<string, string>> = { faster: 'slower', slower: 'faster' };
  const pairs = (): readonly (readonly [string, string])[] => [
    [`${first}:omp`, `${first}:sequential`],
    [first, second],
  ];

  it('have the same rows, reciprocal ratios and intervals, mirrored verdicts', async () => {
    for (const [a, b] of pairs()) {
      const there = await scripted.call('compareRuns', { refs: [b, a] });
      const back = await scripted.call('compareRuns', { refs: [a, b] });
      expect(back.rows).toHaveLength(there.rows.length);
      for (const [i, { axes, cells }] of there.rows.entries()) {
        const other = back.rows[i];
        const casesOf = (each: typeof cells | undefined) => each?.map((cell) => cell?.caseIndex);
        expect(casesOf(other?.cells)).toEqual(casesOf(cells)?.toReversed());
        expect(other?.axes.toSorted()).toEqual(axes.toSorted());
        const [view, mirror] = [cells[1]?.comparison, other?.cells[1]?.comparison];
        expect(1 / (mirror?.ratio ?? 0)).toBeCloseTo(view?.ratio ?? 0, 12);
        expect(1 / (mirror?.ci95?.[1] ?? 0)).toBeCloseTo(view?.ci95?.[0] ?? 0, 12);
        expect(mirror?.verdict).toBe(invert[view?.verdict ?? ''] ?? view?.verdict);
        expect(mirror?.adjustedP).toBeCloseTo(view?.adjustedP ?? 0, 12);
      }
    }
  });

  it('agree at a gate', async () => {
    const verdicts = ['faster', 'slower', 'equivalent', 'inconclusive'];
    const seen = new Set<number>();
    for (const [a, b] of pairs()) {
      for (const verdict of verdicts) {
        const gate = (kind: string) => ['--fail-on', kind, '--allow-unknown'];
        const there = await session('compare', a, b, ...gate(verdict));
        const back = await session('compare', b, a, ...gate(invert[verdict] ?? verdict));
        expect([a, b, verdict, there.code]).toEqual([a, b, verdict, back.code]);
        seen.add(there.code);
      }
    }
    expect(seen).toEqual(new Set([0, 4]));
  });
});

describe('a side with more axes than the other', () => {
  it('has a row for each of its values, told apart in JSON, table and window', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const { stdout } = await session('compare', ...sides, '--json');
    const { cases } = JSON.parse(stdout);
    const named = cases.map(
      (one: { axes: string[]; contender: { values: Values }; baseline: { values: Values } }) =>
        one.axes.map((axis) => [axis, one.contender.values[axis], one.baseline.values[axis]]),
    );
    expect(named[0]).toEqual([
      ['n', 1000, 1000],
      ['threads', 1, undefined],
    ]);
    expect(new Set(named.map((one: unknown) => JSON.stringify(one))).size).toBe(4);
    const table = (await session('compare', ...sides)).stdout;
    expect(table).toContain('threads (contender)');
    const { rows } = await scripted.call('compareRuns', { refs: sides.toReversed() });
    expect(rows.map(({ axes }) => axes)).toEqual(Array.from({ length: 4 }, () => ['n', 'threads']));
  });
});

describe('a contender that newly gives wrong answers', () => {
  it('is listed and never passes a gate; one that is mended does', async () => {
    const store = openStore(scripted.home);
    const broken = addRun(
      store,
      4,
      sketches().map((one) => ({
        ...one,
        wrong: one.variant === 'omp' && one.values.threads === 2,
      })),
    );
    store.close();
    const listed =
      /^failed histogram omp n=1000 threads=2: bin 3 is 7, not 8; the baseline is ok$/m;
    const plain = await session('compare', broken, first);
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringMatching(listed)]);
    const document = await session('compare', broken, first, '--json');
    expect([document.code, JSON.parse(document.stdout).failed]).toEqual([1, true]);
    for (const verdict of ['failed', 'slower', 'faster']) {
      const { code, stderr } = await session('compare', broken, first, '--fail-on', verdict);
      expect([code, stderr]).toEqual([4, expect.stringMatching(listed)]);
    }
    const mended = await session('compare', first, broken, '--fail-on', 'failed', '--json');
    expect([mended.code, mended.stderr]).toEqual([0, '']);
    const { rows } = await scripted.call('compareRuns', { refs: [first, broken] });
    const cells = rows.flatMap((each) => each.cells.slice(1));
    expect(cells.filter((cell) => cell?.outcome === 'failed')).toHaveLength(2);
  });
});

describe('a baseline whose cases failed', () => {
  it('judges no contender, so a gate that asks for a verdict does not pass', async () => {
    const store = openStore(scripted.home);
    const some = (seed: number, wrong: (threads: unknown) => boolean) =>
      addRun(
        store,
        seed,
        sketches().map((one) => ({ ...one, wrong: wrong(one.values.threads) })),
      );
    const [all, half] = [some(7, () => true), some(8, (threads) => threads === 2)];
    store.close();
    const nothing = await session('compare', first, all, '--fail-on', 'slower');
    expect([nothing.code, nothing.stderr]).toEqual([
      5,
      'breakeven: --fail-on slower: none of 6 cases could be compared\n',
    ]);
    const outcomes = await session('compare', first, all, '--fail-on', 'failed');
    expect([outcomes.code, outcomes.stderr]).toEqual([0, '']);
    const part = await session('compare', first, half, '--fail-on', 'slower');
    // Four are the same within what they tell, which is not that none is slower.
    expect([part.code, part.stderr.split('\n')]).toEqual([
      5,
      [
        'note 2 of 6 cases were not comparable',
        'breakeven: --fail-on slower: 4 of 6 cases may be slower by more than 5 %',
        '',
      ],
    ]);
  });
});

describe('a gate over several cases', () => {
  it('controls the false discovery rate and says so; a single comparison is not adjusted', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const sweep = await session('compare', ...sides, '--fail-on', 'faster', '--json');
    const { gate, cases } = JSON.parse(sweep.stdout);
    expect(gate).toMatchObject({
      comparisons: 4,
      method: 'Benjamini-Hochberg',
      falseDiscoveryRate: 0.05,
    });
    for (const { comparison } of cases) {
      expect(comparison.adjustedP).toBeGreaterThanOrEqual(comparison.p);
    }
    const text = await session('compare', ...sides, '--fail-on', 'faster');
    expect(text.stdout).toMatch(/False discovery rate over 4 comparisons held to 5 % \(Benj/);
    const store = openStore(scripted.home);
    const one = (seed: number, ns: number) =>
      addRun(store, seed, [{ variant: 'sequential', values: { n: 1000 }, ns }]);
    const [slow, fast] = [one(5, 3e9), one(6, 1e9)];
    store.close();
    const single = await session('compare', slow, fast, '--fail-on', 'slower', '--json');
    const document = JSON.parse(single.stdout);
    expect([single.code, document.gate.method]).toEqual([4, null]);
    expect(document.cases[0].comparison).not.toHaveProperty('adjustedP');
  });
});
