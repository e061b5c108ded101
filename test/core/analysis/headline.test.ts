import { describe, expect, it } from 'vitest';
import { headlineSchema } from '../../../src-main/contract/headline.ts';
import { answerText, runSentence } from '../../../src-main/core/analysis/headline/sentences.ts';
import { reportRun } from '../../../src-main/core/analysis/run-report.ts';
import {
  cuda,
  gpu,
  line,
  plain,
  sizes,
  sourceOfLines,
  split,
  type Timed,
} from './break-even/lines-of-a-run.ts';

const ours = { kind: 'fast' } as const;
/** Copies cost more than they save; of one call 2,000 ns and of each copy back 500 ns. */
const copying = line('copying', () => ({ call: 2000, total: 100_000, d2h: 500 }), cuda);

function headline(...lines: readonly (readonly Timed[])[]) {
  const found = reportRun(sourceOfLines(lines.flat())).headline;
  if (found === null) throw new Error('a run that has ended has a headline');
  expect(headlineSchema.parse(found)).toEqual(found);
  const [workload] = found.workloads;
  return { ...found, workload, answer: workload?.answers[0] };
}

describe('the headline', () => {
  it('is the best of both devices end to end: from which size, and by how much at the largest', () => {
    const { answer, sentence } = headline(plain, split, gpu);
    expect(answer).toMatchObject({
      ...{ scope: 'total', kind: 'cpu-gpu', pair: ['split', 'gpu'], answer: 'from' },
      ...{ winner: 'gpu', speedup: { size: 64_000 } },
    });
    // 3000 + n / 4 = 9000 + n / 50.
    expect(Math.abs((answer?.at ?? 0) - 6000 / 0.23)).toBeLessThan(100);
    expect(answer?.speedup?.value).toBeCloseTo(19_000 / 10_280, 2);
    expect(sentence).toMatch(
      /^count, end to end: gpu is faster than split from n = 26,\S+ \[.*\] on, 1\.8\S+ \[.*\] at n = 64,000; at n = 1000 plain is faster than both\.$/,
    );
  });

  it('says from which size on the first is faster again where the second is faster below it alone', () => {
    const small = line('small', (n) => 500 + 1.5 * n);
    const large = line('large', (n) => 3000 + n / 4);
    const { answer, sentence } = headline(large, small);
    expect(answer).toMatchObject({ pair: ['large', 'small'], answer: 'below', winner: 'large' });
    expect(Math.abs((answer?.at ?? 0) - 2000)).toBeLessThan(20);
    expect(sentence).toMatch(
      /^count, end to end: large is faster than small from n = 2\S+ \[.*\] on, 5\.\S+ \[.*\] at n = 64,000; below, small is faster\.$/,
    );
  });

  it('says from how many calls on it pays where it never does end to end', () => {
    const { answer, sentence } = headline(split, copying);
    expect(answer).toMatchObject({ answer: 'never', winner: 'split' });
    // Once 97,500 ns more; a call saves 7000 - 2500 and 19,000 - 2500 ns.
    expect(answer?.calls.map(({ size, at, strategy }) => [size, at, strategy])).toEqual([
      [16_000, Math.ceil(97_500 / 4500), 'input-stays'],
      [64_000, Math.ceil(97_500 / 16_500), 'input-stays'],
    ]);
    expect(sentence).toContain('copying pays from 22');
    expect(sentence).toContain('if the input stays on the device');
  });

  it('names ends of an interval that is no number as they were measured', () => {
    const told: Parameters<typeof answerText>[0] = {
      ...{ scope: 'total', kind: 'cpu', answer: 'from', at: 50_000, winner: 'split' },
      ...{ pair: ['plain', 'split'], ci95: [16_000, 256_000] },
      ...{ speedup: null, upTo: null, calls: [] },
    };
    expect(answerText(told, 'n', [1000, 256_000])).toBe(
      'split is faster than plain from a size between n = 16,000 and 256,000 on',
    );
  });

  it('says up to which size, and where the two are not distinguishable', () => {
    const quick: (n: number) => number = (n) => 1500 + n / 4;
    const untold = (at: number) => line('quick', (n) => (n === at ? n : quick(n)));
    const last = headline(plain, untold(64_000));
    expect(last.answer).toMatchObject({ winner: null, untold: [64_000], until: 16_000 });
    expect(last.sentence).toMatch(
      /^count, end to end: quick is faster than plain from n = 2\S+ \[.*\] to n = 16,000; at n = 64,000 the two are not distinguishable\.$/,
    );
    const within = headline(plain, untold(16_000));
    expect(within.answer).toMatchObject({ winner: 'quick', untold: [16_000] });
    expect(within.answer?.until).toBeUndefined();
    expect(within.sentence).toMatch(
      /\] on, 3\.\S+ \[.*\] at n = 64,000; at n = 16,000 the two are not distinguishable\.$/,
    );
    const always = headline(
      plain,
      line('half', (n) => (n === 4000 ? n : n / 2)),
    );
    expect(always.sentence).toMatch(
      /at every size, n = 1000 to 64,000, 2\.00\S+ \[.*\] at n = 64,000; at n = 4000 the two are not distinguishable\.$/,
    );
    expect(headline(plain, split).answer).not.toHaveProperty('untold');
  });

  it('says that no number of calls pays where a call itself saves nothing', () => {
    const slow = line('slow', (n) => ({ call: n, total: 5000 + 3 * n, d2h: n / 10 }), cuda);
    const { answer, sentence } = headline(split, slow);
    expect(answer?.calls.at(-1)?.answer).toBe('never');
    expect(sentence).toContain('no number of calls pays');
  });

  it('leaves out the variants of Breakeven, and tells the best known as the second line', () => {
    const cpuFast = line('cpu-fast', (n) => 500 + n / 8, ours);
    const gpuFast = line('cuda-fast', (n) => 5000 + n / 100, { ...cuda, ...ours });
    const { workload, answer } = headline(plain, split, gpu, cpuFast, gpuFast);
    expect(answer?.pair).toEqual(['split', 'gpu']);
    expect(workload?.bestKnown?.pair).toEqual(['cpu-fast', 'cuda-fast']);
    // Nothing else was measured: they stand for themselves.
    expect(headline(cpuFast, gpuFast)).toMatchObject({
      answer: { pair: ['cpu-fast', 'cuda-fast'] },
      workload: { bestKnown: null },
    });
  });

  it('is the baseline against the fastest other of one device; the first variant is the baseline where there is no reference', () => {
    expect(headline(plain, split).answer).toMatchObject({ kind: 'cpu', pair: ['plain', 'split'] });
    const other = line('other', (n) => 5000 + n / 100, cuda);
    const { answer } = headline(gpu, other);
    expect(answer).toMatchObject({ kind: 'gpu', pair: ['gpu', 'other'], answer: 'always' });
    const { comparisons } = reportRun(sourceOfLines([...gpu, ...other]));
    expect(Object.values(comparisons).map(({ against }) => against)).toEqual(
      sizes.map(() => 'gpu'),
    );
  });

  it('is a speedup alone where one size was measured', () => {
    const at = (cases: readonly Timed[]) => cases.slice(-1);
    const { answer, sentence } = headline(at(plain), at(gpu));
    expect(answer).toMatchObject({ answer: 'one-size', at: null, winner: 'gpu' });
    expect(sentence).toMatch(
      /^count, end to end: gpu is faster than plain, 6\.\S+ \[.*\] at n = 64,000\.$/,
    );
  });

  it('prints no interval that is wider than a factor of 10', () => {
    const noisy = gpu.map((one, i) => ({ ...one, repetitions: i === 3 ? [0] : [0, 1, 2, 3] }));
    expect(headline(plain, noisy).sentence).not.toMatch(/\[0\.0\d+/);
  });

  it('is the times of a run of one variant', () => {
    const { workloads, sentence } = headline(plain);
    expect(workloads).toEqual([]);
    expect(sentence).toMatch(
      /^count plain, kernel: 1\.00 µs.* at n = 1000, \.\.\., 64\.0 µs.* at n = 64,000\.$/,
    );
    expect(headline(plain.slice(0, 1)).sentence).toMatch(/^count plain, kernel: .* at n = 1000\.$/);
    const others = [...plain.slice(0, 1), ...gpu.slice(1, 2)];
    expect(headline(others).sentence).toMatch(/ at n = 1000; count gpu, kernel: .* at n = 4000\.$/);
  });

  it('says that nothing was measured where no case is ok', () => {
    expect(headline().sentence).toBe('Nothing was measured.');
  });

  it('names of several workloads the faster variant and where, then what is not known, in few words', () => {
    const of = (workload: string, ...lines: readonly (readonly Timed[])[]) => {
      const found = headline(...lines).workload;
      if (found === undefined) throw new Error('two lines have a headline');
      return { ...found, workload };
    };
    const half = line('half', (n) => n / 2);
    const alike = line('alike', (n) => n);
    expect(runSentence([of('histogram', plain, split), of('mean', plain, alike)])).toMatch(
      /^End to end, faster than plain: split in histogram from n = 4\S+; not established: mean\.$/,
    );
    expect(runSentence([of('histogram', plain, gpu), of('scan', plain, half, gpu)])).toMatch(
      /^End to end, faster than the best CPU variant: gpu in histogram from n = 9\S+, gpu in scan from n = \S+\.$/,
    );
    expect(runSentence([of('scan', split, copying), of('mean', plain, copying)])).toBe(
      'End to end, the best CPU variant is faster than the best GPU variant at every size in scan, mean.',
    );
    const known = line('known', (n) => n / 8, ours);
    expect(runSentence([of('scan', split, known, copying), of('mean', plain, copying)])).toBe(
      'End to end, the best CPU variant of the study or a library is faster than the best GPU variant at every size in scan, mean.',
    );
    expect(
      runSentence([of('scan', split, copying), of('one', split.slice(-1), copying.slice(-1))]),
    ).toMatch(/ at every size in scan and at n = 64,000 in one\.$/);
    const gap = line('gap', (n) => (n === 4000 ? n : n / 2));
    const last = line('last', (n) => (n === 64_000 ? n : 1500 + n / 4));
    const one = of('one', plain.slice(-1), half.slice(-1));
    const slower = line('slower', (n) => 2 * n);
    const noisy = of('disturbed', plain, split);
    const [answer] = noisy.answers;
    if (answer === undefined) throw new Error('a headline has an answer');
    const disturbed = { ...noisy, answers: [{ ...answer, answer: 'unclear', disturbed: true }] };
    const sentence = runSentence([
      ...[of('gap', plain, gap), of('last', plain, last), one, of('reduce', plain, slower)],
      ...[of('mean', plain, alike), disturbed as typeof noisy, of('scan', plain, split)],
    ]);
    expect(sentence).toMatch(
      /^End to end, faster than plain: gap in gap at most sizes, last in last from n = 2\S+ to 16,000, half in one at n = 64,000, split in scan from n = 4\S+; plain is faster at every size in reduce; not established: mean; inconclusive, disturbed: disturbed\.$/,
    );
    expect(sentence.split(' ').length).toBeLessThanOrEqual(60);
    // Of many workloads the first are named: each has a sentence of its own.
    const many = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(runSentence(many.map((name) => of(name, plain, half)))).toBe(
      'End to end, faster than plain at every size: half in a, half in b and 4 more.',
    );
    expect(runSentence([noisy, ...many.map((name) => of(name, plain, half))])).toBe(
      'End to end, faster than plain at some sizes: split in disturbed, half in a and 5 more.',
    );
    expect(runSentence(many.map((name) => of(name, plain, slower)))).toBe(
      'End to end, plain is faster than the best of the others at every size in a, b and 4 more.',
    );
    const own = line('own', (n) => n / 9, ours);
    const theirs = line('theirs', () => 90_000, { ...ours, ...cuda });
    const both = [of('a', plain, copying, own, theirs), of('b', plain, copying, own, theirs)];
    expect(runSentence(both)).toBe(
      'End to end, the best CPU variant is faster than the best GPU variant, both of the study or a library, at every size in a, b.',
    );
  });

  it('has a sentence of the run in each timing scope that is answered', () => {
    const { byScope, sentence } = headline(plain, gpu);
    expect(Object.keys(byScope)).toEqual(['total', 'call', 'kernel']);
    expect(byScope.total).toBe(sentence);
    expect(byScope.kernel).toMatch(/^count, kernel: /);
  });
});
