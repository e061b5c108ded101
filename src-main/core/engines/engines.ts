import { resolve } from 'node:path';
import type { Configuration, Group } from '../../contract/configuration.ts';
import type {
  CaseEstimate,
  EngineDescription,
  EstimateCase,
  ExpressionCheck,
  ExpressionFault,
  ForkEngine,
} from '../../contract/engine-protocol.ts';
import { environmentFault } from '../../contract/failure.ts';
import type { OpenedLab } from '../../contract/lab.ts';
import type { Check } from '../../contract/machine.ts';
import type { Plan } from '../../contract/run.ts';
import type { KernelCompiler, OpenLabs } from '../lab/open-labs.ts';
import { cpuAllowance, cpuEnvironment } from '../machine/cpu-allowance.ts';
import { describeMachine } from '../machine/machine.ts';
import { type MeasuredCode, measuredCode } from '../machine/measured-code.ts';
import { watchMemory } from '../machine/memory-deaths.ts';
import { hostMemory, memoryEnvironment } from '../machine/memory-limit.ts';
import { openMpCheck, openMpEnvironment } from '../machine/openmp-environment.ts';
import { preflight } from '../machine/preflight.ts';
import { processShortage } from '../machine/process-room.ts';
import { withInputFile } from '../plan/input-file.ts';
import { withMatrix } from '../plan/matrices.ts';
import { type FreeMemory, refuseWhatCannotRun, withEstimates } from '../plan/memory-limits.ts';
import { makePlan } from '../plan/planner.ts';
import { runVariant, withVersions } from '../plan/versioned-catalog.ts';
import { wayToBuild } from '../util/installation.ts';
import { nativeFolder, packagedNode } from '../util/paths.ts';
import { readCatalog } from './catalog-cache.ts';
import { createEngineSupervisor, type EngineSupervisor } from './engine-supervisor.ts';
import { needsCudaAddon, notBuilt, withLabVariants } from './lab-catalog.ts';
import { createQueryEngine } from './query-engine.ts';
import { type SharingOptions, shareInputs } from './shared-inputs.ts';
import { createSpareEngines } from './spare-engines.ts';
import type { Survey } from './survey.ts';

export type Measuring = ReturnType<typeof createMeasuring>;
export type ReadyEngines = ReturnType<Measuring['readyEngines']>;

/** The engines of the next run, which start while it is planned. */
type Early = {
  /** What the one that measures says of itself. */
  readonly description: Promise<EngineDescription | null>;
  /** Settles when the one that makes inputs has answered what it was asked last. */
  last: Promise<unknown>;
  /** Read while engines start: nothing is looked at meanwhile. */
  readonly code: Promise<MeasuredCode | null>;
};

const noLabs = { opened: () => [], ids: () => [], isTried: () => false, version: () => 0 };

/** Cases in one message to the engine. */
const batch = 2000;

