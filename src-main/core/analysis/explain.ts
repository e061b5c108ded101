import { type CounterPass, dramBytes, metricOf } from '../../contract/counters.ts';
import type { Explanation, ExplanationLine } from '../../contract/explanation.ts';
import type { MeasuredPeak } from '../../contract/machine.ts';
import { format, formatCount } from '../../contract/units.ts';

/** One case as the rules see it: its kernel time in the run, and what was counted of one execution. */
export type ExplainedCase = {
  readonly variant: string;
  /** Of the run: times under a profiler are not used. */
  readonly medianNs: number;
  /** As the variant declares them. */
  readonly bytesMoved: number | null;
  readonly pass: CounterPass;
};

/** A resource explains a difference of which it accounts for this share. */
const explains = 0.5;
/** A share of its peak from which on a resource bounds a case. */
const binds = 0.6;
/** Two causes are as good as each other within this factor. */
const alike = 0.8;
/** Times and shares that differ by less are the same. */
const sameTime = 1.02;
const sameShare = 1.15;
/** Measured bytes over declared ones. */
const servedBelow = 0.9;
const moreAbove = 1.1;

type Resource = {
  readonly rule: string;
  /** As a sentence names it. */
  readonly title: string;
  /** Nothing is said of a memory that another of these holds: its traffic passes through both. */
  readonly family: 'memory' | 'atomics' | 'arithmetic';
  /** What one execution uses of it. */
  readonly amount: (pass: CounterPass) => number | null;
  /** Measured peaks that it cannot exceed: the highest counts. */
  readonly peaks: readonly string[];
  readonly text: (pass: CounterPass, amount: number) => string;
};

const bytes = (_: CounterPass, amount: number): string => format(amount, 'bytes');

const conflictNames = [
  'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
  'l1tex__data_bank_conflicts_pipe_lsu.sum',
];
const sharedWavefronts = 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum';

function flops(letter: 'f' | 'd') {
  const op = (name: string) => `smsp__sass_thread_inst_executed_op_${letter}${name}_pred_on.sum`;
  return (pass: CounterPass): number | null => {
    const fused = metricOf(pass, [op('fma')]);
    if (fused === null) return null;
    return 2 * fused + (metricOf(pass, [op('add')]) ?? 0) + (metricOf(pass, [op('mul')]) ?? 0);
  };
}

function atomics(pass: CounterPass): number | null {
  const [added, fetched] = ['red', 'atom'].map((op) =>
    metricOf(pass, [`lts__t_sectors_op_${op}.sum`]),
  );
  return added == null && fetched == null ? null : (added ?? 0) + (fetched ?? 0);
}

const atomicText = (_: CounterPass, amount: number): string =>
  `${formatCount(amount)} atomic updates`;

const resources: readonly Resource[] = [
  {
    ...{ rule: 'memory', title: 'memory', family: 'memory', amount: dramBytes, text: bytes },
    peaks: ['device-read', 'device-copy', 'device-write'],
  },
  {
    ...{ rule: 'l2', title: 'L2 cache', family: 'memory', text: bytes },
    amount: (pass) => metricOf(pass, ['lts__t_bytes.sum']),
    peaks: ['device-l2-read', 'device-l2-copy'],
  },
  {
    ...{ rule: 'shared', title: 'shared memory', family: 'memory' },
    amount: (pass) => metricOf(pass, [sharedWavefronts]),
    peaks: ['device-shared'],
    text: (pass, amount) => {
      const conflicts = metricOf(pass, conflictNames);
      return conflicts === null
        ? `${formatCount(amount)} passes`
        : `${formatCount(conflicts)} bank conflicts in ${formatCount(amount)} passes`;
    },
  },
  {
    // Loads and stores of all memories go through the same pipe: what shared memory does not explain of it is L1.
    ...{ rule: 'l1', title: 'L1 cache', family: 'memory' },
    amount: (pass) => {
      const all = metricOf(pass, ['l1tex__data_pipe_lsu_wavefronts.sum']);
      return all === null ? null : Math.max(0, all - (metricOf(pass, [sharedWavefronts]) ?? 0));
    },
    peaks: ['device-shared'],
    text: (_, amount) => `${formatCount(amount)} passes`,
  },
  {
    ...{ rule: 'atomics', title: 'atomics in L2', family: 'atomics', amount: atomics },
    ...{ peaks: ['device-atomics-many'], text: atomicText },
  },
  {
    ...{ rule: 'fp32', title: 'FP32 arithmetic', family: 'arithmetic', amount: flops('f') },
    peaks: ['device-fma-fp32'],
    text: (_, amount) => `${formatCount(amount)} operations`,
  },
  {
    ...{ rule: 'fp64', title: 'FP64 arithmetic', family: 'arithmetic', amount: flops('d') },
    peaks: ['device-fma-fp64'],
    text: (_, amount) => `${formatCount(amount)} operations`,
  },
];

