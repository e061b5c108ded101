import type { Api, RunDetail } from '../../src-main/contract/api.ts';
import type { MeasuredPeaks, PeakShare } from '../../src-main/contract/inspection.ts';
import type { Machine } from '../../src-main/contract/machine.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';

type MachineProcedures = Pick<Api, 'doctor' | 'measuredPeaks' | 'measurePeaks'>;

/** What a made-up machine says of itself: its checks, and its measured peaks once they are measured. */
export function fakeLaboratory(
  machine: Machine,
  gpu: boolean,
): {
  readonly procedures: MachineProcedures;
  /** % of peak by case; null before they are measured. */
  readonly shares: (cases: readonly StoredCase[]) => RunDetail['percentOfPeak'] | null;
  /** How near any case comes to each of them. */
  readonly everyShare: () => readonly PeakShare[];
} {
  let peaks: MeasuredPeaks = { measuredAt: null, peaks: [] };
  const procedures: MachineProcedures = {
    doctor: async () => ({
      machine,
      checks: [
        { id: 'compiler', title: 'C++ compiler', status: 'ok', found: 'g++ 12.2', fix: null },
        gpu
          ? { id: 'cuda', title: 'CUDA device', status: 'ok', found: 'Example H200', fix: null }
          : {
              id: 'cuda',
              title: 'CUDA device',
              status: 'missing',
              found: 'no driver was found',
              fix: 'install the driver: `apt-get install -y nvidia-driver`',
            },
        {
          id: 'governor',
          title: 'CPU governor',
          status: 'warning',
          found: 'powersave: times vary',
          fix: '`cpupower frequency-set -g performance` holds the clocks',
        },
      ],
    }),
    measuredPeaks: async () => peaks,
    measurePeaks: async () => {
      peaks = {
        measuredAt: '2026-11-21T08:00:00.000Z',
        peaks: [
          {
            id: 'host-copy',
            device: 'Example Xeon 8480',
            title: 'Copy',
            value: 41e9,
            unit: 'B/s',
            attributes: {},
          },
        ],
      };
      return peaks;
    },
  };
  const shares = (cases: readonly StoredCase[]): RunDetail['percentOfPeak'] | null => {
    if (peaks.measuredAt === null) return null;
    return Object.fromEntries(
      cases
        .filter(({ outcome }) => outcome === 'ok')
        .map(({ index, variant, values }) => [
          index,
          {
            bound: 'memory' as const,
            peak: 41e9,
            unit: 'B/s',
            ...(variant === 'split' && values.n === 1e5
              ? { percent: 104, cache: 'L3', reason: 'part of its data stayed in L2' }
              : { percent: 31.5 }),
          },
        ]),
    );
  };
  const everyShare = (): readonly PeakShare[] =>
    peaks.measuredAt === null
      ? []
      : [
          { of: 'memory', percent: 31.5, rate: 12.9e9, peak: 41e9, unit: 'B/s', binding: true },
          { of: 'L3', percent: 12.9, rate: 12.9e9, peak: 100e9, unit: 'B/s', binding: false },
          { of: 'compute', percent: 2, rate: 1e9, peak: 50e9, unit: 'FLOP/s', binding: false },
        ];
  return { procedures, shares, everyShare };
}
