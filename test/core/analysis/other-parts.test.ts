import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { whyNotComparable } from '../../../src-main/core/analysis/compare.ts';
import { metric, result } from '../store/fixtures.ts';

type Times = Readonly<Record<string, number>>;

/** A case of row ordering with the medians of its scopes, in ns. */
function stored(variant: string, times: Times, workload = 'row-ordering'): StoredCase {
  const metrics = Object.fromEntries(
    Object.entries(times).map(([scope, median]) => [scope, metric(median, 9)]),
  );
  return {
    ...result(),
    ...{ index: 0, workload, variant, values: { n: 4096, 'levels-on': 'cpu' } },
    ...{ metrics, finishedAt: '' },
  };
}

const reason = (contender: StoredCase, baseline: StoredCase, scope: string) =>
  whyNotComparable(
    { runId: 'a', stored: contender, device: 'cuda', scope },
    { runId: 'a', stored: baseline, device: 'cpu', scope },
  );

/** Levels on the host: of the kernel of `cuda-fast` they are no part, of that of `sequential` they are. */
const parts = { levels: 22_400, fragment: 20_200, fragmentCall: 26_000 };
const onHost = stored('cuda-fast', { kernel: 15_000, call: 49_000, host: 22_400, ...parts });
const whole = stored('sequential', { kernel: 51_000, ...parts, levels: 14_300 });

describe('a case whose time says nothing', () => {
  it.each([
    ['fasterOnSeenInput', 'the contender cub-radix is faster on inputs it has seen'],
    [
      'declaresTooMuch',
      'the contender cub-radix: workload.toml declares more than the kernel can move',
    ],
  ])('is not comparable: %s', (attribute, why) => {
    const odd = { ...stored('cub-radix', { call: 5 }), attributes: { [attribute]: true } };
    expect(reason(odd, onHost, 'call')).toBe(why);
    expect(reason(onHost, odd, 'call')).toBe(why.replace('contender', 'baseline'));
    expect(reason({ ...odd, attributes: {} }, onHost, 'call')).toBeNull();
  });
});

describe('a computation with named parts', () => {
  it('is not compared by kernels where one computes a part on the host and the other does not', () => {
    const why =
      'the kernel time of cuda-fast excludes what it computes on the host, that of sequential includes all: compare device call';
    expect(reason(onHost, whole, 'kernel')).toBe(why);
    expect(reason(whole, onHost, 'kernel')).toBe(why);
  });

  it('is compared by device call, end to end, and each part by itself', () => {
    for (const scope of ['call', 'total', 'levels', 'fragment', 'fragmentCall']) {
      const [a, b] = [
        { ...onHost, metrics: { ...onHost.metrics, [scope]: metric(5, 9) } },
        { ...whole, metrics: { ...whole.metrics, [scope]: metric(6, 9) } },
      ];
      expect(reason(a, b, scope), scope).toBeNull();
    }
  });

  it('is compared by kernels where both compute a part on the host, or neither', () => {
    const other = { ...onHost, variant: 'cub-radix' };
    expect(reason(onHost, other, 'kernel')).toBeNull();
    const onDevice = stored('cuda-fast', { kernel: 27_000, call: 39_500, ...parts });
    expect(reason(onDevice, whole, 'kernel')).toBeNull();
    // Too little to be named.
    const nearly = stored('cuda-fast', { kernel: 27_000, host: 1000, ...parts });
    expect(reason(nearly, whole, 'kernel')).toBeNull();
  });
});

it('a computation without named parts is compared by kernels: its label says what they exclude', () => {
  const merged = stored('block-1024', { kernel: 100, host: 50 }, 'min3x3');
  const sequential = stored('sequential', { kernel: 900 }, 'min3x3');
  expect(reason(merged, sequential, 'kernel')).toBeNull();
});