/** Of one address alone: whether a case updates one or many, no counter says. */
const oneAddress = 'device-atomics-one';

const shares = [
  {
    ...{ rule: 'occupancy', title: 'occupancy', unit: ' %' },
    names: ['sm__warps_active.avg.pct_of_peak_sustained_active'],
  },
  {
    ...{ rule: 'divergence', title: 'divergence', unit: ' of 32 lanes' },
    names: ['smsp__thread_inst_executed_per_inst_executed.ratio'],
  },
] as const;

/** How long a resource takes at least for what a case uses of it. */
type Use = { readonly resource: Resource; readonly amount: number; readonly ns: number };

function peakOf(peaks: readonly MeasuredPeak[], ids: readonly string[]): number | null {
  const values = peaks.filter(({ id }) => ids.includes(id)).map(({ value }) => value);
  return values.length === 0 ? null : Math.max(...values);
}

function usesOf({ pass }: ExplainedCase, peaks: readonly MeasuredPeak[]): readonly Use[] {
  return resources.flatMap((resource) => {
    const amount = resource.amount(pass);
    const peak = peakOf(peaks, resource.peaks);
    if (amount === null || peak === null) return [];
    return [{ resource, amount, ns: (amount / peak) * 1e9 }];
  });
}

/**
 * Why one of two cases is faster: for each resource the time that its amount takes at the measured peak of this device. A
 * resource explains the difference where it accounts for at least half of it.
 *
 * @param peaks of the device of both cases
 */
export function explain(
  one: ExplainedCase,
  other: ExplainedCase,
  peaks: readonly MeasuredPeak[],
): Explanation {
  const [fast, slow] = one.medianNs <= other.medianNs ? [one, other] : [other, one];
  const known = { fast: fast.variant, slow: slow.variant, source: sourceText(fast, slow) };
  if (peaks.length === 0) {
    const text = 'no peaks of this device are measured; breakeven doctor --peaks measures them';
    return { ...known, lines: [{ kind: 'not established', rule: 'peaks', text }] };
  }
  return {
    ...known,
    lines: [
      ...causes(fast, slow, peaks),
      ...[fast, slow].map((side) => boundOf(side, peaks)),
      ...noCauses(fast, slow, peaks),
      ...[fast, slow].flatMap(bytesLine),
    ],
  };
}

function causes(
  fast: ExplainedCase,
  slow: ExplainedCase,
  peaks: readonly MeasuredPeak[],
): readonly ExplanationLine[] {
  const open = (text: string): readonly ExplanationLine[] => [
    { kind: 'not established', rule: 'causes', text },
  ];
  if (slow.medianNs < sameTime * fast.medianNs) return open('both take the same time');
  const difference = slow.medianNs - fast.medianNs;
  const before = usesOf(fast, peaks);
  const found = usesOf(slow, peaks)
    .flatMap((use) => {
      const less = before.find(({ resource }) => resource === use.resource);
      if (less === undefined) return [];
      const share = (use.ns - less.ns) / difference;
      return share < explains ? [] : [{ ...use, less, share }];
    })
    .toSorted((a, b) => b.ns - a.ns);
  const [first] = found;
  if (first === undefined) return open(unexplained(fast, slow, peaks));
  const rival = found.find(
    ({ resource, ns }) => resource.family !== first.resource.family && ns > alike * first.ns,
  );
  if (rival !== undefined) {
    return open(
      `${first.resource.title} and ${rival.resource.title} each account for the difference`,
    );
  }
  const { resource, amount, less, share } = first;
  const percent = share >= 1 ? 'all' : `${Math.round(100 * share)} %`;
  const text = `${resource.title}: ${resource.text(fast.pass, less.amount)} of ${fast.variant} against ${resource.text(slow.pass, amount)} of ${slow.variant} (${percent} of the difference)`;
  return [{ kind: 'because', rule: resource.rule, text }];
}

