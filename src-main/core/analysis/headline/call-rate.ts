import { agree } from '../../../contract/case-names.ts';
import {
  type EnergyDevice,
  joulesByRepetition,
  measuredDevices,
} from '../../../contract/energy.ts';
import type { CallRateAnswer, Strategy } from '../../../contract/headline.ts';
import type { StoredCase } from '../../../contract/run.ts';
import { isDisturbed } from '../../../contract/target.ts';
import type { Values } from '../../../contract/workload.ts';
import { type CallCost, callSaving, type MeanCost } from '../../../stats/break-even-calls.ts';
import { mean } from '../../../stats/order.ts';
import { sizesOf } from '../break-even/lines.ts';
import { type Described, describedByWorkload, type ReportSource } from '../report-source.ts';
import { costsOf } from './calls.ts';
import { callEnergySentence, callRateSentence } from './sentences.ts';

export type CallRateRequest = {
  readonly workload: string;
  readonly variants: readonly [string, string];
  readonly values: Values;
  readonly size: number;
  readonly perSecond: number;
  readonly strategy: Strategy;
};

/**
 * What calls at a rate cost with two variants and what the second saves: means over the processes that measured both,
 * as the break-even over calls has them, with Student's interval. Where a variant has several cases of a size, the
 * cheapest stands for it.
 */
export function callRate(source: ReportSource, request: CallRateRequest): CallRateAnswer {
  const { workload, variants, values, size, perSecond, strategy } = request;
  const all =
    describedByWorkload(source).find(([first]) => first?.stored.workload === workload) ?? [];
  const found = sizesOf(all);
  const axis = found?.size.axis ?? '';
  const measured = variants.map((variant) => {
    const cases = (found?.measured ?? []).filter(
      ({ stored }) => stored.variant === variant && agree(stored.values, values),
    );
    return cheapestBySize(cases, axis, source, strategy);
  });
  const sides = measured.map((bySize) => costAt(bySize, size));
  const [baseline, contender] = sides;
  const saving = baseline && contender ? callSaving(baseline.costs, contender.costs) : null;
  const asked = { axis, size, strategy };
  if (saving === null) {
    const none = { answer: 'not-measured' as const, winner: null, saved: null, sides: [] };
    const answer = { ...asked, ...none, processes: 0, interpolated: false, energy: null };
    return { ...answer, sentence: callRateSentence(answer) };
  }
  const aSecond = ({ ns, ci95 }: MeanCost) => ({
    ns: ns * perSecond,
    ci95: ci95 === null ? null : ([ci95[0] * perSecond, ci95[1] * perSecond] as [number, number]),
  });
  const disturbed =
    source.allowDisturbed !== true && sides.some((side) => side?.disturbed === true);
  const rates = [saving.baseline, saving.contender].map(aSecond);
  const saved = aSecond(saving.saved);
  const answer = {
    ...asked,
    ...decided(variants, [keepsUp(rates[0]), keepsUp(rates[1])], disturbed ? null : saved.ci95),
    saved,
    sides: rates.map((rate, i) => ({ variant: variants[i] ?? '', ...rate })),
    processes: saving.processes,
    interpolated: sides.some((side) => side?.interpolated === true),
    energy: disturbed ? null : savedEnergy(measured, size, perSecond),
  };
  const onDevice = measured.some((bySize) => bySize.some(({ needs }) => needs === 'gpu'));
  const sentences = [callRateSentence(answer, { disturbed, onDevice }), callEnergySentence(answer)];
  return { ...answer, sentence: sentences.filter((each) => each !== '').join(' ') };
}

/**
 * What the second variant saves in joules of each second, by the processes that measured both sides over the same
 * devices: the card where one of them runs there, the processors where one works on the host. Null where one lacks them.
 */
function savedEnergy(
  sides: readonly (readonly Costed[])[],
  size: number,
  perSecond: number,
): CallRateAnswer['energy'] {
  const near = sides.flatMap((bySize) => around(bySize, size));
  const devices = measuredDevices(near[0]?.energy).filter((device) =>
    near.every(({ energy }) => measuredDevices(energy).includes(device)),
  );
  if (near.some(({ needs }) => !devices.includes(needs))) return null;
  const [baseline, contender] = sides.map((bySize) =>
    costAt(
      around(bySize, size).map((each) => ({ ...each, costs: joulesOf(each.energy, devices) })),
      size,
    ),
  );
  const saved = baseline && contender ? callSaving(baseline.costs, contender.costs)?.saved : null;
  if (!saved) return null;
  const ci95 = saved.ci95?.map((end) => end * perSecond) as [number, number] | undefined;
  return { devices: [...devices], joules: saved.ns * perSecond, ci95: ci95 ?? null };
}

