import type { CallsAnswer, Strategy } from '../../../contract/headline.ts';
import type { ScopeProcess } from '../../../contract/run.ts';
import { isDisturbed } from '../../../contract/target.ts';
import { breakEvenCalls, type CallCost } from '../../../stats/break-even-calls.ts';
import { mean } from '../../../stats/order.ts';
import type { Line } from '../break-even/lines.ts';
import type { Described, ReportSource } from '../report-source.ts';

/**
 * From how many calls with the same input on the GPU is faster at one size. Cost of k calls of one process, T end to end
 * and C device call: `(T - E) + k E`, where each further call costs E = C if input and answer stay on the device, E = C
 * and the copy of what comes back if the input stays, and E = T if everything is copied each time.
 */
export function callsAt(
  cpu: Line,
  gpus: readonly Line[],
  size: number,
  axis: string,
  source: ReportSource,
  strategy: Strategy = 'input-stays',
): CallsAnswer[] {
  const [contender] = cheapestFirst(gpus, size, axis, source, strategy);
  const [baseline] = cheapestFirst([cpu], size, axis, source, strategy);
  if (baseline === undefined || contender === undefined) return [];
  const variant = contender.line.label;
  const sides = [baseline, contender];
  if (source.allowDisturbed !== true && sides.some(({ disturbed }) => disturbed)) {
    return [{ size, variant, strategy, answer: 'unclear', at: null, ci95: null }];
  }
  const { answer, at, ci95 } = breakEvenCalls(baseline.costs, contender.costs);
  return [{ size, variant, strategy, answer, at, ci95: ci95 === null ? null : [ci95[0], ci95[1]] }];
}

type Costed = {
  readonly line: Line;
  readonly costs: readonly CallCost[];
  /** Most repetitions of its case were. */
  readonly disturbed: boolean;
};

/** The lines that have costs at a size, by the mean cost of a further call. */
export function cheapestFirst(
  lines: readonly Line[],
  size: number,
  axis: string,
  source: ReportSource,
  strategy: Strategy,
): readonly Costed[] {
  return lines
    .flatMap((line): Costed[] => {
      const found = line.cases.find(({ stored }) => Number(stored.values[axis]) === size);
      if (found === undefined) return [];
      const costs = costsOf(found, source, strategy);
      return costs.length === 0 ? [] : [{ line, costs, disturbed: isDisturbed(found.stored) }];
    })
    .sort((a, b) => callCost(a.costs) - callCost(b.costs));
}

const callCost = (costs: readonly CallCost[]): number => mean(costs.map(({ eachNs }) => eachNs));

/** By process; one that lacks a scope is left out. */
export function costsOf(
  { stored, descriptor }: Described,
  source: ReportSource,
  strategy: Strategy,
): readonly CallCost[] {
  const medians = (scope: string): ReadonlyMap<number, number> =>
    new Map(
      source
        .processes(stored.index, scope)
        .map(({ repetition, medianNs }: ScopeProcess) => [repetition, medianNs]),
    );
  const total = medians('total');
  const calls = medians('call');
  const call = calls.size > 0 ? calls : medians('kernel');
  const isGpu = descriptor.variant.device !== 'cpu';
  const back = medians('d2h');
  return [...total].flatMap(([repetition, totalNs]): CallCost[] => {
    const callNs = call.get(repetition);
    if (callNs === undefined) return [];
    const backNs = isGpu ? back.get(repetition) : 0;
    if (strategy === 'input-stays' && backNs === undefined) return [];
    const eachNs = {
      'copy-each-time': totalNs,
      'input-stays': callNs + (backNs ?? 0),
      'both-stay': callNs,
    }[strategy];
    return [{ repetition, onceNs: totalNs - eachNs, eachNs }];
  });
}
