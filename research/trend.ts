/** What a trend says of simulated histories: nothing changed, a step, a creep; runs that follow each other may be correlated. */
import { stepsOrCreep } from '../src-main/core/analysis/trend/trend.ts';
import { defaultMargins } from '../src-main/stats/decide.ts';
import { createRandom } from '../src-main/stats/random.ts';
import { falseDiscoveryRate } from '../src-main/stats/stated-changes.ts';
import { varianceOfRuns } from '../test/stats/processes.ts';

export const title =
  'What trends say of simulated histories, whose runs may be autocorrelated. Arguments: [histories=500].';

/** As `history --changes` asks for by default. */
const threshold = 0.05;
const expected = varianceOfRuns({ sd: 0.01, degrees: 1 }, { sd: 0.026, degrees: 3 });

type Said = 'nothing' | 'a change point' | 'a creep';

type Simulated = {
  readonly runs: number;
  /** Standard deviation of a run's median, relative. */
  readonly sd: number;
  /** Of a run with the run before it. */
  readonly correlation: number;
  /** Of the time, by the share of the history that has passed. */
  readonly factor: (at: number) => number;
};

const changes = [
  { name: 'nothing', factor: () => 1 },
  { name: 'a step of 10 %', factor: (at: number) => (at < 0.5 ? 1 : 1.1) },
  { name: 'a creep to 10 %', factor: (at: number) => 1.1 ** at },
] as const;

/** Of a run's median, relative; runs that differ by 1 % have no false change, and every step is found. */
const sd = 0.03;
const lengths = [20, 60] as const;
const correlations = [0, 0.5, 0.8] as const;

/** One series alone is not adjusted; of several, what the false discovery rate leaves room for at the least. */
const examined = [
  { series: 'one', maxP: 1 },
  { series: 'several', maxP: falseDiscoveryRate },
] as const;

export async function main(args: readonly string[]): Promise<number> {
  const count = Number(args[0] ?? 500);
  console.log(
    `| series, runs; correlation ${correlations.join(' / ')} | ${changes.map(({ name }) => `${name}: a change point, a creep`).join(' | ')} |`,
  );
  console.log('|---|---|---|---|');
  for (const { series, maxP } of examined) {
    for (const runs of lengths) {
      const cells = changes.map(({ factor }) => {
        const parts = correlations.map((correlation) => {
          const said: Record<Said, number> = { nothing: 0, 'a change point': 0, 'a creep': 0 };
          for (let seed = 1; seed <= count; seed++) {
            said[saysOf(history(seed, { runs, sd, correlation, factor }), maxP)]++;
          }
          const share = (part: number): string => ((100 * part) / count).toFixed(1);
          return `${share(said['a change point'])}, ${share(said['a creep'])}`;
        });
        return `${parts.join(' / ')} %`;
      });
      console.log(`| ${[`${series}, ${runs}`, ...cells].join(' | ')} |`);
    }
  }
  return 0;
}

function history(seed: number, { runs, sd, correlation, factor }: Simulated): Float64Array {
  const random = createRandom(seed, 17);
  let state = random.normal();
  return Float64Array.from({ length: runs }, (_, i) => {
    if (i > 0) state = correlation * state + Math.sqrt(1 - correlation ** 2) * random.normal();
    return 50_000 * factor(i / (runs - 1)) * Math.exp(sd * state);
  });
}

function saysOf(values: Float64Array, maxP: number): Said {
  const { found, creep } = stepsOrCreep(values, { expected }, threshold, defaultMargins, maxP);
  return creep !== null ? 'a creep' : found.changes.length > 0 ? 'a change point' : 'nothing';
}
