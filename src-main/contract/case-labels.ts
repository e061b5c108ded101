import type { PercentOfPeak } from './inspection.ts';
import { isNotVerified, notVerified, type StoredCase } from './run.ts';
import { shortfallLabels } from './shortfalls.ts';
import { abovePeakMark, crowdedMark, disturbedText } from './target.ts';
import { isNamedPart } from './timing-scopes.ts';
import type { Values } from './workload.ts';

export type CaseLabel = {
  readonly text: string;
  readonly meaning: string;
  /** Cannot change a verdict. */
  readonly fact?: true;
};

/** Labels by what a warning begins with. */
const marks = [
  {
    mark: abovePeakMark,
    text: 'above peak',
    meaning: 'Its rate is above the peak of the device; its warning says which, and why it can be.',
  },
  {
    mark: crowdedMark,
    text: 'oversubscribed',
    meaning: 'It has more threads than it may use CPUs: they take turns.',
  },
] as const;

/** Properties of a case that change what its time or its % of peak means. */
export function caseLabels({
  attributes,
  values,
  metrics,
  warnings = [],
  outcome = 'skipped',
  verification = null,
}: Pick<StoredCase, 'attributes' | 'values' | 'metrics'> &
  Partial<Pick<StoredCase, 'warnings' | 'outcome' | 'verification'>>): readonly CaseLabel[] {
  const level = typeof attributes.cacheLevel === 'string' ? attributes.cacheLevel : 'a cache';
  const reason = disturbedText({ warnings });
  const labels: readonly (readonly [boolean, CaseLabel])[] = [
    [
      isNotVerified({ outcome, verification }),
      { text: notVerified, meaning: 'Another program timed it; nobody checked its answer.' },
    ],
    ...marks.map(
      ({ mark, ...label }) => [warnings.some((one) => one.startsWith(mark)), label] as const,
    ),
    ...shortfallLabels(warnings).map(
      (text) =>
        [
          true,
          { text, meaning: 'It has less than was asked for; its warning says how much.' },
        ] as const,
    ),
    [
      isEmpty(values),
      { text: 'empty input', meaning: 'The input is empty: time and ratio measure overhead only.' },
    ],
    [
      hasHostPart(metrics),
      {
        text: 'host part excluded',
        meaning:
          'Part of the computation runs on the host. The kernel time excludes it; device call and end-to-end time include it.',
      },
    ],
    [
      attributes.nearLaunchOverhead === true,
      fact(
        'near launch overhead',
        'The time of a launch is less than 1.4 times that of an empty kernel.',
      ),
    ],
    [
      attributes.clockUnknown === true,
      fact(
        'clock unknown',
        'The SM clock could be read for no sample: they are too short, or begin and end on different multiprocessors.',
      ),
    ],
    [
      attributes.l2Resident === true,
      fact(
        'L2-resident',
        'The working set fits into the L2 cache of the GPU: the rate is not memory bandwidth.',
      ),
    ],
    [
      attributes.cacheResident === true,
      fact(
        `cache-resident (${level})`,
        `The working set fits into ${level} of the CPU: the rate is not memory bandwidth.`,
      ),
    ],
  ];
  return [
    ...(reason === null ? [] : [disturbedLabel(reason)]),
    ...labels.flatMap(([holds, label]) => (holds ? [label] : [])),
  ];
}

const fact = (text: string, meaning: string): CaseLabel => ({ text, meaning, fact: true });

/** @param reason what `disturbedText` says of the case */
export function disturbedLabel(reason: string): CaseLabel {
  return {
    text: 'disturbed',
    meaning: `Interference while it was measured: ${reason}. Estimates include these repetitions, as fewer than three others are undisturbed, or most were disturbed.`,
  };
}

/**
 * A host part from this share of the kernel time on is named: the kernel time of a CPU variant, which it is compared
 * with, includes all of the computation.
 */
const noticedHostPart = 0.05;

function hasHostPart({ kernel, host }: StoredCase['metrics']): boolean {
  if (kernel === undefined || host === undefined) return false;
  return host.medianNs >= noticedHostPart * kernel.medianNs;
}

/**
 * Whether the computation has named parts, and its kernel time excludes one that runs on the host and is long enough to be
 * named: such a kernel time is not that of the whole computation.
 */
export function leavesPartsOut({ metrics }: Pick<StoredCase, 'metrics'>): boolean {
  return hasHostPart(metrics) && Object.keys(metrics).some(isNamedPart);
}

/** An input without a single value. */
export function isEmpty({ n, xres, yres }: Values): boolean {
  return n === 0 || xres === 0 || yres === 0;
}

/** Why results exceed the measured peak: each reason once, with the variants it applies to. */
export function reasonsAbove(
  cases: readonly Pick<StoredCase, 'index' | 'variant'>[],
  peaks: Readonly<Record<string, PercentOfPeak>> | undefined,
): readonly { readonly reason: string; readonly variants: readonly string[] }[] {
  const byReason = new Map<string, Set<string>>();
  for (const { index, variant } of cases) {
    const reason = peaks?.[String(index)]?.reason;
    if (reason !== undefined)
      byReason.set(reason, (byReason.get(reason) ?? new Set()).add(variant));
  }
  return [...byReason].map(([reason, variants]) => ({ reason, variants: [...variants] }));
}
