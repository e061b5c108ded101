import type { Configuration, Decide } from '../../contract/configuration.ts';
import { emptyResult } from '../../contract/empty-result.ts';
import { badInput } from '../../contract/failure.ts';
import { type CaseResult, type Plan, type PlannedCase, schemaVersion } from '../../contract/run.ts';
import { type VersionSide, versionId, versionOf, versionSides } from '../../contract/versions.ts';
import type { Catalog, Values, Variant, Workload } from '../../contract/workload.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import { axisOf, foreignWorkload, idOf, widestAxis } from '../interchange/describe.ts';
import type { ForeignCase, ForeignRun } from '../interchange/foreign-run.ts';
import { type ProgramRun, runSelfTimed, type SelfTimed, type TimesReader } from './self-timed.ts';

export type Programs = {
  readonly base: SelfTimed;
  readonly head: SelfTimed;
  readonly reader: TimesReader;
};

/** What both programs said the first time; nothing of it is stored. */
export type FirstRuns = Readonly<Record<VersionSide, ProgramRun>>;

/** A program that says nothing for longer is ended, in seconds, unless a case has a limit of its own. */
const firstLimitS = 3600;

export async function firstRuns(programs: Programs, signal?: AbortSignal): Promise<FirstRuns> {
  const run = (side: VersionSide) =>
    runSelfTimed(programs[side], programs.reader, { seconds: firstLimitS, signal });
  return { base: await run('base'), head: await run('head') };
}

const workloadOf = (tool: string, { benchmark }: ForeignCase): string =>
  idOf(`${tool}-${benchmark}`);
const programOf = (tool: string, { variant }: ForeignCase): string => idOf(variant ?? tool);

function keyOf(benchmark: string, program: string, values: Values): string {
  return JSON.stringify([benchmark, program, Object.entries(values).sort()]);
}

/** @throws BreakevenError `bad-input` where two cases would have one name. */
function casesByKey({ tool, cases }: ForeignRun): ReadonlyMap<string, ForeignCase> {
  const measured = cases.filter(({ skipped, timesNs }) => skipped === null && timesNs.length > 0);
  const byKey = new Map<string, ForeignCase>();
  for (const one of measured) {
    const key = keyOf(workloadOf(tool, one), programOf(tool, one), one.values);
    if (byKey.has(key)) {
      const name = [one.benchmark, ...(one.variant === null ? [] : [one.variant])].join(' ');
      throw badInput(`a program times "${name}" twice at the same values`);
    }
    byKey.set(key, one);
  }
  return byKey;
}

/** How many cases only one of the two programs has. */
export function casesApart({ base, head }: FirstRuns): Readonly<Record<VersionSide, number>> {
  const [one, other] = [casesByKey(base.run), casesByKey(head.run)];
  return {
    base: [...one.keys()].filter((key) => !other.has(key)).length,
    head: [...other.keys()].filter((key) => !one.has(key)).length,
  };
}

/**
 * The plan of what both programs have, and a catalog of it.
 *
 * @throws BreakevenError `bad-input` where they have nothing in common, or say means only.
 */
export function planPrograms(
  first: FirstRuns,
  about: Pick<Configuration, 'title' | 'tags' | 'note'> & { readonly decide: Decide },
): { readonly plan: Plan; readonly catalog: Catalog } {
  const { tool } = first.head.run;
  const heads = casesByKey(first.head.run);
  const shared = [...casesByKey(first.base.run)].filter(([key]) => heads.has(key));
  if (shared.length === 0) {
    const means = [first.base, first.head].some(({ run }) =>
      run.cases.some(({ meanNs, timesNs }) => meanNs !== null && timesNs.length === 0),
    );
    const why = means ? 'their files have means only' : 'they time nothing in common';
    throw badInput(`the two programs cannot be compared: ${why}`);
  }
  const all = shared.map(([, one]) => one);
  const byWorkload = Map.groupBy(all, (one) => workloadOf(tool, one));
  const workloads = [...byWorkload].map(([id, own]) => describe(id, tool, own));
  const policy = {
    ...{ criterion: 'fixed', parameters: {}, timeLimitS: null },
    ...{ repetitions: 5, order: 'sequential' as const },
  };
  const seconds = (first.base.seconds + first.head.seconds) / (2 * all.length);
  const cases = all.flatMap((one, at) =>
    versionSides.map((side, second): PlannedCase => {
      const workload = workloadOf(tool, one);
      return {
        ...{ index: 2 * at + second, workload, values: { ...one.values }, policy },
        variant: versionId(programOf(tool, one), side),
        inputKey: keyOf(workload, programOf(tool, one), one.values),
        expected: { seconds: [seconds, seconds], source: 'stored' },
      };
    }),
  );
  const groups = workloads.map(({ id, variants }) => ({
    ...{ workload: id, set: {}, sweep: {} },
    variants: variants.map((variant) => variant.id),
  }));
  const configuration: Configuration = { ...about, groups, policy, orderSeed: 0 };
  const catalog: Catalog = { workloads, scopes: [], criteria: [], problems: [] };
  return { plan: { schemaVersion, configuration, cases }, catalog };
}

function describe(id: string, tool: string, cases: readonly ForeignCase[]): Workload {
  const axes = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))].map((axis) =>
    axisOf(
      axis,
      cases.flatMap(({ values }) => values[axis] ?? []),
    ),
  );
  const ids = [...new Set(cases.map((one) => programOf(tool, one)))];
  const [first = tool] = ids;
  return {
    ...foreignWorkload(id, `${tool}: ${cases[0]?.benchmark ?? id}`, axes),
    ...{ sizeAxis: widestAxis(axes)?.id ?? '', baseline: versionId(first, 'base') },
    variants: ids.flatMap((own) =>
      versionSides.map(
        (side): Variant => ({
          ...{ id: versionId(own, side), title: `${own} (${side})`, summary: '' },
          ...{ device: cases[0]?.device ?? 'cpu', kind: 'study', source: '', parameters: [] },
          ...{ scopes: ['kernel'], available: true, reason: null },
        }),
      ),
    ),
  };
}

/**
 * Measures cases by running their program: once a process of the run for all cases of one side, whose times it says
 * together. What a program got wrong is the failure of its cases.
 */
export function programSupervisor(programs: Programs): Pick<EngineSupervisor, 'run' | 'restart'> {
  let runs = new Map<VersionSide, Promise<ReadonlyMap<string, ForeignCase> | string>>();

  async function times(side: VersionSide, seconds: number, signal: AbortSignal | undefined) {
    try {
      const limits = { seconds, signal };
      return casesByKey((await runSelfTimed(programs[side], programs.reader, limits)).run);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  }

  return {
    async run(
      { workload, variant, values, repetition },
      { hangLimitMs, signal },
    ): Promise<CaseResult> {
      const { id = variant, side = 'base' } = versionOf(variant) ?? {};
      const known = runs.get(side) ?? times(side, hangLimitMs / 1000, signal);
      runs.set(side, known);
      const said = await known;
      if (typeof said === 'string') return emptyResult('failed', said);
      const found = said.get(keyOf(workload, id, values));
      if (found === undefined) {
        return emptyResult('failed', `${programs[side].command} said no time of it`);
      }
      const rest = { launchIncluded: false, repeats: 1, repetition };
      return {
        ...emptyResult('failed', ''),
        ...{ outcome: 'ok', reason: null, stopReason: 'program' },
        samples: [{ scope: found.scope, timesNs: Float64Array.from(found.timesNs), ...rest }],
      };
    },
    async restart() {
      runs = new Map();
    },
  };
}
