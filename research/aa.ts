/** Verdicts of the judge on recorded runs of unchanged programs, beside simpler rules on the same samples. */
import { pathToFileURL } from 'node:url';
import { type PriorTable, shippedPriors, whileBusy } from '../src-main/stats/priors.ts';
import {
  acrossRuns,
  asvRule,
  casesOf,
  firstRuns,
  joinRuns,
  judgeRule,
  learnedRule,
  power,
  type RecordedCase,
  type Rule,
  readRecorded,
  recordedFile,
  repeatability,
  scopesOf,
  studentRule,
  tally,
  withinRuns,
} from '../test/simulations/recorded-aa.ts';

export const title =
  'Verdicts on recorded runs of unchanged programs (4 runs of 88 cases on the host of an H200). Arguments: [table of `aa-data`.csv] [number of runs, the first ones] [workload] [join=runs that count as one] [busy: the runs began on a busy machine].';

type Widened = (priors: PriorTable) => PriorTable;

const rules = (
  all: readonly RecordedCase[],
  widened: Widened,
): readonly (readonly [string, Rule])[] => [
  ['judge', judgeRule(widened(shippedPriors))],
  ['judge, learned from the other runs', learnedRule(all, widened)],
  ['asv, 99 % intervals apart', asvRule(1)],
  ['asv, and beyond 1.1', asvRule(1.1)],
  ['Student on process medians', studentRule()],
];

export async function main(args: readonly string[]): Promise<number> {
  const file = args.find((arg) => /\.csv(\.gz)?$/.test(arg));
  const count = args.find((arg) => /^\d+$/.test(arg));
  const join = args.find((arg) => /^join=[1-9]\d*$/.test(arg));
  const busy = args.find((arg) => arg === 'busy');
  const workload = args.find((arg) => ![file, count, join, busy].includes(arg));
  const widened: Widened = busy === undefined ? (priors) => priors : whileBusy;
  const runs = firstRuns(
    readRecorded(file === undefined ? recordedFile : pathToFileURL(file)),
    count === undefined ? Number.POSITIVE_INFINITY : Number(count),
  );
  const recorded = join === undefined ? runs : joinRuns(runs, Number(join.slice(5)));
  const all = recorded.filter((one) => workload === undefined || one.workload === workload);
  if (all.length === 0) {
    console.error(`No recorded case of "${workload}".`);
    return 2;
  }
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  console.log('Across runs: all pairs of runs. Within a run: even repetitions against odd ones.');
  console.log(
    '| time | rule | comparisons | false | equivalent | +5 % found | +20 % found | within a run | false |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const [device, scope] of scopesOf(all)) {
    const cases = casesOf(all, device, scope);
    const [across, within] = [acrossRuns(cases), withinRuns(cases)];
    for (const [name, rule] of rules(recorded, widened)) {
      const { comparisons, wrong, equivalent } = tally(across, rule);
      const found = [1.05, 1.2].map((slowed) => percent(power(across, rule, slowed)));
      // asv's intervals are of the samples of a whole run.
      const halves = name.startsWith('asv') ? null : tally(within, rule);
      const inside = halves === null ? ['', ''] : [halves.comparisons, percent(halves.wrong)];
      console.log(
        `| ${[`${device} ${scope}`, name, comparisons, percent(wrong), percent(equivalent), ...found, ...inside].join(' | ')} |`,
      );
    }
  }
  console.log('Next run inside the repeatability interval of the run before (90 to 98 % wanted):');
  for (const [device, scope] of scopesOf(all)) {
    const cases = casesOf(all, device, scope);
    const held = repeatability(cases, widened(shippedPriors));
    console.log(`${device} ${scope}: ${percent(held)}`);
  }
  return 0;
}
