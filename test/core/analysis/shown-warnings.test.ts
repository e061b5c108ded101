import { describe, expect, it } from 'vitest';
import { caseLabels } from '../../../src-main/contract/case-labels.ts';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import type { PercentOfPeak } from '../../../src-main/contract/inspection.ts';
import type {
  Descriptor,
  Plan,
  RunRow,
  ScopeProcess,
  StoredCase,
} from '../../../src-main/contract/run.ts';
import { withShownWarnings } from '../../../src-main/core/analysis/shown-warnings.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { gpu, machine, planned, policy } from '../store/fixtures.ts';

const fixed: Policy = {
  ...policy,
  criterion: 'fixed',
  parameters: { samples: 50 },
  repetitions: 5,
};
const precise: Policy = {
  ...policy,
  criterion: 'precision',
  parameters: { minSamples: 10 },
  repetitions: 2,
};
/** Two cores that do 4e9 * 8 operations a second each. */
const computer = { ...machine, physicalCores: 2, clockHz: 4e9, flopsPerCycle: 8 };

type Given = {
  readonly stored?: Partial<StoredCase>;
  readonly policy?: Policy;
  readonly samples?: readonly number[];
  readonly share?: Partial<PercentOfPeak>;
  readonly status?: RunRow['status'];
  readonly device?: string;
  readonly gpus?: typeof machine.gpus;
};

function shown(given: Given): StoredCase {
  const { share, samples = [10, 10, 10, 10, 10], device = 'cpu', status = 'complete' } = given;
  const stored = storedCase(0, {
    ...{ workload: 'w', variant: 'v', values: { n: 8 } },
    verification: { rule: 'exact', passed: true, message: '', maxError: 0 },
    metrics: { kernel: { medianNs: 1e6 } as StoredCase['metrics'][string] },
    ...given.stored,
  });
  const [found] = withShownWarnings([stored], {
    run: { status } as RunRow,
    machine: { ...computer, ...(given.gpus && { gpus: given.gpus }) },
    plan: { cases: [planned(0, { policy: given.policy ?? fixed })] } as unknown as Plan,
    descriptors: new Map([[0, { variant: { device } } as Descriptor]]),
    shares: share === undefined ? {} : { 0: share as PercentOfPeak },
    processes: (scope) =>
      new Map(scope === 'kernel' ? [[0, samples.map((n) => ({ n }) as ScopeProcess)]] : []),
  });
  return found ?? stored;
}
const warningsOf = (given: Given) => shown(given).warnings;
const labelsOf = (given: Given) => caseLabels(shown(given)).map(({ text }) => text);

describe('a case of a run that was cut off', () => {
  it('says what it lacks, on its row as well', () => {
    expect(warningsOf({})).toEqual([]);
    const cut = { samples: [10, 10], status: 'partial' } as const;
    expect(warningsOf(cut)).toEqual([
      '20 of 50 samples: the others were skipped or not reached',
      '2 of 5 repetitions: the others were skipped or not reached',
    ]);
    expect(labelsOf(cut)).toEqual(['fewer samples', 'fewer repetitions']);
    // As long as it is measured it lacks nothing.
    expect(warningsOf({ ...cut, status: 'running' })).toEqual([]);
  });

  it('says that its time limit ended it', () => {
    const stored = { stopReason: 'time-limit' };
    const short = { stored, policy: precise, samples: [20, 4], status: 'partial' } as const;
    expect(warningsOf(short)[0]).toMatch(/^4 of at least 10 samples in a repetition: the time/);
    expect(labelsOf(short)).toEqual(['time limit', 'fewer samples']);
    expect(labelsOf({ ...short, samples: [20, 20] })).toEqual(['time limit']);
    expect(labelsOf({ ...short, stored: {}, samples: [20, 20] })).toEqual([]);
  });

  it('says it once where it was said when the run ended', () => {
    const said = '2 of 5 repetitions: the others were skipped or not reached';
    const short = { policy: { ...precise, repetitions: 5 }, samples: [10, 10] };
    const stored = { warnings: [said] };
    const cut = { ...short, stored, status: 'partial' as const };
    expect(warningsOf(cut)).toEqual([said]);
  });

  it('lacks nothing where the run came to its end, and repetitions are left out as disturbed', () => {
    expect(
      warningsOf({ policy: { ...precise, repetitions: 5 }, samples: [10, 10, 10, 10] }),
    ).toEqual([]);
  });

  it('says nothing of a case that has no times', () => {
    expect(warningsOf({ stored: { outcome: 'skipped' }, samples: [] })).toEqual([]);
  });
});

