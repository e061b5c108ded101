import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabType } from '../../contract/lab.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import { snapshotOf, sourceKey } from './build-sources.ts';
import { callParameters, returnedAt } from './call-parameters.ts';
import { compilerVersion, findCompiler } from './compilers.ts';
import type { Lab, LabSource } from './lab.ts';
import { lacksFunction, libraryFile, notFound } from './linked-libraries.ts';
import { runCompiler, usualLimits } from './run-compiler.ts';

const artifact = 'variant.py';

/** Types of ctypes and of NumPy that are not named as the lab's. */
const ctypesNames: Readonly<Partial<Record<LabType, string>>> = {
  float32: 'c_float',
  float64: 'c_double',
  ...{ float16: 'c_uint16', bfloat16: 'c_uint16' },
};
const ctypesOf = (type: LabType): string => `ctypes.${ctypesNames[type] ?? `c_${type}`}`;
const numpyOf = (type: LabType): string => `numpy.${type === 'bfloat16' ? 'uint16' : type}`;

/** Loads a library as the module does. Words: its file and the function. It ends with an error, and says why last. */
const loading = `
import ctypes, sys
try:
    library = ctypes.CDLL(sys.argv[1])
except OSError as error:
    sys.exit(f"not loaded: {error}")
sys.exit(0 if hasattr(library, sys.argv[2]) else "no function")
`;

/** A prebuilt library as Python calls it: by ctypes, with the types of its parameters declared once. */
export async function bindForPython(
  { lab, source }: BuildRequest,
  { cache, limits = usualLimits, confine = (inside) => inside, signal }: CompileOptions,
): Promise<BuildResult> {
  const python = findCompiler('python');
  if (typeof python === 'string') {
    const reason = `${source.name}: ${python}`;
    return { ok: false, reason, line: null, log: '', missing: true };
  }
  const [program = ''] = python.words;
  const text = bindingOf(source, lab);
  const inFile = source.path.includes('/') ? [source.path] : [];
  const key = sourceKey(source.path, snapshotOf(inFile), [python.identity, text]);
  // What a name stands for changes without a change of the key.
  const cached = inFile.length > 0 ? cache.find(key, artifact) : null;
  if (cached !== null) return { ok: true, ...cached };
  const made = cache.begin();
  const words = [...python.words, '-c', loading, inFile[0] ?? libraryFile(source.path)];
  const { ok, log, ended } = await runCompiler(
    confine([...words, source.function], made),
    made,
    limits,
    signal,
  );
  if (!ok) {
    cache.drop(made);
    signal?.throwIfAborted();
    return { ok: false, line: null, log, ...faultOf(source, lab, ended ?? log) };
  }
  writeFileSync(join(made, artifact), text);
  const record = {
    command: [program, source.name],
    compiler: await compilerVersion(python),
    log: '',
    milliseconds: 0,
    sources: [],
    symbol: source.function,
    python: { program, name: source.name, folder: lab.folder },
  };
  return { ok: true, ...cache.keep(key, made, artifact, [], record) };
}

function faultOf(source: LabSource, lab: Lab, log: string) {
  const last = log.trim().split('\n').at(-1) ?? '';
  if (last === 'no function') return { reason: lacksFunction(source) };
  const why = /^not loaded: (.*)$/.exec(last)?.[1];
  const absent = why !== undefined && /^(.+?): cannot open shared object/.exec(why)?.[1];
  if (absent === libraryFile(source.path)) return { reason: notFound(source, lab), missing: true };
  const reason = `${source.name}: it was not loaded: ${why ?? last}`;
  // What it is linked with is not on this machine.
  return { reason, ...(typeof absent === 'string' ? { missing: true } : {}) };
}

/** The text of the module. `breakeven_empty` takes the same arguments and does nothing with them. */
export function bindingOf(source: LabSource, { description }: Pick<Lab, 'description'>): string {
  const types = callParameters(source, description).flatMap((one) => {
    if ('axis' in one) return [];
    const { argument } = one;
    return 'scalar' in argument
      ? [ctypesOf(argument.scalar)]
      : [`numpy.ctypeslib.ndpointer(${numpyOf(argument.array)}, flags="C_CONTIGUOUS")`];
  });
  const at = returnedAt(source, description);
  const answer = at === null ? undefined : description.args[at];
  const returned = answer !== undefined && 'array' in answer ? ctypesOf(answer.array) : 'None';
  const file = source.path.includes('/') ? source.path : libraryFile(source.path);
  return [
    'import ctypes',
    'import numpy',
    `${source.function} = ctypes.CDLL(${JSON.stringify(file)})[${JSON.stringify(source.function)}]`,
    'breakeven_empty = ctypes.CDLL(None)["labs"]',
    `for breakeven_each in (${source.function}, breakeven_empty):`,
    `    breakeven_each.argtypes = [${types.join(', ')}]`,
    `    breakeven_each.restype = None`,
    `${source.function}.restype = ${returned}`,
    '',
  ].join('\n');
}
