import type { Output } from '../../../contract/api.ts';
import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput, notFound } from '../../../contract/failure.ts';
import type { Trend, TrendMachine, TrendOptions } from '../../../contract/procedures/trends.ts';
import type { StoredCase } from '../../../contract/run.ts';
import { defaultScope, headlineScope } from '../../../contract/timing-scopes.ts';
import type { Margins } from '../../../stats/decide.ts';
import type { CaseEnvironment, KnownMachine } from '../../store/series.ts';
import type { Store, StoredRun } from '../../store/store.ts';
import { falseDiscoveryRate } from '../false-discovery.ts';
import { type MachineVariation, nothingKnown } from '../machine-variation.ts';
import { withoutFalseChanges } from './false-changes.ts';
import { type TrendSource, trendOf, type WholeTrend } from './trend.ts';

export type TrendStore = Pick<
  Store,
  'run' | 'descriptors' | 'series' | 'environmentOf' | 'newestRunWith' | 'machines'
>;

export type TrendsRequest = TrendOptions & {
  readonly ref?: string | undefined;
  readonly workload?: string | undefined;
  readonly variant?: string | undefined;
  readonly index?: number | undefined;
  readonly scope?: string | undefined;
  readonly points: boolean;
  readonly offset: number;
  readonly limit: number;
};

/**
 * The cases of a run over all runs that measured the same on one machine.
 *
 * @throws BreakevenError `not-found` where no such run or machine is, `bad-input` for a workload, variant, case or
 * timing scope that the run does not have.
 */
export function trendsOf(
  store: TrendStore,
  request: TrendsRequest,
  margins: Margins,
  variation: MachineVariation = nothingKnown,
): Output<'trends'> {
  const named = request.machine === undefined ? null : findMachine(store, request.machine);
  const source = store.run(request.ref ?? newest(store, request, named));
  const cases = chosenCases(source, request);
  const read = createReader(
    store,
    source,
    named?.fingerprint ?? source.machine.fingerprint,
    variation,
  );
  const page = cases.slice(request.offset, request.offset + request.limit);
  const series = page.map((stored) => {
    const scope = request.scope ?? headlineScope(Object.keys(stored.metrics)) ?? defaultScope;
    const found = read(stored, scope, request);
    const narrow = (maxP: number) => trendOf(found, request, margins, maxP);
    return { trend: trendOf(found, request, margins), narrow };
  });
  const trends = withoutFalseChanges(series, cases.length - page.length);
  return {
    run: source.run,
    machine: named === null ? machineOf(source) : describe(named),
    total: cases.length,
    falseDiscoveryRate,
    trends: trends.map(
      ({ points, ...trend }): Trend => (request.points ? { ...trend, points } : trend),
    ),
  };
}

/** The history of one case of a run, for a figure; null where the run does not have the case. */
export function trendOfCase(
  store: TrendStore,
  runId: string,
  caseIndex: number,
  scope: string,
  options: TrendOptions,
  margins: Margins,
  variation: MachineVariation = nothingKnown,
): WholeTrend | null {
  return trendReader(store, runId, options, margins, variation)(caseIndex, scope);
}

/** Reads histories of cases of one run one by one; each is null where the run does not have the case. */
export function trendReader(
  store: TrendStore,
  runId: string,
  options: TrendOptions,
  margins: Margins,
  variation: MachineVariation,
): (caseIndex: number, scope: string, maxP?: number) => WholeTrend | null {
  const source = store.run(runId);
  const named = options.machine === undefined ? null : findMachine(store, options.machine);
  const fingerprint = named?.fingerprint ?? source.machine.fingerprint;
  const read = createReader(store, source, fingerprint, variation);
  return (caseIndex, scope, maxP) => {
    const stored = source.cases.find(({ index }) => index === caseIndex);
    return stored === undefined
      ? null
      : trendOf(read(stored, scope, options), options, margins, maxP);
  };
}