/** The engines of an application: one that measures, one that is asked. */
export function createMeasuring(
  home: string,
  fork: ForkEngine,
  labs: Pick<OpenLabs, 'opened' | 'ids' | 'isTried' | 'version'> = noLabs,
  machineChecks: () => Promise<readonly Check[]> = preflight,
) {
  const allowance = cpuAllowance();
  const node = packagedNode();
  const environment = {
    ...openMpEnvironment(allowance.cores),
    ...cpuEnvironment(allowance),
    ...memoryEnvironment(),
    BREAKEVEN_NATIVE: nativeFolder(),
    ...(node === undefined ? {} : { BREAKEVEN_NODE: node }),
  };
  const options = { fork, environment, watchMemory, shortage: processShortage, labs: labs.opened };
  const supervisor = createEngineSupervisor(options);
  const maker = createEngineSupervisor(options);
  const queries = createQueryEngine(createEngineSupervisor(options));
  let early: Early | null = null;
  /** The version of labs that it has opened. */
  let earlyLabs = labs.version();
  /** The version of labs that the engine which is asked has opened, and what it said of them. */
  let asked = labs.version();
  let withLabs: { readonly version: number; readonly description: EngineDescription } | null = null;

  /** A process that is asked has the labs of now. */
  async function ask<T>(question: (engine: EngineSupervisor) => Promise<T>): Promise<T> {
    if (asked !== labs.version()) {
      asked = labs.version();
      await queries.close();
    }
    return await queries.ask(question);
  }

  /** The engines of the next run where they have the labs of now: a third one would only delay the run. */
  const started = (): Early | null => (earlyLabs === labs.version() ? early : null);

  /** The same, asked now. */
  async function describeNow(): Promise<EngineDescription> {
    const known = await started()?.description;
    return complete(usable(known ?? (await ask((engine) => engine.describe()))));
  }

  async function askEarly<T>(question: (engine: EngineSupervisor) => Promise<T>): Promise<T> {
    const engines = started();
    if (engines === null) return await ask(question);
    const answer = engines.last.then(() => question(maker));
    engines.last = answer.catch(() => {});
    return await answer;
  }

  /** What the engine can do, from the cache where that still holds. */
  async function describe(): Promise<EngineDescription> {
    if (labs.ids().length === 0) {
      return usable(
        await readCatalog({ home, nativeFolder: nativeFolder(), describe: describeNow }),
      );
    }
    const version = labs.version();
    if (withLabs?.version !== version) withLabs = { version, description: await describeNow() };
    return withLabs.description;
  }

  async function describeFor(configuration: Pick<Configuration, 'groups'>) {
    const known = await describe();
    return { ...known, catalog: withVersions(known.catalog, configuration) };
  }

  const complete = (description: EngineDescription): EngineDescription =>
    withLabVariants(description, labs.opened(), labs.isTried);

  /**
   * The cases of a configuration with what each needs.
   *
   * @throws BreakevenError `bad-input` for whatever the configuration has wrong, files and sizes included.
   */
  async function plan(configuration: Configuration, { quiet }: { readonly quiet: boolean }) {
    const known = await describeFor(configuration);
    const named = configuration.groups.map((group) => withMatrix(group, configuration.matrices));
    if (quiet) return makePlan({ ...configuration, groups: named }, known);
    const groups: Group[] = [];
    for (const group of named) groups.push(await withDecided(group, configuration.preset));
    const draft = makePlan({ ...configuration, groups }, known);
    const estimates = await estimateKnown(draft, known);
    const free = await freeMemory(known, estimates);
    const estimated = withEstimates(draft, estimates, free);
    refuseWhatCannotRun(estimated, free, known.catalog);
    return estimated;
  }

  /** With the values that its input file decides, n above all. */
  async function withDecided(group: Group, preset: string | undefined): Promise<Group> {
    if (group.input === undefined) return group;
    const known = await describeFor({ groups: [group] });
    // Names are checked first: a file is no answer to a workload that reads none.
    makePlanOf(group, known, preset);
    const input = resolve(group.input);
    return await withInputFile({ ...group, input }, known.catalog, (values) =>
      ask((engine) => engine.inspectInput(group.workload, input, values)),
    );
  }

  /** A case of a variant that this build or this machine's addons lack has no estimate. */
  async function estimateKnown(
    { cases }: Plan,
    { catalog }: EngineDescription,
  ): Promise<readonly (CaseEstimate | null)[]> {
    const known = new Set(
      catalog.workloads.flatMap(({ id, variants }) =>
        variants.flatMap((one) =>
          one.reason?.startsWith(needsCudaAddon) === true ? [] : [`${id} ${one.id}`],
        ),
      ),
    );
    const here = cases.filter(({ workload, variant }) => known.has(`${workload} ${variant}`));
    const found = await estimate(
      here.map((planned) => ({ ...planned, variant: runVariant(catalog, planned) })),
    );
    const byCase = new Map(
      here.map((planned, i) => [planned, buildable(planned, found[i] ?? null)]),
    );
    return cases.map((planned) => byCase.get(planned) ?? null);
  }

  /** A case of a lab is compiled when its run begins. */
  function buildable({ workload }: EstimateCase, found: CaseEstimate | null): CaseEstimate | null {
    const waits = labs.ids().includes(workload) && found?.reason?.startsWith(notBuilt) === true;
    return waits && found !== null ? { ...found, reason: null } : found;
  }

  /** What cases need; null where the engine cannot tell. */
  async function estimate(
    cases: readonly EstimateCase[],
  ): Promise<readonly (CaseEstimate | null)[]> {
    const found: (CaseEstimate | null)[] = [];
    for (let from = 0; from < cases.length; from += batch) {
      const part = cases.slice(from, from + batch);
      const questions = part.map(({ workload, variant, values }) => ({
        workload,
        variant,
        values,
      }));
      found.push(...(await askEarly((engine) => engine.estimate(questions))));
    }
    return found;
  }

  const checked = new Map<string, readonly (ExpressionFault | null)[]>();
  /** What is wrong with formulas of a lab. A list of labs is shown again and again, and watched files change: their formulas seldom do. */
  async function checkExpressions(expressions: readonly ExpressionCheck[]) {
    const key = JSON.stringify(expressions);
    const known = checked.get(key);
    if (known !== undefined) return known;
    const faults = await ask((engine) => engine.checkExpressions(expressions));
    checked.set(key, faults);
    return faults;
  }

  /** The memory of GPUs is asked for only where a case needs some: what the cache says of it is stale. */
  async function freeMemory(
    known: EngineDescription,
    estimates: readonly (CaseEstimate | null)[],
  ): Promise<FreeMemory> {
    const needed = estimates.some((one) => one !== null && one.deviceBytes > 0);
    const ask = needed && known.machine.gpus.length > 0;
    const gpus = ask ? (await describeNow()).machine.gpus : [];
    return { ...freeHostMemory(), gpus };
  }

  /** Ends the engines of `startEarly` where the run does not begin. */
  async function endEarly(): Promise<void> {
    early = null;
    await Promise.all([supervisor.restart('unused'), maker.restart('unused')]);
  }

  /** Machine and state at the beginning of a run; ends the engine that is asked, so that one alone measures. */
  async function survey(): Promise<Survey> {
    const { description, last, code } = early ?? {};
    early = null;
    const [earlyCode] = await Promise.all([code, description, last, queries.close()]);
    // A process has the labs of its start.
    if (earlyLabs !== labs.version()) await endEarly();
    const { catalog, machine } = complete(usable(await supervisor.describe()));
    // In sequence: the load check counts busy cores, and asking git and hashing the addons keep one busy.
    const state = await machineChecks();
    const measured = earlyCode ?? (await measuredCode());
    const described = describeMachine(machine);
    return {
      catalog,
      machine: {
        ...described,
        versions: { ...described.versions, ...measured },
        preflight: [...state, openMpCheck(environment)],
      },
      free: { ...freeHostMemory(), gpus: machine.gpus },
    };
  }

  const compiler = createEngineSupervisor({ fork, environment, shortage: processShortage });
  let last: Promise<unknown> = Promise.resolve();
  /** NVRTC in an engine of its own, which starts with the first kernel. */
  const kernels: KernelCompiler = {
    compile(kernel, limits) {
      const answer = last.then(() => compiler.compileKernel(kernel, limits));
      last = answer.catch(() => {});
      return answer;
    },
    close: () => compiler.restart(),
  };

  return {
    supervisor,
    /** Measures a run whose inputs are made once. */
    sharing: (sharingOptions: SharingOptions) => shareInputs(supervisor, maker, sharingOptions),
    describe,
    describeNow,
    plan,
    estimate,
    checkExpressions,
    /** Engines that measure, with labs of their own, and wait ready to begin; they are ended by who asked for them. */
    readyEngines() {
      const spares = createSpareEngines(fork);
      const common = { fork: spares.fork, environment, shortage: processShortage };
      return {
        engineWith: (opened: readonly OpenedLab[]) =>
          createEngineSupervisor({ ...common, labs: () => opened }),
        /** Starts processes until so many wait; nothing where the machine has no room for more. */
        prepare: (count: number) => {
          if (processShortage() === null) spares.prepare(environment, count);
        },
        close: spares.close,
      };
    },
    kernels,
    /**
     * Starts the engines of the next run, while the run is planned. With labs open nothing is started: their engines start
     * when the labs are compiled.
     */
    startEarly(): void {
      if (early !== null || labs.ids().length > 0) return;
      earlyLabs = labs.version();
      early = {
        description: supervisor.describe().catch(() => null),
        last: maker.estimate([]).catch(() => {}),
        code: measuredCode().catch(() => null),
      };
    },
    endEarly,
    survey,
    async close(): Promise<void> {
      const ended = [supervisor, maker].map((engine) => engine.restart());
      await Promise.all([queries.close(), ...ended, kernels.close()]);
    },
  };
}

function freeHostMemory(): Pick<FreeMemory, 'hostBytes' | 'hostLimit'> {
  const { bytes, limit } = hostMemory();
  return { hostBytes: bytes, hostLimit: limit };
}

/** Throws when a single group, of a preset or not, is not allowed by the catalog. */
function makePlanOf(group: Group, known: EngineDescription, preset: string | undefined): void {
  const policy = {
    criterion: known.catalog.criteria[0]?.id ?? '',
    parameters: {},
    timeLimitS: null,
  };
  const { policy: _own, ...bare } = group;
  const bareRun = {
    groups: [bare],
    policy: { ...policy, repetitions: 1, order: 'sequential' as const },
  };
  makePlan({ ...bareRun, orderSeed: 0, ...(preset === undefined ? {} : { preset }) }, known);
}

/** @throws BreakevenError `environment` when the engine has nothing to run: no addon was built, or none loads. */
function usable(description: EngineDescription): EngineDescription {
  if (description.catalog.workloads.length > 0) return description;
  const reasons = description.absent.map(({ addon, reason }) => `${addon}: ${reason}`).join('; ');
  throw environmentFault(`nothing can be measured here (${reasons}); ${wayToBuild()}`);
}
