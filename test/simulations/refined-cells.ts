import type { BreakEvenView } from '../../src-main/contract/verdict.ts';
import { breakEven } from '../../src-main/core/analysis/break-even/break-even.ts';
import type { Curve } from '../../src-main/stats/curve-difference.ts';
import type { JudgedProcess } from '../../src-main/stats/judged-case.ts';
import { median } from '../../src-main/stats/order.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';

/** Sweeps whose processes differ in ways that no model of ours was made for, refined as `break-even --refine` does. */

/** What one process of one variant does to its sizes: a function of the size's place in the sweep, from 0 to 1. */
type Process = (place: number) => number;

export interface RefinedCell {
  readonly name: string;
  /** A fresh process of one variant; `before` is the one before it. */
  readonly process: (random: Random, before: Memory) => Process;
  /** One side is slower by this logarithm for as long as a step of refining takes. */
  readonly session?: number;
  /** A limit that is reported, and not asked for. */
  readonly limit?: true;
}

/** The state of an autoregressive process. */
interface Memory {
  state: number;
}

const own =
  (sd: number): RefinedCell['process'] =>
  (random) =>
  () =>
    sd * random.normal();
const common =
  (sd: number, rest = 0.005): RefinedCell['process'] =>
  (random) => {
    const shift = sd * random.normal();
    return () => shift + rest * random.normal();
  };

/** Student with 2.5 degrees of freedom, of scale 1. */
function heavy(random: Random): number {
  // A gamma variate of shape 1.25 (Marsaglia and Tsang 2000).
  const d = 1.25 - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
      return random.normal() / Math.sqrt((2 * d * v) / 2.5);
    }
  }
}

const modes = (random: Random): number => [0, 0.05, 0.12][random.below(3)] ?? 0;

function autoregressive(correlation: number): RefinedCell['process'] {
  return (random, memory) => {
    memory.state = correlation * memory.state + Math.sqrt(1 - correlation ** 2) * random.normal();
    const shift = 0.03 * memory.state;
    return () => shift + 0.005 * random.normal();
  };
}

export const cells: readonly RefinedCell[] = [
  { name: 'common to sizes, 3 %', process: common(0.03) },
  ...[0.02, 0.04, 0.08].map((sd) => ({ name: `of their own, ${sd * 100} %`, process: own(sd) })),
  { name: 't with 2.5 degrees, 2 %', process: (random) => () => 0.02 * heavy(random) },
  { name: 'three modes', process: (random) => () => modes(random) + 0.005 * random.normal() },
  {
    name: '8 % at small, 0.5 % at large sizes',
    process: (random) => (place) => 0.08 ** (1 - place) * 0.005 ** place * random.normal(),
  },
  { name: 'a side 3 % slower meanwhile', process: common(0.01), session: 0.03 },
  { name: 'autoregressive, 0.5', process: autoregressive(0.5), limit: true },
  { name: 'autoregressive, 0.9', process: autoregressive(0.9), limit: true },
];

export interface CellResult {
  /** Sweeps with one break-even before and after refining. */
  readonly before: number;
  readonly after: number;
  readonly heldBefore: number;
  readonly heldAfter: number;
  /** Median relative widths. */
  readonly widthBefore: number;
  readonly widthAfter: number;
}

const repetitions = 5;
const count = 4;
const maxSteps = 6;

/** Two laws t = a + b n that cross once: the mean of what processes do to both is the same, so that it moves no crossing. */
export function simulateCell(
  cell: RefinedCell,
  step: 2 | 10,
  sweeps: number,
  seed: number,
): CellResult {
  const before: Seen[] = [];
  const after: Seen[] = [];
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const random = createRandom(seed, sweep);
    const first = 1000;
    const crossing = first * step ** (1 + random.uniform());
    const share = 0.3 + 0.5 * random.uniform();
    const laws = [
      (n: number) => 1e6 * (share + (1 - share) * (n / crossing)),
      (n: number) => 1e6 * (0.05 * share + (1 - 0.05 * share) * (n / crossing)),
    ];
    const points = laws.map(() => new Map<number, JudgedProcess[]>());
    const memories: Memory[] = laws.map(() => ({ state: random.normal() }));
    const sessions: number[] = [];
    let repetition = 0;
    const range = Math.log(step ** (count - 1));
    const measure = (sizes: readonly number[], slower: number): void => {
      for (let i = 0; i < repetitions; i++, repetition++) {
        for (const [side, law] of laws.entries()) {
          const effect = cell.process(random, memories[side] ?? { state: 0 });
          for (const x of sizes) {
            const place = Math.min(1, Math.max(0, Math.log(x / first) / range));
            const shift = effect(place) + (side === 0 ? slower : 0);
            const of = points[side]?.get(x) ?? [];
            const medianNs = law(x) * Math.exp(shift);
            of.push({ repetition, medianNs, logError: 0.001, n: 30, effectiveN: 30 });
            points[side]?.set(x, of);
          }
        }
      }
    };
    const curve = (side: number): Curve => ({
      label: side === 0 ? 'a' : 'b',
      points: [...(points[side] ?? [])]
        .sort(([x], [y]) => x - y)
        .map(([x, processes]) => ({ x, processes })),
    });
    const judge = (): BreakEvenView =>
      breakEven(curve(0), curve(1), {
        ...{ workload: 'simulated', scope: 'call', axis: 'n', seed: sweep, sessions },
        replicates: 300,
      });
    measure(
      Array.from({ length: count }, (_, i) => first * step ** i),
      0,
    );
    let view = judge();
    before.push(seenIn(view, crossing));
    if (view.answer !== 'one') continue;
    for (let taken = 0; taken < maxSteps && (view.next?.length ?? 0) > 0; taken++) {
      const at = view.at ?? crossing;
      const known = [...(points[0]?.keys() ?? [])].sort((x, y) => x - y);
      const anchors = [known.findLast((x) => x <= at), known.find((x) => x > at)];
      sessions.push(repetition);
      const wanted = (view.next ?? []).map((x) => Math.round(x));
      const sizes = new Set([...anchors.flatMap((x) => x ?? []), ...wanted]);
      measure([...sizes], (cell.session ?? 0) * (random.uniform() < 0.5 ? 1 : -1));
      view = judge();
    }
    after.push(seenIn(view, crossing));
  }
  const told = (all: readonly Seen[]): readonly Seen[] => all.filter(({ width }) => width !== null);
  const held = (all: readonly Seen[]): number =>
    told(all).filter(({ covered }) => covered).length / told(all).length;
  const middle = (all: readonly Seen[], of: (seen: Seen) => number): number =>
    median(Float64Array.from(told(all), of));
  return {
    before: told(before).length,
    after: told(after).length,
    heldBefore: held(before),
    heldAfter: held(after),
    widthBefore: middle(before, ({ width }) => width ?? Number.NaN),
    widthAfter: middle(after, ({ width }) => width ?? Number.NaN),
  };
}

interface Seen {
  readonly covered: boolean;
  /** Null where the answer is not one break-even. */
  readonly width: number | null;
}

function seenIn(view: BreakEvenView, crossing: number): Seen {
  const { answer, at, ci95 } = view;
  if (answer !== 'one' || ci95 === null || at === null) {
    return { covered: false, width: null };
  }
  const [low, high] = ci95;
  const covered = low <= Math.round(crossing) && Math.round(crossing) <= high;
  return { covered, width: (high - low) / at };
}
