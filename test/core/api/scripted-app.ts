import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Input, Output, ProcedureName } from '../../../src-main/contract/api.ts';
import { procedures } from '../../../src-main/contract/api.ts';
import type { Configuration, Group } from '../../../src-main/contract/configuration.ts';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';

export type ScriptedApp = {
  readonly app: App;
  readonly home: string;
  /** Calls as a host does: with the input parsed. */
  call<P extends ProcedureName>(name: P, input: Input<P>): Promise<Output<P>>;
  /** Measures to the end and returns the run's id. */
  measure(configuration: Configuration): Promise<string>;
  close(): Promise<void>;
};

let number = 0;

/** The application over engines with known answers and a store of its own. */
export function scriptedApp(): ScriptedApp {
  number += 1;
  const home = mkdtempSync(join(tmpdir(), 'api-'));
  const lockName = `api-${process.pid}-${number}`;
  const app = createApp({
    ...{ home, forkEngine: forkScriptedEngine, lockName },
    // Verdicts between runs depend on it.
    machineChecks: () => Promise.resolve([]),
  });
  const call = async <P extends ProcedureName>(name: P, input: Input<P>): Promise<Output<P>> => {
    const procedure = app.api[name] as (parsed: unknown) => Promise<Output<P>>;
    return await procedure(procedures[name].parse(input));
  };
  return {
    app,
    home,
    call,
    measure: (configuration) => runToEnd(app, () => call('startRun', { configuration })),
    async close() {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function counted(
  group: Partial<Group> = {},
  more: Partial<Configuration> = {},
): Configuration {
  return {
    groups: [
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: {},
        sweep: { n: [4000, 16_000, 64_000] },
        ...group,
      },
    ],
    policy: {
      criterion: 'fixed',
      parameters: { samples: 30 },
      timeLimitS: null,
      repetitions: 3,
      order: 'shuffled',
    },
    orderSeed: 5,
    ...more,
  };
}

/** All variants at the sizes that the group gives. */
export const countedAll = (
  group: Partial<Group>,
  more: Partial<Configuration> = {},
): Configuration => counted({ variants: 'all', sweep: {}, ...group }, more);
