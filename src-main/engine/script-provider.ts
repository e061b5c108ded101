import { emptyResult } from '../contract/empty-result.ts';
import type { CaseEstimate, EngineCase, OnceReply } from '../contract/engine-protocol.ts';
import { BreakevenError } from '../contract/failure.ts';
import type { Axis, Catalog, Scalar, Values, Variant, Workload } from '../contract/workload.ts';
import type { NamedProvider, Provider, ProviderEvent } from './provider.ts';
import { type Bench, measure, verifyAlone } from './variants/measure.ts';
import { refuseMeasurement, withMeasurementAxes } from './variants/measurement-axes.ts';
import type { Computation, ScriptVariant, Task } from './variants/script-variant.ts';

/** A provider of native variants that also computes expected answers. */
export type AnsweringProvider = Provider & Required<Pick<Provider, 'answer'>>;

/**
 * Variants that are neither C++ nor CUDA, next to native ones of the same workloads: the workload, its axes and the
 * expected answer are the native library's.
 */
export function createScriptProvider(
  native: AnsweringProvider,
  variants: readonly ScriptVariant[],
): Provider {
  const ran = new Set<ScriptVariant>();
  let nativeCatalog: Catalog | null = null;
  let cancelled = false;
  let current: Computation | null = null;

  const known = (): Catalog => {
    nativeCatalog ??= native.catalog();
    return nativeCatalog;
  };

  function catalog(): Catalog {
    const { workloads, spans: scopes, stopRules } = known();
    const own = workloads.flatMap((workload): Workload[] => {
      const its = variants.filter((variant) => variant.workload === workload.id);
      return its.length === 0
        ? []
        : [{ ...workload, variants: its.map((variant) => describedIn(workload, variant)) }];
    });
    return { workloads: own, spans: scopes, stopRules, problems: [] };
  }

  function find(workload: string, id: string): { script: ScriptVariant; described: Variant } {
    const of = known().workloads.find((one) => one.id === workload);
    const script = variants.find((one) => one.workload === workload && one.describe().id === id);
    if (of !== undefined && script !== undefined) {
      return { script, described: describedIn(of, script) };
    }
    throw new BreakevenError('not-found', `workload '${workload}' has no variant '${id}'`);
  }

  /** The values of the workload's axes, and those of the variant's own axes with their defaults. */
  function split(values: Values, { parameters }: Variant): { shared: Values; own: Values } {
    const own = parameters.map((axis) => {
      const value = values[axis.id] ?? axis.default;
      const allowed = allowedFor(axis);
      if (allowed !== null && !allowed.some((one) => one === value)) {
        throw new BreakevenError(
          'bad-input',
          `${axis.id} is ${value}, allowed is ${allowed.join(' or ')}`,
        );
      }
      return [axis.id, value] as const;
    });
    const names = new Set(own.map(([id]) => id));
    const shared = Object.entries(values).filter(([id]) => !names.has(id));
    return { shared: Object.fromEntries(shared), own: Object.fromEntries(own) };
  }

  function estimate(workload: string, variant: string, values: Values): CaseEstimate {
    const { script, described } = find(workload, variant);
    const { shared, own } = split(values, described);
    const from = known().workloads.find(({ id }) => id === workload);
    const found = native.estimate?.(workload, from?.baseline ?? '', shared);
    const axes = from?.axes.map((axis) => [axis.id, axis.default]) ?? [];
    const complete = { ...Object.fromEntries(axes), ...shared, ...own };
    return {
      ...found,
      hostBytes: Math.max(found?.hostBytes ?? 0, script.hostBytes?.(complete) ?? 0),
      deviceBytes: 0,
      seconds: (found?.seconds ?? 0) * script.slowdown,
      reason:
        found?.reason || described.reason || refusalOf(script, described, complete, own) || null,
    };
  }

  async function attempt(
    engineCase: EngineCase,
    onEvent: (event: ProviderEvent) => void,
    work: (bench: Bench) => Promise<OnceReply>,
  ): Promise<OnceReply> {
    cancelled = false;
    const { script, described } = find(engineCase.workload, engineCase.variant);
    if (engineCase.input !== undefined) {
      throw new BreakevenError('bad-input', `${described.id} does not take its input from a file`);
    }
    if (described.reason !== null) return skipped(described.reason);
    onEvent({ scope: 'kernel', phase: 'reference', timesNs: new Float64Array(0) });
    const { shared, own } = split(engineCase.values, described);
    const expected = await native.answer(engineCase.workload, shared);
    const values = { ...expected.values, ...own };
    const reason = refusalOf(script, described, values, own);
    if (reason !== null) return skipped(reason);
    try {
      const task: Task = { values, expected };
      current = await script.open(task);
      const bench: Bench = {
        computation: current,
        expected,
        policy: engineCase.policy,
        criteria: known().stopRules,
        repetition: engineCase.repetition,
        batch: engineCase.batch,
        processSd: engineCase.processSd,
        cost: script.cost(task),
        first: !ran.has(script),
        onEvent,
        isCancelled: () => cancelled,
        nowNs: () => 1e6 * performance.now(),
      };
      ran.add(script);
      return await work(bench);
    } catch (error) {
      if (cancelled) throw new BreakevenError('cancelled', 'the case was cancelled');
      if (error instanceof BreakevenError) throw error;
      return failed(error instanceof Error ? error.message : String(error));
    } finally {
      current?.close();
      current = null;
    }
  }

  return {
    catalog,
    machine: () => ({ gpus: [], versions: {}, noGpuReason: null }),
    estimate,
    run: async (engineCase, onEvent) => {
      const timed = async (bench: Bench) => ({ result: await measure(bench), output: null });
      return (await attempt(engineCase, onEvent, timed)).result;
    },
    once: (engineCase, output, onEvent) =>
      attempt(engineCase, onEvent, async (bench) => ({
        result: await verifyAlone(bench),
        output: output ? await bench.computation.output() : null,
      })),
    cancel: () => {
      cancelled = true;
      native.cancel();
      current?.close();
    },
  };
}

const describedIn = (workload: Workload, script: ScriptVariant): Variant =>
  withMeasurementAxes(script.describe(), workload);

/** Every value of an axis that has a finite number of them; null for other axes. */
function allowedFor(axis: Axis): readonly Scalar[] | null {
  if (axis.type === 'flag') return [true, false];
  return axis.type === 'choice' ? axis.choices.map(({ id }) => id) : null;
}

function refusalOf(
  script: ScriptVariant,
  described: Variant,
  values: Values,
  own: Values,
): string | null {
  return script.refuse?.(values) ?? refuseMeasurement(described, script, own);
}

/** The providers, with one of these variants where a native library can verify their answers. */
export function withScripts(
  providers: readonly NamedProvider[],
  variants: readonly ScriptVariant[],
): readonly NamedProvider[] {
  const native = providers.map(({ provider }) => provider).find(isAnswering);
  if (native === undefined) return providers;
  return [...providers, { name: 'scripts', provider: createScriptProvider(native, variants) }];
}

function isAnswering(provider: Provider): provider is AnsweringProvider {
  return typeof provider.answer === 'function';
}

function skipped(reason: string): OnceReply {
  return { result: emptyResult('skipped', reason), output: null };
}

function failed(reason: string): OnceReply {
  return { result: emptyResult('failed', reason), output: null };
}
