import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabType } from '../../contract/lab.ts';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import { snapshotOf, sourceKey } from './build-sources.ts';
import { callParameters, returnedAt } from './call-parameters.ts';
import { compilerVersion, findCompiler } from './compilers.ts';
import type { Lab, LabSource } from './lab.ts';
import { libraryFile } from './linked-libraries.ts';

const artifact = 'variant.py';

/** Types of ctypes and of NumPy that are not named as the lab's. */
const ctypesNames: Readonly<Partial<Record<LabType, string>>> = {
  float32: 'c_float',
  float64: 'c_double',
  ...{ float16: 'c_uint16', bfloat16: 'c_uint16' },
};
const ctypesOf = (type: LabType): string => `ctypes.${ctypesNames[type] ?? `c_${type}`}`;
const numpyOf = (type: LabType): string => `numpy.${type === 'bfloat16' ? 'uint16' : type}`;

/** A prebuilt library as Python calls it: by ctypes, with the types of its parameters declared once. */
export async function bindForPython(
  { lab, source }: BuildRequest,
  { cache }: Pick<CompileOptions, 'cache'>,
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
  const cached = cache.find(key, artifact);
  if (cached !== null) return { ok: true, ...cached };
  const made = cache.begin();
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
