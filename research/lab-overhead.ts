import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Group } from '../src-main/contract/configuration.ts';
import type { StoredCase } from '../src-main/contract/run.ts';
import type { ComparisonView } from '../src-main/contract/verdict.ts';
import { createComparer, subjectsOf } from '../src-main/core/analysis/compare.ts';
import { type App, createApp } from '../src-main/core/app.ts';
import { openStore } from '../src-main/core/store/store.ts';
import { forkEngine } from '../src-main/hosts/fork-engine.ts';
import { defaultMargins } from '../src-main/stats/decide.ts';
import { runToEnd } from '../test/helpers/run-to-end.ts';
import { type Twin, writeTwin } from '../test/simulations/twin-files.ts';
import { deviceTwin, hostTwins } from '../test/simulations/twin-labs.ts';

export const title =
  'Built-in variants and the same code as variants of labs, in one run: their ratio by timing scope. Arguments: [repetitions=12] [samples=60] [cpu|cuda].';

/** Of a median, either way. */
const allowed = 0.02;

type Compared = {
  readonly what: string;
  readonly scope: string;
  /** Lab over built-in. */
  readonly view: ComparisonView;
  /** The same file of the lab again, over the lab. */
  readonly noise: ComparisonView;
};

export async function main([
  repetitions = '12',
  samples = '60',
  only,
]: readonly string[]): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'lab-overhead-'));
  const app = createApp({ home, lockName: `lab-overhead-${process.pid}`, forkEngine });
  try {
    const twins = await twinsHere(app, only);
    for (const twin of twins) await app.labs.open(writeTwin(twin, home));
    console.log(`load before: ${loadText()}`);
    const runId = await runToEnd(app, () =>
      app.api.startRun({
        configuration: {
          groups: twins.flatMap(groupsOf),
          policy: {
            criterion: 'fixed',
            parameters: { samples: Number(samples) },
            timeLimitS: null,
            repetitions: Number(repetitions),
            order: 'shuffled',
          },
          orderSeed: 1,
        },
      }),
    );
    console.log(`load after: ${loadText()}`);
    await app.close();
    return report(compareTwins(home, runId, twins));
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const loadText = (): string =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ');

async function twinsHere({ api }: App, only: string | undefined): Promise<readonly Twin[]> {
  const { workloads } = await api.catalog({});
  const { workload, variant } = deviceTwin;
  const found = workloads
    .find(({ id }) => id === workload)
    ?.variants.find(({ id }) => id === variant);
  const cuda = found?.available === true ? [deviceTwin] : [];
  if (cuda.length === 0) console.log(`no GPU: ${found?.reason ?? `${variant} is not built`}`);
  return [...(only === 'cuda' ? [] : hostTwins), ...(only === 'cpu' ? [] : cuda)];
}

function groupsOf(twin: Twin): readonly Group[] {
  const { workload, variant, set, lab, variants, labSet } = twin;
  return [
    { workload, variants: [variant], set, sweep: {} },
    { workload: lab, variants: [...variants], set: labSet, sweep: {} },
  ];
}

function compareTwins(home: string, runId: string, twins: readonly Twin[]): readonly Compared[] {
  const store = openStore(home);
  try {
    const { cases } = store.run(runId);
    const subjectOf = subjectsOf(runId, store.descriptors(runId));
    const { judge } = createComparer(store, () => defaultMargins);
    return twins.flatMap((twin) => {
      const [lab, again] = twin.variants.map((id) => caseOf(cases, twin.lab, id));
      const builtIn = caseOf(cases, twin.workload, twin.variant, twin.set);
      if (lab === undefined || again === undefined) return [];
      return Object.keys(builtIn.metrics)
        .filter((scope) => scope in lab.metrics)
        .map((scope) => ({
          what: `${twin.workload} ${twin.variant}`,
          scope,
          view: judge(subjectOf(lab, scope), subjectOf(builtIn, scope)),
          noise: judge(subjectOf(again, scope), subjectOf(lab, scope)),
        }));
    });
  } finally {
    store.close();
  }
}

function caseOf(
  cases: readonly StoredCase[],
  workload: string,
  variant: string,
  set: Group['set'] = {},
): StoredCase {
  const found = cases.find(
    (one) =>
      one.workload === workload &&
      one.variant === variant &&
      Object.entries(set).every(([axis, value]) => one.values[axis] === value),
  );
  if (found?.outcome === 'ok') return found;
  throw new Error(`${workload} ${variant}: ${found?.reason ?? 'not measured'}`);
}

function report(compared: readonly Compared[]): number {
  console.log(
    '| built in | scope | lab / built in | 95 % interval | within 2 % | the lab again | 95 % interval |\n|---|---|---|---|---|---|---|',
  );
  for (const { what, scope, view, noise } of compared) {
    console.log(
      `| ${[what, scope, ratioOf(view), intervalOf(view), within(view), ratioOf(noise), intervalOf(noise)].join(' | ')} |`,
    );
  }
  const beyond = compared.filter(({ view }) => within(view) === 'no');
  return beyond.length === 0 && compared.length > 0 ? 0 : 1;
}

const ratioOf = ({ ratio }: ComparisonView): string => ratio?.toFixed(4) ?? '-';
const intervalOf = ({ ci95 }: ComparisonView): string =>
  ci95 === null ? '-' : `${ci95[0].toFixed(4)} to ${ci95[1].toFixed(4)}`;

/** `yes` and `no` only where the whole interval says so. */
function within({ ratio, ci95 }: ComparisonView): 'yes' | 'no' | 'as far as measured' | 'open' {
  if (ratio === null || ci95 === null) return 'open';
  const [low, high] = ci95;
  if (low > 1 + allowed || high < 1 / (1 + allowed)) return 'no';
  if (high <= 1 + allowed && low >= 1 / (1 + allowed)) return 'yes';
  return ratio <= 1 + allowed && ratio >= 1 / (1 + allowed) ? 'as far as measured' : 'open';
}
