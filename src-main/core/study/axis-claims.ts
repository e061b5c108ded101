import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import { format } from '../../contract/units.ts';
import { casesOf, seriesAlong } from './cases.ts';
import type { ClaimOf, Selector } from './definition.ts';
import { type Evidence, timeRatio } from './evidence.ts';
import {
  estimateText,
  expectedText,
  type Found,
  fixed,
  judge,
  nothing,
  reasonOf,
} from './judge.ts';

/** How much the time changes along an axis. */
export function range(
  { of, workload, span: scope, axis, expect }: ClaimOf<'range'>,
  evidence: Evidence,
): Found {
  const expected = expectedText(expect);
  const timed = timesAlong(evidence.cases, of, workload, scope, axis);
  const [fast, slow] = [timed[0], timed.at(-1)];
  if (fast === undefined || slow === undefined || timed.length < 2) {
    return nothing(expected, `two values of ${axis} for ${workload} ${of.variant}`);
  }
  const spread = timeRatio(
    evidence,
    { stored: slow.stored, scope },
    { stored: fast.stored, scope },
    'median_ns',
  ) ?? { value: slow.ns / fast.ns, ci95: null };
  const verdict = judge(spread, expect);
  return {
    finding: `${of.variant}: the slowest of ${timed.length} values of ${axis} (${slow.x}) takes ${estimateText(spread)} times the fastest (${fast.x})`,
    estimate: spread.value,
    ci95: spread.ci95,
    expected,
    verdict,
    reason: reasonOf(verdict, spread, 'the slowest over the fastest'),
    values: { spread: spread.value, points: timed.length },
    measured: timed.map(({ stored }) => stored.values),
  };
}

/** The interval covers the values whose times are not distinguishable from the minimum. */
export function best(
  { of, workload, span: scope, axis, value, among }: ClaimOf<'best'>,
  evidence: Evidence,
): Found {
  const expected = `${axis} = ${value} is the fastest value, or not distinguishable from it`;
  const timed = timesAlong(evidence.cases, of, workload, scope, axis);
  const [first, second] = timed;
  const named = timed.find(({ x }) => x === value);
  if (first === undefined || second === undefined || named === undefined) {
    return nothing(expected, `${axis} = ${value} of ${workload} ${of.variant} and another value`);
  }
  const over = (one: (typeof timed)[number]) =>
    timeRatio(
      evidence,
      { stored: one.stored, scope },
      { stored: first.stored, scope },
      'median_ns',
    );
  const like = timed.filter((one) => {
    const low = over(one)?.ci95?.[0];
    return one === first || low === undefined || low <= 1;
  });
  const xs = like.map(({ x }) => x);
  const behind = over(named);
  const untried = among.filter((other) => !timed.some(({ x }) => x === other));
  const verdict: ClaimVerdict =
    behind?.ci95 == null
      ? 'cannot be told'
      : !like.includes(named)
        ? 'does not hold'
        : untried.length > 0
          ? 'cannot be told'
          : 'holds';
  const others = like.length === 1 ? '' : `; ${like.length} values are not distinguishable from it`;
  const reason = {
    holds:
      named === first
        ? `${axis} = ${value} is the fastest of ${timed.length} values.`
        : `${axis} = ${value} is not distinguishable from the fastest.`,
    'does not hold': `${axis} = ${value} takes ${behind === null ? '' : estimateText(behind)} times as long as ${axis} = ${first.x}.`,
    'cannot be told':
      behind?.ci95 == null
        ? 'Too few samples for a confidence interval.'
        : `The study also compared it with ${axis} = ${untried.join(', ')}; this run lacks those values.`,
  }[verdict];
  return {
    finding: `${of.variant} is fastest at ${axis} = ${first.x} (${format(first.ns, 'duration')}), next at ${second.x} (${format(second.ns, 'duration')}); ${axis} = ${value} takes ${behind === null ? fixed(named.ns / first.ns) : estimateText(behind)} times as long${others}`,
    estimate: first.x,
    ci95: behind?.ci95 == null ? null : [Math.min(...xs), Math.max(...xs)],
    expected,
    verdict,
    reason,
    values: { best: first.x, ns: first.ns, named: named.ns / first.ns },
    measured: timed.map(({ stored }) => stored.values),
  };
}

/** Ascending in time. */
function timesAlong(
  cases: readonly StoredCase[],
  of: Selector,
  workload: string,
  scope: string,
  axis: string,
) {
  return seriesAlong(casesOf(cases, workload, of), axis)
    .flatMap((stored) => {
      const [x, ns] = [stored.values[axis], stored.metrics[scope]?.median_ns];
      return typeof x === 'number' && ns !== undefined ? [{ x, ns, stored }] : [];
    })
    .sort((a, b) => a.ns - b.ns);
}
