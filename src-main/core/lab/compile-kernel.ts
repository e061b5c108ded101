import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { toFailure } from '../../contract/failure.ts';
import type { CompiledKernel } from '../../contract/lab.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { buildFailure } from './build-errors.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import { recordSources, sourceKey } from './build-sources.ts';
import { kernelAttributes } from './kernel-attributes.ts';
import { kernelShim } from './kernel-shim.ts';
import { machineCode } from './machine-code.ts';
import { usualLimits } from './run-compiler.ts';
import { maxSourceBytes } from './variant-files.ts';

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
  { lab, source, macros }: BuildRequest,
  { cache, compileKernel: byNvrtc, cudaArchitecture, limits = usualLimits, signal }: CompileOptions,
): Promise<BuildResult | null> {
  if (byNvrtc === undefined) return null;
  const { text } = kernelShim(source, lab);
  const defines = Object.entries(macros).map(([name, value]) => `-D${name}=${value}`);
  const own = [...defines, ...source.flags];
  const options = ['-std=c++17', '-lineinfo', `-I${dirname(source.path)}`, ...own];
  const includes = localIncludes(source.path);
  const arch = cudaArchitecture ?? anyArchitecture;
  const key = sourceKey(source.path, ['nvrtc', text, arch, ...options]);
  const found = cache.find(key, artifact);
  if (found !== null) return { ok: true, ...found };
  const kernel = { source: text, path: 'shim.cu', function: source.function, options, arch };
  const start = performance.now();
  let compiled: CompiledKernel | null;
  try {
    compiled = await byNvrtc(kernel, { seconds: limits.seconds, signal });
  } catch (error) {
    signal?.throwIfAborted();
    const reason = `${source.name}: it was not compiled: ${toFailure(error).message}`;
    return { ok: false, reason, line: null, log: '' };
  }
  if (compiled === null) return null;
  const { cubin, log, ptx, symbol, version } = compiled;
  if (cubin === null) {
    if (headerMissing.test(log) || optionUnknown.test(log)) return null;
    return { ok: false, ...buildFailure(log, source, readFileSync(source.path, 'utf8'), lab) };
  }
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
    sources: recordSources(lab, [source.path, ...includes]),
  };
  return { ok: true, ...cache.keep(key, made, artifact, includes, record) };
}

/** Files that a source includes by quotes, and those that they include; what is not there is the compiler's to say. */
export function localIncludes(path: string): readonly string[] {
  const found: string[] = [];
  const look = (file: string): void => {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm,
    )) {
      const places = [resolve(dirname(file), name), resolve(dirname(path), name)];
      const included = places.find((place) => plainFileFault(place, maxSourceBytes) === null);
      if (included === undefined || included === path || found.includes(included)) continue;
      found.push(included);
      look(included);
    }
  };
  look(path);
  return found;
}
