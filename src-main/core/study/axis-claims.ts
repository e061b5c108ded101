import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import { format } from '../../contract/units.ts';
import { casesOf, type Selection, seriesAlong, timeOf } from './cases.ts';
import { type About, claimOf } from './claims.ts';
import { type Estimate, type Evidence, timeRatio } from './evidence.ts';
import {
  type Expectation,
  estimateText,
  expectedText,
  fixed,
  judge,
  nothing,
  reasonOf,
} from './judge.ts';
import type { Claim } from './study.ts';

type AxisClaim = About & { readonly axis: string; readonly of: Selection };

/** How much the time changes along an axis: the maximum over the minimum. */
export function range(claim: string, options: AxisClaim & { readonly expect: Expectation }): Claim {
  const { of, workload, axis, expect } = options;
  const expected = expectedText(expect);
  return claimOf(claim, options, {
    ...{ selections: [of], refutedByOne: true },
    find(evidence) {
      const timed = timesAlong(options, evidence.cases);
      const [fast, slow] = [timed[0], timed.at(-1)];
      if (fast === undefined || slow === undefined || timed.length < 2) {
        return nothing(expected, `two values of ${axis} for ${workload} ${of.variant}`);
      }
      const spread = over(options, evidence, slow, fast) ?? {
        value: slow.ns / fast.ns,
        ci95: null,
      };
      const verdict = judge(spread, expect);
      return {
        finding: `${of.variant}: the slowest of ${timed.length} values of ${axis} (${slow.x}) takes ${estimateText(spread)} times the fastest (${fast.x})`,
        ...{ estimate: spread.value, ci95: spread.ci95, expected, verdict },
        reason: reasonOf(verdict, spread, 'the slowest over the fastest'),
        values: { spread: spread.value, points: timed.length },
        measured: timed.map(({ stored }) => stored.values),
      };
    },
  });
}

type BestClaim = AxisClaim & {
  /** The value that the study calls the best. */
  readonly value: number;
  /** The values that the study compared: it is the best where it was compared with each of them. */
  readonly among: readonly number[];
};

/**
 * The value of an axis with the minimum time. The interval covers the values whose times are not distinguishable from the
 * minimum.
 */
export function best(claim: string, options: BestClaim): Claim {
  const { of, workload, axis, value, among } = options;
  const expected = `${axis} = ${value} is the fastest value, or not distinguishable from it`;
  const selections = among.map((x) => ({ ...of, values: { ...of.values, [axis]: x } }));
  return claimOf(claim, options, {
    ...{ selections, refutedByOne: true },
    find(evidence) {
      const timed = timesAlong(options, evidence.cases);
      const [first, second] = timed;
      const named = timed.find(({ x }) => x === value);
      if (first === undefined || second === undefined || named === undefined) {
        const other = `${axis} = ${value} of ${workload} ${of.variant} and another value`;
        return nothing(expected, other);
      }
      const like = timed.filter((one) => {
        const low = over(options, evidence, one, first)?.ci95?.[0];
        return one === first || low === undefined || low <= 1;
      });
      const behind = over(options, evidence, named, first);
      const isJudged = behind?.ci95 != null;
      const untried = among.filter((other) => !timed.some(({ x }) => x === other));
      const verdict: ClaimVerdict =
        isJudged && !like.includes(named)
          ? 'does not hold'
          : isJudged && untried.length === 0
            ? 'holds'
            : 'cannot be told';
      const reason = {
        holds:
          named === first
            ? `${axis} = ${value} is the fastest of ${timed.length} values.`
            : `${axis} = ${value} is not distinguishable from the fastest.`,
        'does not hold': `${axis} = ${value} takes ${behind === null ? '' : estimateText(behind)} times as long as ${axis} = ${first.x}.`,
        'cannot be told': isJudged
          ? `The study also compared it with ${axis} = ${untried.join(', ')}; this run lacks those values.`
          : 'Too few samples for a confidence interval.',
      }[verdict];
      const times = behind === null ? fixed(named.ns / first.ns) : estimateText(behind);
      const others =
        like.length === 1 ? '' : `; ${like.length} values are not distinguishable from it`;
      const xs = like.map(({ x }) => x);
      return {
        finding: `${of.variant} is fastest at ${axis} = ${first.x} (${format(first.ns, 'duration')}), next at ${second.x} (${format(second.ns, 'duration')}); ${axis} = ${value} takes ${times} times as long${others}`,
        estimate: first.x,
        ci95: isJudged ? [Math.min(...xs), Math.max(...xs)] : null,
        ...{ expected, verdict, reason },
        values: { best: first.x, ns: first.ns, named: named.ns / first.ns },
        measured: timed.map(({ stored }) => stored.values),
      };
    },
  });
}

type TimeAt = { readonly x: number; readonly ns: number; readonly stored: StoredCase };

/** Ascending in time. */
function timesAlong(
  { of, workload, scope, axis }: AxisClaim,
  cases: readonly StoredCase[],
): readonly TimeAt[] {
  return seriesAlong(casesOf(cases, workload, of), axis)
    .flatMap((stored): TimeAt[] => {
      const [x, ns] = [stored.values[axis], timeOf(stored, scope)];
      return typeof x === 'number' && ns !== undefined ? [{ x, ns, stored }] : [];
    })
    .sort((a, b) => a.ns - b.ns);
}

function over(
  { scope }: AxisClaim,
  evidence: Evidence,
  { stored }: TimeAt,
  other: TimeAt,
): Estimate | null {
  return timeRatio(evidence, { stored, scope }, { stored: other.stored, scope }, 'median');
}
