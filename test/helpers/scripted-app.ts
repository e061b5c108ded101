import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import {
  type Api,
  type ApiEvent,
  type Input,
  type Output,
  type ParsedInput,
  type ProcedureName,
  procedures,
} from '../../src-main/contract/api.ts';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import type { Preset } from '../../src-main/contract/procedures/files.ts';
import { type App, type AppOptions, createApp } from '../../src-main/core/app.ts';
import type { HostApp } from '../../src-main/hosts/host-app.ts';
import { runToEnd } from './run-to-end.ts';
import { createScriptedEngines } from './scripted-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type ScriptedApp = HostApp & {
  readonly home: string;
  /** Of its runs; another process can hold it. */
  readonly lockName: string;
  /** Names of the procedures that were called, in order. */
  readonly calls: readonly string[];
  /** The configuration of the last run that was asked for. */
  readonly started: () => Configuration | undefined;
  /** Makes a procedure fail with this error until it is set to null. */
  fail(procedure: ProcedureName, error: Error | null): void;
  /** Sends an event as the application does. */
  emit(event: ApiEvent): void;
  /** A host closed it. It stays open until the test ends, so that another host can use it. */
  readonly closed: () => boolean;
};

type Overrides = Partial<Api> | ((api: Api, emit: ScriptedApp['emit']) => Partial<Api>);

export type Caller = <P extends ProcedureName>(name: P, input: Input<P>) => Promise<Output<P>>;

/** The application over scripted engines, called as a host does: with the input parsed. */
export type MeasuringApp = {
  readonly app: App;
  readonly home: string;
  readonly call: Caller;
  /** Measures to the end and returns the run's id. */
  measure(configuration: Configuration): Promise<string>;
  close(): Promise<void>;
};

let apps = 0;

function openApp(options: Partial<AppOptions>) {
  apps += 1;
  const home = temporaryFolder();
  const lockName = `scripted-${process.pid}-${apps}`;
  // Verdicts between runs depend on the checks of the machine.
  const app = createApp({
    ...{ home, lockName, forkEngine: createScriptedEngines().fork },
    machineChecks: async () => [],
    ...options,
  });
  // Pictures are taken outside of a test file, whose folder would go with it.
  const remove = async (): Promise<void> => {
    await app.close();
    // A store that a test has opened beside the application may still end its check in the background.
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  };
  return { app, home, lockName, remove };
}

/** Calls the procedures of an application as a host does: with the input parsed. */
export const callerOf =
  ({ api }: Pick<App, 'api'>): Caller =>
  async <P extends ProcedureName>(name: P, input: Input<P>) => {
    const procedure = api[name] as (parsed: unknown) => Promise<Output<P>>;
    return await procedure(procedures[name].parse(input));
  };

/** @param options of the application; by default its engines are in this process */
export function createMeasuringApp(options: Partial<AppOptions> = {}): MeasuringApp {
  const { app, home, remove } = openApp(options);
  const call = callerOf(app);
  return {
    ...{ app, home, call, close: remove },
    measure: (configuration) => runToEnd(app, () => call('startRun', { configuration })),
  };
}

/** The application of `openScriptedApp` for one test. */
export function createScriptedApp(
  overrides: Overrides = {},
  options: Partial<AppOptions> = {},
): ScriptedApp {
  const { app, remove } = openScriptedApp(overrides, options);
  onTestFinished(remove);
  return app;
}

/**
 * The application over scripted engines in this process and a store of its own, empty at first.
 *
 * @param overrides procedures that answer otherwise, or what makes them; beside own presets there is one, `quickPreset`
 * @param options of the application
 */
export function openScriptedApp(
  overrides: Overrides = {},
  options: Partial<AppOptions> = {},
): { readonly app: ScriptedApp; readonly remove: () => Promise<void> } {
  const { app, home, lockName, remove } = openApp(options);
  const listeners = new Set<(event: ApiEvent) => void>();
  const emit = (event: ApiEvent) => {
    for (const listener of listeners) listener(event);
  };
  const failing = new Map<string, Error>();
  const calls: string[] = [];
  let started: Configuration | undefined;
  let closed = false;
  const api = Object.fromEntries(
    Object.entries({
      ...app.api,
      presets: async () => [quickPreset, ...(await app.api.presets({})).filter(({ own }) => own)],
      ...(typeof overrides === 'function' ? overrides(app.api, emit) : overrides),
    }).map(([name, procedure]) => [
      name,
      async (input: never) => {
        calls.push(name);
        if (name === 'startRun') ({ configuration: started } = input as ParsedInput<'startRun'>);
        const error = failing.get(name);
        if (error !== undefined) throw error;
        return await procedure(input);
      },
    ]),
  ) as unknown as Api;
  return {
    app: {
      ...app,
      api,
      home,
      lockName,
      calls,
      started: () => started,
      fail(procedure, error) {
        if (error === null) failing.delete(procedure);
        else failing.set(procedure, error);
      },
      emit,
      onEvent(listener) {
        listeners.add(listener);
        const off = app.onEvent(listener);
        return () => {
          listeners.delete(listener);
          off();
        };
      },
      closed: () => closed,
      async close() {
        closed = true;
      },
    },
    remove,
  };
}

/** A preset of the scripted catalog; those that are shipped name other workloads. */
export const quickPreset: Preset = {
  id: 'quick',
  title: 'Quick',
  summary: 'A short run.',
  configuration: {
    groups: [
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: { bins: 8 },
        sweep: { n: [1000, 10_000] },
      },
    ],
    policy: {
      criterion: 'precision',
      parameters: {},
      timeLimitS: 1,
      repetitions: 1,
      order: 'shuffled',
    },
    orderSeed: 7,
  },
};

/** A small run of the scripted catalog, as words of a command line. */
export const runWords: readonly string[] = [
  ...['run', '--workload', 'count', '--variants', 'sequential,parallel'],
  ...['--repetitions', '3', '--max-repetitions', '3'],
];