/** Joules of an execution in place of the duration of a call. */
const joulesOf = (energy: StoredCase['energy'], devices: readonly EnergyDevice[]): CallCost[] =>
  joulesByRepetition(energy, devices).map(({ repetition, joules }) => ({
    ...{ repetition, onceNs: 0, eachNs: joules },
  }));

const secondNs = 1e9;

/** Whether calls fit into a second; null where their interval does not decide it. */
function keepsUp(rate: { readonly ci95: readonly [number, number] | null } | undefined) {
  const ci95 = rate?.ci95 ?? null;
  if (ci95 === null) return null;
  if (ci95[1] <= secondNs) return true;
  return ci95[0] > secondNs ? false : null;
}

function decided(
  [first, second]: readonly [string, string],
  keeping: readonly [boolean | null, boolean | null],
  saved: readonly [number, number] | null,
): Pick<CallRateAnswer, 'answer' | 'winner'> {
  const isKnown = saved !== null && (saved[0] > 0 || saved[1] < 0);
  const winner = isKnown ? (saved[0] > 0 ? second : first) : null;
  if (saved === null) return { answer: 'unclear', winner };
  const [a, b] = keeping;
  if (a === false && b === false) return { answer: 'neither', winner };
  if (a === true && b === true) return { answer: winner === null ? 'unclear' : 'saves', winner };
  if (a === null || b === null) return { answer: 'unclear', winner };
  return { answer: 'one-keeps-up', winner: a ? first : second };
}

type Costed = {
  readonly size: number;
  readonly costs: readonly CallCost[];
  readonly disturbed: boolean;
  readonly energy: StoredCase['energy'];
  /** Whose joules count in any case. */
  readonly needs: EnergyDevice;
};

/** Ascending by size. */
function cheapestBySize(
  cases: readonly Described[],
  axis: string,
  source: ReportSource,
  strategy: Strategy,
): readonly Costed[] {
  const costed = cases.flatMap((described): Costed[] => {
    const costs = costsOf(described, source, strategy);
    const size = Number(described.stored.values[axis]);
    const needs = described.descriptor.variant.device === 'cuda' ? 'gpu' : 'package';
    const { energy } = described.stored;
    const found = { size, costs, disturbed: isDisturbed(described.stored), energy, needs } as const;
    return costs.length === 0 ? [] : [found];
  });
  const cost = ({ costs }: Costed): number => mean(costs.map(({ eachNs }) => eachNs));
  return [...Map.groupBy(costed, ({ size }) => size).values()]
    .flatMap((same) => same.toSorted((a, b) => cost(a) - cost(b)).slice(0, 1))
    .sort((a, b) => a.size - b.size);
}

/** The measured size itself, else its neighbours on both sides; none outside of what was measured. */
function around(measured: readonly Costed[], size: number): readonly Costed[] {
  const after = measured.find((each) => each.size >= size);
  if (after === undefined || after.size === size) return after === undefined ? [] : [after];
  const before = measured.findLast((each) => each.size < size);
  return before === undefined || !(before.size > 0) ? [] : [before, after];
}

/**
 * As measured at a size, else by process on the straight line between its neighbours, both axes logarithmic. Null outside
 * of what was measured.
 */
function costAt(measured: readonly Costed[], size: number) {
  const [before, after] = around(measured, size);
  if (before === undefined) return null;
  if (after === undefined) return { ...before, interpolated: false };
  const share = Math.log(size / before.size) / Math.log(after.size / before.size);
  const lower = new Map(before.costs.map((cost) => [cost.repetition, cost]));
  const costs = after.costs.flatMap(({ repetition, eachNs }): CallCost[] => {
    const from = lower.get(repetition)?.eachNs ?? 0;
    if (!(from > 0 && eachNs > 0)) return [];
    return [{ repetition, onceNs: 0, eachNs: from * (eachNs / from) ** share }];
  });
  return { costs, disturbed: before.disturbed || after.disturbed, interpolated: true };
}
