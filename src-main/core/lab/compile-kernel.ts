import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toFailure } from '../../contract/failure.ts';
import type { CompiledKernel } from '../../contract/lab.ts';
import { buildFailure } from './build-errors.ts';
import type { BuildRequest, BuildResult, CompileKernel, CompileOptions } from './build-request.ts';
import {
  type Attempt,
  compileSettled,
  recordSources,
  type Snapshot,
  sourceKey,
} from './build-sources.ts';
import { contentOf } from './file-content.ts';
import { kernelAttributes } from './kernel-attributes.ts';
import { kernelShim } from './kernel-shim.ts';
import { localIncludes } from './local-includes.ts';
import { machineCode } from './machine-code.ts';
import { usualLimits } from './run-compiler.ts';

const artifact = 'kernel.cubin';
/** The oldest one that every toolkit of today compiles for: where there is no GPU the code is only looked at. */
const anyArchitecture = 'sm_75';
/** What a source asks of the toolkit, which NVRTC has not. */
const headerMissing = /error: (?:cannot open source file|could not open source file)|catastrophic/;
const optionUnknown = /unrecognized option|INVALID_OPTION|invalid value for/i;

/**
 * Compiles a kernel by NVRTC, in a tenth of the time that nvcc takes, and without a toolkit. Null where it cannot be done
 * so: there is no NVRTC, or the source needs the headers or a flag of the toolkit.
 */
export async function compileKernel(
  request: BuildRequest,
  options: CompileOptions,
): Promise<BuildResult | null> {
  const { compileKernel: byNvrtc } = options;
  if (byNvrtc === undefined) return null;
  const { name, path } = request.source;
  return await compileSettled(
    name,
    () => [path, ...localIncludes(path)],
    (before) => compileOnce(request, { ...options, byNvrtc }, before),
  );
}

async function compileOnce(
  { lab, source, macros }: BuildRequest,
  {
    cache,
    byNvrtc,
    cudaArchitecture,
    limits = usualLimits,
    signal,
  }: CompileOptions & { readonly byNvrtc: CompileKernel },
  before: Snapshot,
): Promise<Attempt | { readonly result: BuildResult | null }> {
  const { text } = kernelShim(source, lab);
  const defines = Object.entries(macros).map(([name, value]) => `-D${name}=${value}`);
  const own = [...defines, ...source.flags];
  const options = ['-std=c++17', '-lineinfo', `-I${dirname(source.path)}`, ...own];
  const arch = cudaArchitecture ?? anyArchitecture;
  const key = sourceKey(source.path, before, ['nvrtc', text, arch, ...options]);
  const cached = cache.find(key, artifact);
  if (cached !== null) return { result: { ok: true, ...cached } };
  const kernel = { source: text, path: 'shim.cu', function: source.function, options, arch };
  const start = performance.now();
  let compiled: CompiledKernel | null;
  try {
    compiled = await byNvrtc(kernel, { seconds: limits.seconds, signal });
  } catch (error) {
    signal?.throwIfAborted();
    const reason = `${source.name}: it was not compiled: ${toFailure(error).message}`;
    return { result: { ok: false, reason, line: null, log: '' } };
  }
  if (compiled === null) return { result: null };
  const { cubin, log, ptx, symbol, version } = compiled;
  if (cubin === null) {
    if (headerMissing.test(log) || optionUnknown.test(log)) return { result: null };
    const fault = buildFailure(log, source, contentOf(source.path).text, lab);
    return { result: { ok: false, ...fault } };
  }
  const sources = recordSources(lab, [source.path, ...localIncludes(source.path)]);
  const made = cache.begin();
  writeFileSync(join(made, artifact), cubin);
  const sass = await machineCode(join(made, artifact));
  const record = {
    command: ['nvrtc', ...options.filter((one) => !one.startsWith('-I')), `-arch=${arch}`],
    compiler: version,
    log,
    ...kernelAttributes(join(made, artifact), log, source.function),
    ...(symbol === null ? {} : { symbol }),
    ...(ptx === null ? {} : { ptx }),
    ...(sass === null ? {} : { sass }),
    milliseconds: performance.now() - start,
    sources,
  };
  return {
    read: sources,
    keep: () => ({ ok: true, ...cache.keep(key, made, artifact, sources.slice(1), record) }),
    drop: () => cache.drop(made),
  };
}
