import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import type { Policy } from '../../src-main/contract/configuration.ts';
import type {
  CaseEstimate,
  EngineCase,
  ExpressionCheck,
  ExpressionFault,
} from '../../src-main/contract/engine-protocol.ts';
import { caseResultSchema } from '../../src-main/contract/run.ts';
import type { Catalog, Values } from '../../src-main/contract/workload.ts';
import { nativeFolder, testNativeFolder } from '../helpers/paths.ts';

/** The face that each native addon shows to JavaScript. */
export type Addon = {
  readonly provider: string;
  readonly catalog: () => Catalog;
  readonly machine: () => unknown;
  readonly estimate: (workload: string, variant: string, values: Values) => CaseEstimate;
  readonly inspectInput: (workload: string, path: string, values?: Values) => Promise<Values>;
  readonly sketch: (
    workload: string,
    values: Values,
    path: string | null,
  ) => Promise<{ width: number; height: number; cells: Float64Array } | null>;
  readonly run: (engineCase: EngineCase, onEvent: (event: NativeEvent) => void) => Promise<unknown>;
  /** Writes input and expected answer of a case to its memory; resolves with the seconds by phase. */
  readonly share: (
    engineCase: EngineCase,
    onEvent: (event: NativeEvent) => void,
  ) => Promise<unknown>;
  /** One execution for a profiler, verified and not timed. */
  readonly profile: Addon['run'];
  /** Two verified runs that are not timed. */
  readonly once: (
    engineCase: EngineCase,
    wantOutput: boolean,
    onEvent: (event: NativeEvent) => void,
  ) => Promise<unknown>;
  readonly cancel: () => void;
  readonly measurePeaks: (gpu?: string) => Promise<unknown>;
  /** A lab as core/lab/description.h describes it, on every addon with the same two objects. */
  readonly openLab: (description: object, artifacts: object) => Promise<void>;
  readonly closeLab: (id: string) => Promise<void>;
  readonly evaluate: (expression: string, values: Values) => number;
  readonly checkExpressions: (
    expressions: readonly ExpressionCheck[],
  ) => readonly (ExpressionFault | null)[];
  readonly nvrtc: () => { available: boolean; reason: string | null; version: string | null };
  readonly nvrtcCompile: (source: NvrtcSource) => Promise<NvrtcProgram>;
};

export type NvrtcSource = {
  readonly source: string;
  readonly path: string;
  readonly function: string;
  readonly options: readonly string[];
  readonly arch: string;
};

export type NvrtcProgram = {
  /** Null where the source does not compile. */
  readonly cubin: Buffer | null;
  readonly ptx: string | null;
  readonly log: string;
  readonly symbol: string | null;
};

export type NativeEvent = {
  readonly scope: string;
  readonly phase: string;
  readonly timesNs: Float64Array;
};

const addonSchema = z.custom<Addon>(
  (value) => z.object({ catalog: z.function(), run: z.function() }).safeParse(value).success,
);

/** BREAKEVEN_NATIVE and BREAKEVEN_NATIVE_TEST name other folders to test than the build's. */
export const addonFolder = process.env.BREAKEVEN_NATIVE ?? nativeFolder;
export const testAddonFolder = process.env.BREAKEVEN_NATIVE_TEST ?? testNativeFolder;

/** The CUDA addon is built where nvcc is. Without it, its tests are skipped by name. */
export const hasCuda = existsSync(join(addonFolder, 'breakeven_cuda.node'));

/** Throws where the addon is not built: a suite that tests nothing must not pass for one that found nothing. */
export function openAddon(name: 'cpu' | 'cuda', folder: string = addonFolder): Addon {
  const path = join(folder, `breakeven_${name}.node`);
  if (!existsSync(path)) throw new Error(`${path} is not built: \`npm test\` builds it`);
  const loaded: unknown = createRequire(import.meta.url)(path);
  return addonSchema.parse(loaded);
}

/** Every addon that this build has; both share one library, so an input is made once. */
export function openAddons(): readonly Addon[] {
  return [openAddon('cpu'), ...(hasCuda ? [openAddon('cuda')] : [])];
}

/** The addons with programs that are wrong on purpose: that of the CPU, and that of CUDA where it was built. */
export function openTestAddons(): readonly Addon[] {
  const cuda = existsSync(join(testAddonFolder, 'breakeven_cuda.node'));
  return [openAddon('cpu', testAddonFolder), ...(cuda ? [openAddon('cuda', testAddonFolder)] : [])];
}

/** Functions of a part of the core, which NAME-addon.cpp exports. */
export function openPart<T>(name: string): T {
  return createRequire(import.meta.url)(join(testAddonFolder, `breakeven_${name}.node`)) as T;
}

export const variantsOf = (addon: Addon, workload: string) =>
  addon.catalog().workloads.find(({ id }) => id === workload)?.variants ?? [];

/** Why a variant on a GPU cannot run here; null where it can. */
export function obstacle(workload: string, variant: string, folder = addonFolder): string | null {
  if (!existsSync(join(folder, 'breakeven_cuda.node'))) return 'the CUDA addon is not built here';
  const found = variantsOf(openAddon('cuda', folder), workload).find(({ id }) => id === variant);
  return found === undefined ? 'the variant is not in this build' : found.reason;
}

export const threeSamples: Policy = {
  criterion: 'fixed',
  parameters: { samples: 3, otherSamples: 1 },
  timeLimitS: null,
  repetitions: 1,
  order: 'sequential',
};

export function engineCase(
  workload: string,
  variant: string,
  values: Values,
  more: Partial<EngineCase> = {},
): EngineCase {
  return {
    index: 0,
    workload,
    variant,
    values,
    inputKey: 'any',
    policy: threeSamples,
    repetition: 0,
    ...more,
  };
}

/** Runs one case and parses what comes back as the contract says. */
export async function runCase(
  addon: Addon,
  request: EngineCase,
  onEvent: (event: NativeEvent) => void = () => undefined,
) {
  return caseResultSchema.parse(await addon.run(request, onEvent));
}

const onceSchema = z.object({ result: caseResultSchema, output: z.null() });

/** Verifies one case without timing it. */
export async function verifyCase(addon: Addon, request: EngineCase) {
  return onceSchema.parse(await addon.once(request, false, () => undefined)).result;
}

/** The code of the error that a promise is rejected with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'resolved',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );
}
