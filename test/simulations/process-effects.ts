import type { BreakEvenView } from '../../src-main/contract/verdict.ts';
import { breakEven } from '../../src-main/core/analysis/break-even/break-even.ts';
import type { Curve } from '../../src-main/stats/curve-difference.ts';
import type { JudgedProcess } from '../../src-main/stats/judged-case.ts';
import { judgedProcess, summarizeProcess } from '../../src-main/stats/process-summary.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { type Law, simulateRepetition } from '../stats/simulate.ts';
import { crossingLaws, type Family } from './simulated-crossings.ts';

/** What a process does to all sizes of a variant that it measures, drawn for each variant and process: a log factor. */
export interface ProcessEffect {
  /** Of the process. */
  readonly draw: (random: Random) => number;
  /** Of one variant for as long as one step of refining takes. */
  readonly session?: number;
}

const shift =
  (part: number): ProcessEffect['draw'] =>
  (random) =>
    part * random.normal();

export const effects = {
  'differ by 3 % for all sizes at once': { draw: shift(0.03) },
  'are slower by 15 % in three of ten cases': {
    draw: (random) => (random.uniform() < 0.3 ? Math.log(1.15) : 0) + 0.01 * random.normal(),
  },
  'run one side 3 % slower while it refines': { draw: shift(0.01), session: 0.03 },
} as const satisfies Readonly<Record<string, ProcessEffect>>;

export interface EffectCase {
  readonly family: Family;
  readonly step: 2 | 10;
  readonly effect: ProcessEffect;
  readonly repetitions: number;
}

/** Parts of `runs`, but for the coverages, which are of those with one crossing at that stage. */
export interface EffectResult {
  readonly coveredBefore: number;
  readonly oneAfter: number;
  readonly coveredAfter: number;
}

const maxSteps = 12;
const noise = { within: 0.01, process: 0.004 };
const sweeps = {
  2: { first: 6250, count: 10, before: 4 },
  10: { first: 1000, count: 6, before: 2 },
};

/** Sweeps that are refined as `break-even --refine` does: each step measures the bracketing sizes again in its processes. */
export function simulateEffects(
  one: EffectCase,
  runs: number,
  seed: number,
  replicates = 400,
): EffectResult {
  const before: Seen[] = [];
  const after: Seen[] = [];
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed, run);
    const { first, count, before: steps } = sweeps[one.step];
    const crossing = first * one.step ** (steps + random.uniform());
    const laws = crossingLaws(one.family, crossing, one.step, random);
    const sizes = Array.from({ length: count }, (_, i) => Math.round(first * one.step ** i));
    const measured = new Measured(laws, one, random);
    measured.add(sizes);
    const options = { workload: 'simulated', scope: 'call', axis: 'n', replicates, seed: run };
    const judge = (): BreakEvenView => {
      const [a, b] = measured.curves();
      return breakEven(a, b, { ...options, sessions: measured.sessions });
    };
    let view = judge();
    before.push(seenIn(view, crossing));
    if (view.answer !== 'one') continue;
    for (let taken = 0; taken < maxSteps && (view.next?.length ?? 0) > 0; taken++) {
      measured.refine(view.next ?? [], view.at ?? crossing);
      view = judge();
    }
    after.push(seenIn(view, crossing));
  }
  const [told = [], toldAfter = []] = [before, after].map((all) => all.filter(({ one }) => one));
  const part = (some: readonly Seen[]): number =>
    some.filter(({ covered }) => covered).length / some.length;
  return {
    coveredBefore: part(told),
    oneAfter: toldAfter.length / runs,
    coveredAfter: part(toldAfter),
  };
}

interface Seen {
  readonly covered: boolean;
  /** The answer is one break-even. */
  readonly one: boolean;
}

function seenIn(view: BreakEvenView, crossing: number): Seen {
  const { answer, at, ci95 } = view;
  if (answer !== 'one' || ci95 === null || at === null) return { covered: false, one: false };
  const whole = Math.round(crossing);
  return { covered: ci95[0] <= whole && whole <= ci95[1], one: true };
}

/** Both variants, measured in sessions of as many processes as repetitions are asked for. */
class Measured {
  readonly sessions: number[] = [];
  private readonly points: readonly [Points, Points] = [new Map(), new Map()];
  private repetition = 0;

  private readonly laws: readonly [Law, Law];
  private readonly one: EffectCase;
  private readonly random: Random;

  constructor(laws: readonly [Law, Law], one: EffectCase, random: Random) {
    this.laws = laws;
    this.one = one;
    this.random = random;
  }

  add(sizes: readonly number[], session = 0): void {
    for (let i = 0; i < this.one.repetitions; i++, this.repetition++) {
      for (const [variant, law] of this.laws.entries()) {
        const common = this.one.effect.draw(this.random) + (variant === 0 ? session : 0);
        for (const x of sizes) {
          const times = simulateRepetition(this.random, law(x), 20, noise, common);
          const process = judgedProcess({
            ...summarizeProcess(times),
            repetition: this.repetition,
          });
          const points = this.points[variant] ?? new Map<number, JudgedProcess[]>();
          points.set(x, [...(points.get(x) ?? []), process]);
        }
      }
    }
  }

  refine(wanted: readonly number[], at: number): void {
    const known = [...this.points[0].keys()].sort((a, b) => a - b);
    const below = known.findLast((x) => x <= at);
    const above = known.find((x) => x > at);
    const again = [below, above].flatMap((x) => (x === undefined ? [] : [x]));
    this.sessions.push(this.repetition);
    const sizes = new Set([...again, ...wanted.map((x) => Math.round(x))]);
    const { session = 0 } = this.one.effect;
    this.add([...sizes], session * (this.random.uniform() < 0.5 ? 1 : -1));
  }

  curves(): readonly [Curve, Curve] {
    const curve = (label: string, points: Points): Curve => ({
      label,
      points: [...points].sort(([a], [b]) => a - b).map(([x, processes]) => ({ x, processes })),
    });
    return [curve('a', this.points[0]), curve('b', this.points[1])];
  }
}

type Points = Map<number, JudgedProcess[]>;