/** What may be the cause, where no resource is. */
function unexplained(
  fast: ExplainedCase,
  slow: ExplainedCase,
  peaks: readonly MeasuredPeak[],
): string {
  const single = peakOf(peaks, [oneAddress]);
  const [few, many] = [atomics(fast.pass), atomics(slow.pass)];
  const difference = slow.medianNs - fast.medianNs;
  if (single !== null && few !== null && many !== null) {
    const ns = ((many - few) / single) * 1e9;
    if (ns >= explains * difference) {
      return `atomics would account for the difference only if they went to one address (${atomicText(slow.pass, many)} against ${formatCount(few)})`;
    }
  }
  const differing = shares.flatMap((share) => {
    const [a, b] = [metricOf(slow.pass, share.names), metricOf(fast.pass, share.names)];
    return a === null || b === null || a * sameShare > b
      ? []
      : [`${share.title} is ${short(a)} instead of ${short(b)}${share.unit}`];
  });
  const none = 'no resource that was counted accounts for half of the difference';
  return [none, ...differing].join('; ');
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

function boundOf(side: ExplainedCase, peaks: readonly MeasuredPeak[]): ExplanationLine {
  const [most] = usesOf(side, peaks).toSorted((a, b) => b.ns - a.ns);
  const share = most === undefined ? 0 : most.ns / side.medianNs;
  const percent = `${Math.round(100 * share)} %`;
  if (most === undefined) {
    const text = `${side.variant}: nothing was counted of which a peak is measured`;
    return { kind: 'not established', rule: 'bound', text };
  }
  return share > binds
    ? {
        ...{ kind: 'bound by', rule: most.resource.rule },
        text: `${side.variant}: ${most.resource.title}, ${percent} of the measured peak of this card`,
      }
    : {
        ...{ kind: 'bound by', rule: 'latency' },
        text: `${side.variant}: latency; ${most.resource.title}, which it uses most, is at ${percent} of its measured peak`,
      };
}

/** What was looked at and differs too little. */
function noCauses(
  fast: ExplainedCase,
  slow: ExplainedCase,
  peaks: readonly MeasuredPeak[],
): readonly ExplanationLine[] {
  const difference = slow.medianNs - fast.medianNs;
  const before = usesOf(fast, peaks);
  const unused = usesOf(slow, peaks).flatMap(({ resource, amount, ns }) => {
    const less = before.find((use) => use.resource === resource);
    if (less === undefined || amount === 0 || ns - less.ns > 0.1 * difference) return [];
    return [
      `${resource.title} (${resource.text(fast.pass, less.amount)} and ${resource.text(slow.pass, amount)})`,
    ];
  });
  const same = shares.flatMap(({ title, names, unit }) => {
    const [a, b] = [metricOf(fast.pass, names), metricOf(slow.pass, names)];
    if (a === null || b === null || Math.max(a, b) > sameShare * Math.min(a, b)) return [];
    return [`${title} (${short(a)} and ${short(b)}${unit})`];
  });
  const all = [...same, ...unused];
  return all.length === 0 ? [] : [{ kind: 'not', rule: 'alike', text: all.join(', ') }];
}

function bytesLine({ variant, bytesMoved, pass }: ExplainedCase): readonly ExplanationLine[] {
  const measured = dramBytes(pass);
  if (measured === null || bytesMoved === null || !(bytesMoved > 0)) return [];
  const ratio = measured / bytesMoved;
  const told = `${variant}: ${short(ratio)} of the declared bytes go through DRAM`;
  if (ratio < servedBelow) {
    return [{ kind: 'bytes', rule: 'caches-serve', text: `${told}: caches serve a part` }];
  }
  if (ratio <= moreAbove) return [];
  return [{ kind: 'bytes', rule: 'moves-more', text: `${told}: it moves more than it must` }];
}

function sourceText(...sides: readonly ExplainedCase[]): string {
  const named = sides.map(({ pass: { provider, version } }) =>
    version === null ? provider : `${provider} ${version}`,
  );
  const clocks = new Set(sides.map(({ pass }) => pass.clockLocked));
  const clock = clocks.has(null)
    ? 'not known to be locked'
    : clocks.has(true)
      ? 'locked by it'
      : 'not locked';
  return `one execution each, ${[...new Set(named)].join(' and ')}, clock ${clock}; times under the profiler are not used`;
}
