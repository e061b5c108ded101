import { z } from 'zod';
import { type Scalar, scalarSchema, type Values } from '../../../contract/workload.ts';
import {
  axisId,
  checkedDocument,
  type ForeignCase,
  type ForeignFormat,
  hasMembers,
  timesOf,
} from '../foreign-run.ts';

const entrySchema = z.looseObject({
  /** Milliseconds, or why there is none. */
  time: z.union([z.number(), z.string().max(2000)]).nullish(),
  times: z.array(z.number().nullable()).nullish(),
  energy: z.number().nullish(),
  ps_energy: z.number().nullish(),
  nvml_energy: z.number().nullish(),
});
const fileSchema = z.object({
  device_name: z.string().max(300).nullish(),
  kernel_name: z.string().max(500),
  problem_size: z
    .union([z.number(), z.string().max(200), z.array(z.union([z.number(), z.string().max(200)]))])
    .nullish(),
  tune_params_keys: z.array(z.string().max(200)),
  cache: z.record(z.string(), entrySchema),
});
type Entry = z.infer<typeof entrySchema>;

/** Times from here on stand for a configuration that failed, in milliseconds. */
const failedMs = 1e20;

/** A cache of Kernel Tuner: configurations of one kernel in one process. Times are in milliseconds, energy in joules. */
export const format: ForeignFormat = {
  id: 'kernel-tuner',
  title: 'Kernel Tuner',
  process: 'file',
  samplesBy: 'tune with a cache that keeps times',
  warning: 'Kernel Tuner times kernels by events: launch and copies are not in its times',
  recognise: (document) => hasMembers(document, 'tune_params_keys', 'cache'),
  // A cache stays open while it is written, with or without a comma behind its last entry.
  close: (text) => `${text.trimEnd().replace(/,$/, '')}}}`,
  read(source) {
    const file = checkedDocument(fileSchema, source, 'Kernel Tuner');
    const { device_name: device, tune_params_keys: keys } = file;
    return {
      ...{ tool: 'kernel-tuner', date: null },
      machine: { gpus: device == null ? [] : [device] },
      cases: Object.values(file.cache).map((entry): ForeignCase => {
        const { time, times } = entry;
        const failure = typeof time === 'string' ? time : (time ?? 0) >= failedMs ? 'failed' : null;
        const energy = entry.energy ?? entry.ps_energy ?? entry.nvml_energy ?? null;
        return {
          ...{ benchmark: file.kernel_name, variant: null, device: 'cuda' },
          values: { ...sizeOf(file.problem_size ?? null), ...parametersOf(entry, keys) },
          parameters: keys.map(axisId),
          ...{ scope: 'kernel', alsoScopes: ['call'] },
          // The first execution warms up.
          timesNs: timesOf((times ?? []).slice((times ?? []).length > 1 ? 1 : 0), 1e6),
          meanNs: typeof time === 'number' ? 1e6 * time : null,
          skipped: failure === null ? null : `Kernel Tuner: ${failure}`,
          ...(energy === null ? {} : { joules: energy }),
        };
      }),
    };
  },
};

function parametersOf(entry: Entry, keys: readonly string[]): Values {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = scalarSchema.safeParse(entry[key]);
      return value.success ? [[axisId(key), value.data] as const] : [];
    }),
  );
}

/** All elements of the problem as n; a size that is a text stays one. */
function sizeOf(size: Scalar | readonly (number | string)[] | null): Values {
  if (size === null) return {};
  const parts = Array.isArray(size) ? size : [size];
  const numbers = parts.map(Number);
  const n = numbers.every((one) => Number.isFinite(one) && one > 0)
    ? numbers.reduce((product, one) => product * one, 1)
    : parts.join('x');
  return { n };
}
