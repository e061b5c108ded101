import type { BreakevenError } from '../../contract/failure.ts';
import type { LabArgument, LabAxis, LabDescription, LabType } from '../../contract/lab.ts';
import { fillFileFault, withFullPath } from './fills.ts';
import type { LabExpression } from './lab.ts';
import { identifier } from './lab-axes.ts';
import type { ArgumentFile, WorkloadFile } from './lab-file.ts';
import { eachOf, faultAt, type KeyPath, refuseSlips, type TomlDocument } from './toml-document.ts';

type Surroundings = {
  readonly axes: readonly LabAxis[];
  readonly document: TomlDocument;
  readonly path: KeyPath;
  /** Files that fills name are below it. */
  readonly folder: string;
  /** The type of what the function returns. */
  readonly returns: LabType | undefined;
  /** There is a generator, which writes what no fill says. */
  readonly generated: boolean;
  /** Those of the arguments are added. */
  readonly expressions: LabExpression[];
};

/** @throws BreakevenError `bad-input` with file, line and key. */
export function argumentsOf(
  files: readonly ArgumentFile[],
  surroundings: Surroundings,
): readonly LabArgument[] {
  const { document, path } = surroundings;
  const seen = new Set<string>();
  const described = eachOf(files, (file, at) => {
    const fail = (key: string, what: string) => faultAt(document, [...path, at, key], what);
    if (!identifier.test(file.name)) throw fail('name', `"${file.name}" is no name of an argument`);
    if (seen.has(file.name)) throw fail('name', `there is an argument "${file.name}" already`);
    seen.add(file.name);
    refuseSlips(document, [...path, at]);
    if ((file.scalar === undefined) === (file.array === undefined)) {
      throw fail('name', `${file.name} needs either scalar or array, with its type`);
    }
    return file.array === undefined
      ? scalarOf(file, surroundings, fail)
      : arrayOf(file, file.array, surroundings, fail);
  });
  const { returns } = surroundings;
  if (returns !== undefined && seen.has(returnedName)) {
    throw faultAt(document, path, `${returnedName} is the name of what the function returns`);
  }
  const answer: readonly LabArgument[] =
    returns === undefined
      ? []
      : [{ name: returnedName, array: returns, shape: ['1'], out: true, returned: true }];
  const all = [...described, ...answer];
  if (!all.some((one) => 'array' in one && one.out)) {
    throw faultAt(
      document,
      path,
      'no array has out = true and the workload has no returns, so there is no answer to check',
    );
  }
  return all;
}

/** The name of the answer that a function returns. */
export const returnedName = 'result';

type Fail = (key: string, what: string) => BreakevenError;

function scalarOf(
  file: ArgumentFile,
  { axes, expressions }: Surroundings,
  fail: Fail,
): LabArgument {
  const { name, scalar, value } = file;
  for (const key of ['shape', 'fill', 'out', 'workspace', 'place'] as const) {
    if (file[key] !== undefined) throw fail(key, `${name} is a scalar and has no ${key}`);
  }
  if (scalar?.startsWith('complex'))
    throw fail('scalar', `${name} is a scalar and cannot be complex`);
  if (scalar === undefined || value === undefined) {
    throw fail('value', `${name} is a scalar and needs a value, an expression of axes`);
  }
  const names = axes.map(({ id }) => id);
  expressions.push({ text: value, names, refuse: (what) => fail('value', what) });
  return { name, scalar, value };
}

function arrayOf(
  file: ArgumentFile,
  elements: LabType | { readonly bytes: number },
  { axes, folder, generated, expressions }: Surroundings,
  fail: Fail,
): LabArgument {
  const { name, out = false, workspace, place } = file;
  if (file.value !== undefined) throw fail('value', `${name} is an array and has no value`);
  if (file.shape === undefined) throw fail('shape', `${name} is an array and needs a shape`);
  const shape = Array.isArray(file.shape) ? [...file.shape] : [file.shape];
  const names = axes.map(({ id }) => id);
  for (const dimension of shape) {
    expressions.push({ text: dimension, names, refuse: (what) => fail('shape', what) });
  }
  const isStruct = typeof elements === 'object';
  const array = isStruct ? 'uint8' : elements;
  if (isStruct) shape.push(String(elements.bytes));
  const placed = {
    ...(isStruct ? { elementBytes: elements.bytes } : {}),
    ...(place === undefined ? {} : { place }),
  };
  if (workspace === true) {
    for (const key of ['fill', 'out'] as const) {
      if (file[key] !== undefined) throw fail(key, `${name} is a workspace and has no ${key}`);
    }
    return { name, array, shape, out, workspace, ...placed };
  }
  const fill = file.fill ?? (generated && !out ? 'generate' : undefined);
  if (fill === undefined) {
    if (out) return { name, array, shape, out, ...placed };
    throw fail(
      'fill',
      `${name} is an input and needs a fill, such as uniform(-1, 1); an answer has out = true, memory that is neither workspace = true`,
    );
  }
  const fault = fillFileFault(fill, folder, axes);
  if (fault !== null) throw fail('fill', fault);
  expressions.push({
    ...{ text: fill, names, fills: array },
    refuse: (what) => fail('fill', what),
  });
  if (/^\s*generate\b/.test(fill) && !generated) {
    throw fail('fill', 'there is no generator: a file generate.c, generate.cpp or generate.py');
  }
  return { name, array, shape, out, fill: withFullPath(fill, folder), ...placed };
}

/** The rule for answers: exact for whole numbers, else within a tolerance. */
export function checkOf(
  given: WorkloadFile['check'],
  args: readonly LabArgument[],
  document: TomlDocument,
  path: KeyPath,
): LabDescription['check'] {
  const outputs = args.flatMap((one) => ('array' in one && one.out ? [one.array] : []));
  const whole = outputs.every((type) => /^u?int/.test(type));
  const rule = given?.rule ?? (whole ? 'exact' : 'tolerance');
  if (rule !== 'tolerance') {
    const key = (['rtol', 'atol'] as const).find((one) => given?.[one] !== undefined);
    const which = rule === 'exact' ? 'an exact check' : 'a check by check.py';
    if (key !== undefined) throw faultAt(document, [...path, key], `${which} has no ${key}`);
    return { rule, rtol: 0, atol: 0 };
  }
  const struct = args.find((one) => 'array' in one && one.out && one.elementBytes !== undefined);
  if (struct !== undefined) {
    const what = `${struct.name} has structs, which are compared bit for bit, or by check.py with rule = "python"`;
    throw faultAt(document, [...path, 'rule'], what);
  }
  const double = outputs.every((type) => ['float64', 'complex128'].includes(type));
  const usual = double ? 1e-12 : outputs.some((type) => type.endsWith('float16')) ? 1e-2 : 1e-5;
  return { rule, rtol: given?.rtol ?? usual, atol: given?.atol ?? null };
}
