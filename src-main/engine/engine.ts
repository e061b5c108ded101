import { basename } from 'node:path';
import type {
  EngineCase,
  EngineDescription,
  EngineEvent,
  EngineReply,
  EngineRequest,
  EstimateCase,
  ExpressionCheck,
} from '../contract/engine-protocol.ts';
import {
  assertNever,
  BreakevenError,
  badInput,
  environmentFault,
  type Failure,
  failureCodes,
  toFailure,
} from '../contract/failure.ts';
import type { CompiledKernel, KernelRequest, OpenedLab } from '../contract/lab.ts';
import type { CaseResult } from '../contract/run.ts';
import type { Values } from '../contract/workload.ts';
import { mergeCatalogs, mergeMachines } from './merge.ts';
import type { AbsentProvider, NamedProvider, Provider, ProviderEvent } from './provider.ts';
import { withUnpacked } from './unpacked-input.ts';

export type Engine = { readonly handle: (request: EngineRequest) => void };

/**
 * Answers requests with the given providers. Whatever they throw becomes a failure reply; nothing escapes. `run` is
 * refused while another case runs.
 */
export function createEngine(
  providers: readonly NamedProvider[],
  absent: readonly AbsentProvider[],
  emit: (event: EngineEvent) => void,
): Engine {
  /** By `workload/variant`; made at the first use, so that the process starts fast. */
  let owners: Map<string, Provider> | null = null;
  let running: Provider | null = null;
  let cancelled = false;

  function describe(): EngineDescription {
    return {
      catalog: mergeCatalogs(providers.map(({ provider }) => provider.catalog())),
      machine: mergeMachines(providers.map(({ provider }) => provider.machine())),
      absent,
    };
  }

  function ownerOf(workload: string, variant: string): Provider {
    owners ??= ownersOf(providers);
    const owner = owners.get(`${workload}/${variant}`);
    if (owner !== undefined) return owner;
    const missing = absent.map(({ addon, reason }) => `${addon}: ${reason}`).join('; ');
    throw new BreakevenError(
      'engine',
      `no loaded addon has the variant ${workload}/${variant}`,
      missing === '' ? undefined : missing,
    );
  }

  function estimate({ workload, variant, values }: EstimateCase) {
    const owner = ownerOf(workload, variant);
    if (owner.estimate === undefined) return null;
    const { reason, ...found } = owner.estimate(workload, variant, values);
    return { ...found, reason: reason ? reason : null };
  }

  async function inspect(workload: string, input: string, values: Values): Promise<Values> {
    const owner = providers.find(({ provider }) =>
      provider.catalog().workloads.some(({ id }) => id === workload),
    );
    const ask = owner?.provider.inspectInput;
    return ask === undefined
      ? {}
      : await withUnpacked(input, (plain) => ask(workload, plain, values));
  }

  async function sketch(workload: string, values: Values, input: string | null) {
    const owner = providers.find(({ provider }) =>
      provider.catalog().workloads.some(({ id }) => id === workload),
    );
    const draw = owner?.provider.sketch;
    if (draw === undefined) return null;
    if (input === null) return await draw(workload, values, null);
    return await withUnpacked(input, (plain) => draw(workload, values, plain));
  }

  async function run(
    id: number,
    engineCase: EngineCase,
    how: 'run' | 'profile' = 'run',
  ): Promise<EngineReply> {
    const owner = ownerOf(engineCase.workload, engineCase.variant);
    const work = owner[how];
    if (work === undefined) throw badInput('no addon here can be profiled');
    return await alone(owner, async () => {
      const measure = (readable: EngineCase) =>
        work(readable, (event) => emit({ type: 'sample', id, ...event }));
      // What is in the memory is not read again.
      const result = await (engineCase.memory === undefined
        ? withReadableInput(engineCase, measure)
        : measure(engineCase));
      return { ok: true, result: withPlanned(result, engineCase) };
    });
  }

  async function share(id: number, engineCase: EngineCase): Promise<EngineReply> {
    const owner = ownerOf(engineCase.workload, engineCase.variant);
    const { share } = owner;
    if (share === undefined) throw badInput('no addon here shares inputs');
    return await alone(owner, async () => {
      const shared = await withReadableInput(engineCase, (readable) =>
        share(readable, (event) => emit({ type: 'sample', id, ...event })),
      );
      return { ok: true, shared };
    });
  }

  async function once(id: number, engineCase: EngineCase, output: boolean): Promise<EngineReply> {
    const { workload, variant } = engineCase;
    const owner = ownerOf(workload, variant);
    return await alone(owner, async () => {
      const onEvent = (event: ProviderEvent) => emit({ type: 'sample', id, ...event });
      const { once } = owner;
      if (once !== undefined) {
        const found = await withReadableInput(engineCase, (it) => once(it, output, onEvent));
        return { ok: true, once: { ...found, result: withPlanned(found.result, engineCase) } };
      }
      if (output) {
        throw badInput(`${workload} ${variant} does not hand out its output`);
      }
      const result = await withReadableInput(engineCase, (it) => owner.run(it, onEvent));
      return { ok: true, once: { result: withPlanned(result, engineCase), output: null } };
    });
  }

  /** Measures the peaks of a GPU, or of the host where `gpu` is null, each by its own provider. */
  async function measurePeaks(gpu: string | null): Promise<EngineReply> {
    const named = gpu === null ? 'breakeven_cpu' : 'breakeven_cuda';
    const owner = providers.find(
      ({ name, provider }) => name.startsWith(named) && provider.measurePeaks !== undefined,
    )?.provider;
    if (owner?.measurePeaks === undefined) return { ok: true, peaks: [] };
    const measure = owner.measurePeaks;
    return await alone(owner, async () => {
      return { ok: true, ...(await measure(gpu ?? undefined)) };
    });
  }

  /** Runs one piece of work at a time; after `cancel` it counts as cancelled even if the provider finished it. */
  async function alone(owner: Provider, work: () => Promise<EngineReply>): Promise<EngineReply> {
    if (running !== null) throw new BreakevenError('busy', 'the engine is running another case');
    running = owner;
    cancelled = false;
    try {
      const reply = await work();
      if (cancelled) throw new BreakevenError('cancelled', 'the case was cancelled');
      return reply;
    } catch (error) {
      if (cancelled) throw new BreakevenError('cancelled', 'the case was cancelled');
      throw error;
    } finally {
      running = null;
    }
  }

  /** Every provider gets every lab, and adds the variants that it runs. */
  async function openLabs(labs: readonly OpenedLab[]): Promise<EngineReply> {
    const able = providers.flatMap(({ provider }) =>
      provider.openLab === undefined ? [] : [provider.openLab],
    );
    if (labs.length > 0 && able.length === 0) {
      throw environmentFault('no addon that is loaded here can open a lab');
    }
    for (const { description, artifacts } of labs) {
      for (const open of able) await open(description, artifacts);
    }
    owners = null;
    return { ok: true, opened: labs.length };
  }

  /** All addons have one grammar, that of their shared library. */
  function checkExpressions(expressions: readonly ExpressionCheck[]) {
    const able = providers.find(({ provider }) => provider.checkExpressions !== undefined);
    return able?.provider.checkExpressions?.(expressions) ?? expressions.map(() => null);
  }

  async function compileKernel(kernel: KernelRequest): Promise<CompiledKernel | null> {
    for (const { provider } of providers) {
      const found = provider.nvrtc?.();
      if (found?.available !== true || provider.nvrtcCompile === undefined) continue;
      const compiled = await provider.nvrtcCompile(kernel);
      return { ...compiled, version: `NVRTC ${found.version}` };
    }
    return null;
  }

  async function answer(request: Exclude<EngineRequest, { type: 'cancel' }>): Promise<EngineReply> {
    switch (request.type) {
      case 'describe':
        return { ok: true, description: describe() };
      case 'estimate':
        return { ok: true, estimates: request.cases.map(estimate) };
      case 'inspect':
        return {
          ok: true,
          decided: await inspect(request.workload, request.input, request.values),
        };
      case 'run':
        return await run(request.id, request.case);
      case 'profile':
        return await run(request.id, request.case, 'profile');
      case 'share':
        return await share(request.id, request.case);
      case 'once':
        return await once(request.id, request.case, request.output);
      case 'sketch':
        return {
          ok: true,
          sketch: await sketch(request.workload, request.values, request.input),
        };
      case 'check-expressions':
        return { ok: true, faults: checkExpressions(request.expressions) };
      case 'open-labs':
        return await openLabs(request.labs);
      case 'compile-kernel':
        return { ok: true, kernel: await compileKernel(request.kernel) };
      case 'measure-peaks':
        return await measurePeaks(request.gpu);
      default:
        return assertNever(request);
    }
  }

  function handle(request: EngineRequest): void {
    if (request.type === 'cancel') {
      cancelled = running !== null;
      running?.cancel();
      return;
    }
    const { id } = request;
    answer(request)
      .catch((error: unknown): EngineReply => ({ ok: false, failure: failureOf(error) }))
      .then((reply) => emit({ type: 'reply', id, reply }));
  }

  return { handle };
}

