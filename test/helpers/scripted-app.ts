import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Api, ApiEvent, ParsedInput, ProcedureName } from '../../src-main/contract/api.ts';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import type { Preset } from '../../src-main/contract/procedures/files.ts';
import { type AppOptions, createApp } from '../../src-main/core/app.ts';
import type { HostApp } from '../../src-main/hosts/host-app.ts';
import { createScriptedEngines } from './scripted-engine.ts';

export type ScriptedApp = HostApp & {
  readonly home: string;
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

let apps = 0;

/**
 * The application over scripted engines in this process and an empty store of its own, for one test.
 *
 * @param overrides procedures that answer otherwise; by default there is one preset, `quickPreset`
 * @param options of the application
 */
export function createScriptedApp(
  overrides: Partial<Api> = {},
  options: Partial<AppOptions> = {},
): ScriptedApp {
  apps += 1;
  const home = mkdtempSync(join(tmpdir(), 'scripted-'));
  const app = createApp({
    ...{ home, forkEngine: createScriptedEngines().fork },
    ...{ lockName: `scripted-${process.pid}-${apps}`, machineChecks: async () => [] },
    ...options,
  });
  onTestFinished(async () => {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  });
  const listeners = new Set<(event: ApiEvent) => void>();
  const failing = new Map<string, Error>();
  const calls: string[] = [];
  let started: Configuration | undefined;
  let closed = false;
  const api = Object.fromEntries(
    Object.entries({ ...app.api, presets: async () => [quickPreset], ...overrides }).map(
      ([name, procedure]) => [
        name,
        async (input: never) => {
          calls.push(name);
          if (name === 'startRun') ({ configuration: started } = input as ParsedInput<'startRun'>);
          const error = failing.get(name);
          if (error !== undefined) throw error;
          return await procedure(input);
        },
      ],
    ),
  ) as unknown as Api;
  return {
    ...app,
    api,
    home,
    calls,
    started: () => started,
    fail(procedure, error) {
      if (error === null) failing.delete(procedure);
      else failing.set(procedure, error);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
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
