import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { EngineCase } from '../../../src-main/contract/engine-protocol.ts';
import type { Interference } from '../../../src-main/contract/interference.ts';
import type { CaseResult, Plan } from '../../../src-main/contract/run.ts';
import type { Catalog } from '../../../src-main/contract/workload.ts';
import {
  type CalibrationParts,
  calibrateMachine,
} from '../../../src-main/core/adaptive/calibrate.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import {
  keepCalibration,
  readCalibrations,
  saveCalibration,
} from '../../../src-main/core/store/calibrations.ts';
import { judge } from '../../../src-main/stats/judge.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { repetitionsNeeded } from '../../../src-main/stats/repetitions-needed.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { scriptedCatalog, scriptedResult, timesScaled } from '../../helpers/scripted-provider.ts';
import { simulatedSide } from '../../stats/processes.ts';

const [count] = scriptedCatalog.workloads;
/** Four workloads of two variants on the processor and one on a GPU. */
const catalog: Catalog = {
  ...scriptedCatalog,
  workloads: ['a', 'b', 'c', 'd'].flatMap((id) => (count === undefined ? [] : [{ ...count, id }])),
};

/** An engine whose processes shift each program by `sd`; each process takes `processS` of a clock of its own. */
function scripted(sd: { readonly cpu: number; readonly cuda: number }, processS: number) {
  const random = createRandom(5, 1);
  let now = 100;
  let processes = 0;
  const ran: EngineCase[] = [];
  const supervisor: CalibrationParts['supervisor'] = {
    async restart() {
      processes += 1;
      now += processS;
    },
    async run(engineCase): Promise<CaseResult> {
      ran.push(engineCase);
      const result = scriptedResult(engineCase);
      const own = engineCase.variant === 'accelerated' ? sd.cuda : sd.cpu;
      const shift = Math.exp(own * random.normal());
      return timesScaled(result, shift);
    },
  };
  const plan = async (configuration: Configuration): Promise<Plan> =>
    makePlan(configuration, { catalog, absent: [] });
  const parts = { supervisor, catalog, plan, machine: 'f00d', clock: () => now };
  return { parts, ran, processes: () => processes };
}

describe('a calibration', () => {
  it('learns how far processes differ, for each device and scope', async () => {
    const { parts, ran } = scripted({ cpu: 0.03, cuda: 0.003 }, 3);
    const told: number[] = [];
    const found = await calibrateMachine({ ...parts, seconds: 60, onProcess: (n) => told.push(n) });
    expect(found.machine).toBe('f00d');
    expect(found.processes).toBeGreaterThanOrEqual(15);
    expect(told).toEqual(Array.from({ length: found.processes }, (_, i) => i + 1));
    expect(found.scopes.map(({ device, scope }) => `${device} ${scope}`)).toEqual(
      ['cpu', 'cuda'].flatMap((device) =>
        ['kernel', 'call', 'total'].map((scope) => `${device} ${scope}`),
      ),
    );
    for (const { device, sd, cases, for5percent, for10percent } of found.scopes) {
      expect(sd / (device === 'cpu' ? 0.03 : 0.003)).toBeGreaterThan(0.8);
      expect(sd / (device === 'cpu' ? 0.03 : 0.003)).toBeLessThan(1.25);
      expect(cases).toBe(12);
      expect(for10percent ?? 99).toBeLessThanOrEqual(for5percent ?? 99);
      if (device === 'cuda') expect(for5percent).toBe(3);
      else expect(for5percent).toBeGreaterThan(5);
    }
    // Every process measures every program.
    expect(ran).toHaveLength(24 * found.processes);
    expect(new Set(ran.map(({ repetition }) => repetition)).size).toBe(found.processes);
  });

  it('ends with the process that the time is over with, after five at least', async () => {
    const some = scripted({ cpu: 0.03, cuda: 0.003 }, 10);
    expect((await calibrateMachine({ ...some.parts, seconds: 60 })).processes).toBe(6);
    const slow = scripted({ cpu: 0.03, cuda: 0.003 }, 100);
    expect((await calibrateMachine({ ...slow.parts, seconds: 60 })).processes).toBe(5);
    expect(slow.processes()).toBe(6);
  });

  it('refuses where too few programs can be measured', async () => {
    const { parts } = scripted({ cpu: 0.03, cuda: 0.003 }, 10);
    const run = async (given: EngineCase) => ({
      ...scriptedResult(given),
      outcome: 'failed' as const,
    });
    const broken = { ...parts.supervisor, run };
    await expect(calibrateMachine({ ...parts, supervisor: broken, seconds: 60 })).rejects.toThrow(
      /too few programs/,
    );
  });
});