/** Calls `use` with the case and, where its input file is compressed, the path of an unpacked copy. */
async function withReadableInput<T>(
  engineCase: EngineCase,
  use: (readable: EngineCase) => Promise<T>,
): Promise<T> {
  const { input } = engineCase;
  if (input === undefined) return await use(engineCase);
  return await withUnpacked(input, (plain) => use({ ...engineCase, input: plain }));
}

/** Adds the warnings of the plan and the name of the input file to the result. */
function withPlanned(result: CaseResult, { warnings, input }: EngineCase): CaseResult {
  return {
    ...result,
    ...(input === undefined
      ? {}
      : { attributes: { ...result.attributes, input: basename(input) } }),
    ...(warnings === undefined ? {} : { warnings: [...warnings, ...result.warnings] }),
  };
}

/** Addons throw plain errors that carry one of the failure codes. */
function failureOf(error: unknown): Failure {
  const failure = toFailure(error);
  if (failure.code !== 'internal' || !(error instanceof Error)) return failure;
  const code = failureCodes.find((known) => known === Reflect.get(error, 'code'));
  return code === undefined ? failure : { code, message: error.message };
}

function ownersOf(providers: readonly NamedProvider[]): Map<string, Provider> {
  const owners = new Map<string, Provider>();
  for (const { provider } of providers) {
    for (const workload of provider.catalog().workloads) {
      for (const variant of workload.variants) {
        const key = `${workload.id}/${variant.id}`;
        if (!owners.has(key)) owners.set(key, provider);
      }
    }
  }
  return owners;
}