/** Reads histories of cases of one run; what a run was measured under is read once. */
function createReader(
  store: TrendStore,
  source: StoredRun,
  fingerprint: string,
  variation: MachineVariation,
) {
  const runId = source.run.id;
  const descriptors = store.descriptors(runId);
  const known = new Map<string, CaseEnvironment | null>();
  return (stored: StoredCase, scope: string, options: TrendOptions): TrendSource => {
    const { workload, variant, values } = stored;
    const contract = descriptors.get(stored.index)?.workload.lab?.contract;
    const key = { workload, variant, values, scope, fingerprint, contract };
    const series = store.series(key, options.last + 1);
    return {
      stored,
      runId,
      device: descriptors.get(stored.index)?.variant.device,
      scope,
      series,
      variation: variation(series.at(-1)?.runId ?? runId).learned,
      environmentOf(point) {
        const place = `${point.runId} ${point.caseIndex}`;
        const found = known.get(place) ?? store.environmentOf(point.runId, point.caseIndex);
        known.set(place, found);
        return found;
      },
    };
  };
}

function newest(
  store: TrendStore,
  { workload, variant }: TrendsRequest,
  machine: KnownMachine | null,
): string {
  const filter = { workload, variant, fingerprint: machine?.fingerprint };
  const found = store.newestRunWith(filter);
  if (found !== null) return found;
  const what = [
    ...(workload === undefined ? [] : [`of the workload "${workload}"`]),
    ...(variant === undefined ? [] : [`of the variant "${variant}"`]),
    ...(machine === null ? [] : [`on ${machine.hostname}`]),
  ];
  throw notFound(
    `No stored run has a measured case${what.length === 0 ? '' : ` ${what.join(' ')}`}; the history lists the runs.`,
  );
}

function findMachine(store: TrendStore, asked: string): KnownMachine {
  const machines = store.machines();
  const wanted = asked.toLowerCase();
  const byName = machines.filter(({ hostname }) => hostname.toLowerCase() === wanted);
  const found =
    byName.length > 0
      ? byName
      : machines.filter(({ fingerprint }) => fingerprint.startsWith(wanted));
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const [first] = found;
  if (first === undefined) {
    const names = [...new Set(machines.map(({ hostname }) => hostname))];
    throw notFound(`machine: no run was taken on "${asked}"${hintFor(asked, names.slice(0, 8))}`);
  }
  if (fingerprints.size > 1) {
    const some = [...fingerprints].slice(0, 4).map((text) => text.slice(0, 12));
    throw badInput(
      `machine: "${asked}" was another machine at other times; name one by its fingerprint: ${some.join(', ')}`,
    );
  }
  return first;
}

function chosenCases(source: StoredRun, request: TrendsRequest): readonly StoredCase[] {
  const { workload, variant, index, scope } = request;
  const all = source.cases.filter(({ outcome }) => outcome === 'ok');
  const check = (field: string, wanted: string | undefined, has: readonly string[]): void => {
    if (wanted === undefined || has.includes(wanted)) return;
    throw badInput(
      `${field}: run ${source.run.id} has no measured case of "${wanted}"${hintFor(wanted, [...new Set(has)])}`,
    );
  };
  check(
    'workload',
    workload,
    all.map((stored) => stored.workload),
  );
  const ofWorkload = all.filter((stored) => workload === undefined || stored.workload === workload);
  check(
    'variant',
    variant,
    ofWorkload.map((stored) => stored.variant),
  );
  const chosen = ofWorkload.filter(
    (stored) =>
      (variant === undefined || stored.variant === variant) &&
      (index === undefined || stored.index === index),
  );
  if (index !== undefined && chosen.length === 0) {
    throw badInput(
      `index: run ${source.run.id} has no measured case ${index} of what is asked for`,
    );
  }
  check(
    'scope',
    scope,
    chosen.flatMap(({ metrics }) => Object.keys(metrics)),
  );
  return chosen.filter(({ metrics }) => scope === undefined || scope in metrics);
}

function machineOf({ machine }: StoredRun): TrendMachine {
  const gpus = machine.gpus.map(({ name }) => name);
  return describe({ ...machine, gpus });
}

function describe({ fingerprint, hostname, cpuModel, gpus }: KnownMachine): TrendMachine {
  return { fingerprint, hostname, name: [...new Set([cpuModel, ...gpus])].join(', ') };
}
