/** Whether as many repetitions as one recorded run calls for find a difference in the other runs. */
import { pathToFileURL } from 'node:url';
import { judge } from '../src-main/stats/judge.ts';
import type { JudgedProcess, JudgedSide } from '../src-main/stats/judged-case.ts';
import { fitComponent } from '../src-main/stats/learn-priors.ts';
import { mean, variance } from '../src-main/stats/order.ts';
import { type Component, devices, tableOf } from '../src-main/stats/priors.ts';
import { createRandom, type Random } from '../src-main/stats/random.ts';
import { repetitionsNeeded } from '../src-main/stats/repetitions-needed.ts';
import {
  acrossProcessesFile,
  type RecordedCase,
  type RecordedRun,
  readRecorded,
} from '../test/simulations/recorded-aa.ts';

export const title =
  'Repetitions that one recorded run says a difference needs, and in how many comparisons of so many processes of the other runs it is found. Arguments: [table of `aa-data`.csv] [comparisons=200].';

export async function main(args: readonly string[]): Promise<number> {
  const file = args[0] === undefined ? acrossProcessesFile : pathToFileURL(args[0]);
  const comparisons = Number(args[1] ?? 200);
  console.log(
    '| time | cases | processes differ by | difference | repetitions | found | of a case, lowest |',
  );
  console.log('|---|---|---|---|---|---|---|');
  const all = readRecorded(file).filter(({ runs }) => runs.length >= 3);
  for (const device of devices) {
    for (const scope of ['kernel', 'call', 'total']) {
      const cases = all.filter((one) => one.device === device && one.scope === scope);
      const component = fitComponent(
        cases.flatMap(({ runs: [first] }) => (first === undefined ? [] : [spreadOf(first)])),
      );
      if (component === null) continue;
      for (const effect of [0.05, 0.1, 0.2]) {
        const needed = repetitionsNeeded(component, effect);
        const found = cases.map((one, i) =>
          needed === null
            ? Number.NaN
            : foundIn(one, { component, needed, effect, comparisons, random: createRandom(i, 31) }),
        );
        const share = (part: number): string => `${(100 * part).toFixed(0)} %`;
        const cells = [
          ...[`${device} ${scope}`, cases.length, `${(100 * component.sd).toFixed(1)} %`],
          `+${100 * effect} %`,
          ...(needed === null
            ? ['over 50', '', '']
            : [needed, share(mean(found)), share(Math.min(...found))]),
        ];
        console.log(`| ${cells.join(' | ')} |`);
      }
    }
  }
  return 0;
}

const logsOf = ({ processes }: RecordedRun): readonly number[] =>
  processes.map(({ medianNs }) => Math.log(medianNs));

function spreadOf(run: RecordedRun): { readonly value: number; readonly degrees: number } {
  const logs = logsOf(run);
  return { value: variance(logs), degrees: logs.length - 1 };
}

type Trial = {
  /** What the first runs of all cases say. */
  readonly component: Component;
  readonly needed: number;
  readonly effect: number;
  readonly comparisons: number;
  readonly random: Random;
};

/**
 * The share of comparisons that find the difference: of processes of the other runs, each about the mean of its run, drawn with
 * replacement. The judge expects what the first runs say, as after a calibration.
 */
function foundIn(
  { device, scope, runs }: RecordedCase,
  { component, needed, effect, comparisons, random }: Trial,
): number {
  const off = runs.slice(1).flatMap((run) => {
    const logs = logsOf(run);
    const widen = Math.sqrt(logs.length / Math.max(1, logs.length - 1));
    return logs.map((log) => (log - mean(logs)) * widen);
  });
  const priors = tableOf({ processes: component, runs: { sd: 0, degrees: 1 } });
  const side = (label: string, shift: number): JudgedSide => ({
    ...{ label, device, scope, priors },
    processes: Array.from({ length: needed }, (_, repetition): JudgedProcess => {
      const log = Math.log(5e4) + shift + (off[random.below(off.length)] ?? 0);
      return { repetition, medianNs: Math.exp(log), logError: 0, n: 10, effectiveN: 10 };
    }),
  });
  let found = 0;
  for (let i = 0; i < comparisons; i++) {
    const slower = side('slower', Math.log1p(effect));
    if (judge(slower, side('baseline', 0), { sameRun: true }).verdict === 'slower') found++;
  }
  return found / comparisons;
}