describe('a rate above the peak', () => {
  it('is a warning on its row, with the reason', () => {
    const share = { percent: 130, bound: 'memory', cache: 'L3', reason: 'it is cached' } as const;
    expect(warningsOf({ share })).toEqual([
      'above the peak: 130 % of the measured peak of L3: it is cached',
    ]);
    expect(labelsOf({ share })).toEqual(['above peak']);
    expect(warningsOf({ share: { percent: 99 } })).toEqual([]);
  });

  it('is held against the nominal peak of its threads where none was measured', () => {
    const stored = (flops: number, more: Partial<StoredCase> = {}) => ({
      ...{ operations: flops / 1000, operationUnit: 'flop' },
      ...more,
    });
    const text = warningsOf({ stored: stored(33e9) })[0];
    expect(text).toMatch(
      /^above the peak: 33\.0 GFLOP\/s is above the nominal peak of 32\.0 GFLOP\/s \(1 core \* 4 GHz/,
    );
    expect(warningsOf({ stored: stored(31e9) })).toEqual([]);
    expect(warningsOf({ stored: stored(33e9, { attributes: { threads: 2 } }) })).toEqual([]);
    expect(warningsOf({ stored: stored(65e9, { attributes: { threads: 8 } }) })).toHaveLength(1);
    // A library with a pool of its own uses more cores than its case asks for.
    const pool = { threads: 1, effectiveThreads: 1.98 };
    expect(warningsOf({ stored: stored(63e9, { attributes: pool }) })).toEqual([]);
    expect(warningsOf({ stored: stored(65e9, { attributes: pool }) })[0]).toContain('2 cores');
    // Comparisons are no floating-point operations, a GPU is no core, and a measured peak comes first.
    expect(warningsOf({ stored: stored(33e9, { operationUnit: 'rows' }) })).toEqual([]);
    expect(warningsOf({ stored: stored(33e9), device: 'cuda' })).toEqual([]);
    expect(warningsOf({ stored: stored(33e9), share: { percent: 90 } })).toEqual([]);
  });

  it('is held against the data sheet of its GPU where none was measured', () => {
    const memory = { memoryClockHz: 2e9, memoryBusBits: 4096 };
    const arithmetic = { computeCapability: '9.0', multiprocessors: 100, maxClockHz: 1e9 };
    const gpus = [{ ...gpu, ...memory, ...arithmetic }];
    const of = (more: Partial<StoredCase>, attributes: StoredCase['attributes'] = {}) =>
      warningsOf({
        stored: { ...more, attributes: { gpuUuid: gpu.uuid, ...attributes } },
        ...{ device: 'cuda', gpus },
      });
    // 2 TB/s: a kernel of 1 ms moves 2 GB at most.
    expect(of({ bytesMoved: 2.1e9 })[0]).toMatch(
      /^above the peak: 2\.10 TB\/s is above the nominal peak of 2\.05 TB\/s \(.+\)/,
    );
    expect(of({ bytesMoved: 2e9 })).toEqual([]);
    expect(of({ bytesMoved: 2.1e9 }, { l2Resident: true })).toEqual([]);
    expect(of({ bytesMoved: 2.1e9 }, { gpuUuid: 'another' })).toEqual([]);
    // 12.8 TFLOP/s in double precision.
    const flops = { operations: 1.3e10, operationUnit: 'flop' };
    expect(of(flops)[0]).toMatch(/^above the peak: 13\.0 TFLOP\/s .* of 12\.8 TFLOP\/s/);
    expect(of({ ...flops, operations: 1.2e10 })).toEqual([]);
    expect(of(flops, { precision: 'FP32' })).toEqual([]);
  });
});
