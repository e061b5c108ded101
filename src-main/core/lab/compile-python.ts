import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../util/parsed-json.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import {
  type Attempt,
  compileSettled,
  recordSources,
  type Snapshot,
  sourceKey,
} from './build-sources.ts';
import { generatorParameters, isMade } from './call-parameters.ts';
import { findCompiler } from './compilers.ts';
import type { Lab } from './lab.ts';
import { pythonInspection } from './python-inspection.ts';
import { runCompiler, usualLimits } from './run-compiler.ts';

const artifact = 'variant.py';

const inspectionSchema = z.union([
  z.object({ missing: z.string() }),
  z.object({ fault: z.string(), line: z.number().nullable() }),
  z.object({ versions: z.string(), files: z.array(z.string()) }),
]);

/**
 * Looks at a Python file without running it, and keeps a copy of it: what is measured is what was looked at. Never throws
 * for what the file has wrong.
 */
export async function compilePython(
  request: BuildRequest,
  options: CompileOptions,
): Promise<BuildResult> {
  const { name, path } = request.source;
  return await compileSettled(
    name,
    () => [path],
    (before) => inspect(request, options, before),
  );
}

async function inspect(
  { lab, source, role, macros }: BuildRequest,
  { cache, limits = usualLimits, confine = (inside) => inside, signal }: CompileOptions,
  before: Snapshot,
): Promise<Attempt | { readonly result: BuildResult }> {
  const python = findCompiler('python');
  if (typeof python === 'string') return missing(`${source.name}: ${python}`);
  const [program = ''] = python.words;
  const names = argumentsOf(lab, role);
  const defines = Object.entries(macros).map(([name, value]) => `${name}=${value}`);
  const words = [source.path, source.name, source.function, lab.folder, source.package ?? '-'];
  const key = sourceKey(source.path, before, [
    ...[python.identity, pythonInspection, ...words, ...names],
    ...defines,
  ]);
  const cached = cache.find(key, artifact);
  if (cached !== null) return { result: { ok: true, ...cached } };
  const made = cache.begin();
  const command = [...python.words, '-B', '-c', pythonInspection, ...words, ...names];
  const run = await runCompiler(confine(command, made), made, limits, signal);
  const lastLine = run.log.trim().split('\n').at(-1) ?? '';
  const inspected = parsedJson(lastLine, inspectionSchema);
  if (!run.ok || inspected === null || !('versions' in inspected)) {
    cache.drop(made);
    signal?.throwIfAborted();
    if (run.ended !== null) return failed(`${source.name}: it was not read: ${run.ended}`, run.log);
    if (inspected === null) {
      return failed(`${source.name}: ${program} cannot read it: ${lastLine}`, run.log);
    }
    if ('missing' in inspected) return missing(inspected.missing);
    if ('fault' in inspected) {
      return { result: { ...failed(inspected.fault, '').result, line: inspected.line } };
    }
    return failed(`${source.name}: ${program} ended with an error`, run.log);
  }
  const sources = recordSources(lab, [source.path, ...inspected.files]);
  return {
    read: sources,
    drop: () => cache.drop(made),
    keep() {
      writeFileSync(join(made, artifact), sources[0]?.text ?? '');
      if (defines.length > 0) {
        writeFileSync(join(made, `${artifact}.defines`), `${defines.join('\n')}\n`);
      }
      const record = {
        command: [program, source.name, ...defines],
        compiler: inspected.versions,
        log: '',
        milliseconds: run.milliseconds,
        sources,
        symbol: source.function,
        python: { program, name: source.name, folder: lab.folder },
      };
      return { ok: true, ...cache.keep(key, made, artifact, sources.slice(1), record) };
    },
  };
}

/** A generator takes scalars, the seed, then arrays; a check what came in, what is expected, and what came out. */
function argumentsOf(
  { description: { args } }: Lab,
  role: BuildRequest['role'],
): readonly string[] {
  if (role === 'check') return ['inputs', 'expected', 'actual'];
  if (role === 'generate') {
    return generatorParameters({ args }).map((one) => ('seed' in one ? 'seed' : one.argument.name));
  }
  return args.filter((one) => !isMade(one)).map(({ name }) => name);
}

function failed(reason: string, log: string) {
  return { result: { ok: false as const, reason, line: null, log } };
}

function missing(reason: string) {
  return { result: { ...failed(reason, '').result, missing: true } };
}