describe('a calibration beside other work', () => {
  /** Of every process the measurements for which `isBusy` says so take half as long again, and are disturbed. */
  async function beside(
    isBusy: (given: EngineCase) => boolean,
    [busy, quiet]: readonly Interference[] = [{ stolenS: 1, cpuS: 4 }],
  ) {
    const { parts } = scripted({ cpu: 0.003, cuda: 0.003 }, 6);
    const run = async (given: EngineCase): Promise<CaseResult> => {
      const result = await parts.supervisor.run(given, { hangLimitMs: 1 });
      if (!isBusy(given)) return { ...result, ...(quiet && { interference: quiet }) };
      return { ...timesScaled(result, 1.5), ...(busy && { interference: busy }) };
    };
    const supervisor = { ...parts.supervisor, run };
    return await calibrateMachine({ ...parts, supervisor, seconds: 60 });
  }

  it('learns nothing from the disturbed processes of a program', async () => {
    const found = await beside(({ repetition }) => repetition % 3 === 1);
    expect(found.fault).toBeNull();
    expect(found.scopes.length).toBe(6);
    for (const { sd } of found.scopes) expect(sd).toBeLessThan(0.006);
  });

  it('learns nothing from processes whose cores others show to be shared', async () => {
    const of = (ratio: number): Interference => ({
      ...{ watchedThreads: 1, issueRatio: ratio, ownIssueRatio: ratio },
      coresWatched: true,
    });
    const found = await beside(({ repetition }) => repetition % 3 === 0, [of(3.1), of(2.1)]);
    expect(found.fault).toBeNull();
    for (const { sd } of found.scopes) expect(sd).toBeLessThan(0.006);
    expect(new Set(found.scopes.map(({ device }) => device))).toEqual(new Set(['cpu', 'cuda']));
  });

  it('is none of the machine where most measurements were disturbed', async () => {
    const found = await beside(({ repetition }) => repetition % 3 !== 1);
    const [some, all] = found.fault?.match(/\d+/g)?.map(Number) ?? [];
    expect(2 * (some ?? 0)).toBeGreaterThan(all ?? 0);
    expect(found.fault).toMatch(
      / measurements were disturbed: 25 % of the CPU time was stolen by other virtual machines$/,
    );
  });
});

describe('calibrations of a home folder', () => {
  const home = () => store?.home ?? '';
  let store: { readonly home: string } | undefined;
  freshStore((opened) => {
    store = opened;
  });
  const one = (machine: string, processes: number) => ({
    machine,
    measuredAt: '2026-01-02T03:04:05.000Z',
    processes,
    scopes: [],
  });

  it('are kept a machine each, the newest', () => {
    expect(readCalibrations(home())).toEqual([]);
    for (const each of [one('a', 5), one('b', 6), one('a', 7)]) saveCalibration(home(), each);
    expect(readCalibrations(home())).toEqual([one('b', 6), one('a', 7)]);
  });

  it('stay where the machine was disturbed, and are replaced where it was not', () => {
    const refused = (kept: string | null) => ({ reason: 'noise', kept });
    expect(keepCalibration(home(), one('a', 5), 'noise').refused).toEqual(refused(null));
    expect(readCalibrations(home())).toEqual([]);
    expect(keepCalibration(home(), one('a', 6), null)).toEqual(one('a', 6));
    const again = keepCalibration(home(), one('a', 7), 'noise');
    expect(again).toEqual({ ...one('a', 7), refused: refused(one('a', 6).measuredAt) });
    expect(readCalibrations(home())).toEqual([one('a', 6)]);
  });
});

describe('repetitions that tell a difference', () => {
  it.each([
    [0.01, 0.05],
    [0.03, 0.05],
    [0.05, 0.1],
  ])('of processes %d apart and an effect of %d do so in nine comparisons of ten', (sd, effect) => {
    // Programs of which the processes of one differ ten times as much as those of another.
    const sds = [0.2, 0.5, 0.8, 1, 1, 1.2, 1.5, 2].map((factor) => factor * sd);
    const needed = repetitionsNeeded(sds, effect) ?? 0;
    const told = (repetitions: number): number => {
      const random = createRandom(3, repetitions);
      const common = Array.from({ length: repetitions }, () => 0);
      const trials = 800;
      let slower = 0;
      for (let i = 0; i < trials; i++) {
        const own = sds[i % sds.length] ?? sd;
        const slow = simulatedSide(random, 'a', 1e5 * (1 + effect), own, common);
        const base = simulatedSide(random, 'b', 1e5, own, common);
        slower += judge(slow, base, { sameRun: true }).verdict === 'slower' ? 1 : 0;
      }
      return slower / trials;
    };
    expect(needed).toBeGreaterThan(2);
    expect(told(needed)).toBeGreaterThanOrEqual(0.86);
    if (needed > 6) expect(told(needed - 3)).toBeLessThan(0.92);
  });

  it('are more where processes of some programs differ much', () => {
    const even = repetitionsNeeded([0.02, 0.02, 0.02], 0.05) ?? 0;
    expect(repetitionsNeeded([0.01, 0.01, 0.05], 0.05)).toBeGreaterThan(even);
  });

  it('are none where 50 do not', () => {
    expect(repetitionsNeeded([0.5, 0.5], 0.05)).toBeNull();
    expect(repetitionsNeeded([0, 0], 0.05)).toBe(3);
  });
});
