import type { LabArgument, LabType } from '../../contract/lab.ts';
import { callParameters } from './call-parameters.ts';
import type { Lab, LabSource } from './lab.ts';

type Fault = { readonly reason: string; readonly line: number | null };

/** Kinds of iso_c_binding by the type that has their size. */
const kinds: Readonly<Record<string, LabType>> = {
  ...{ c_int: 'int32', c_long: 'int64', c_size_t: 'uint64', c_short: 'int16' },
  ...{ c_float: 'float32', c_double: 'float64' },
};

const escaped = (name: string): RegExp => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i');

/**
 * What no compiler reports: a scalar without the attribute value, which would be taken by reference, or with a type of another
 * size. Null where all scalars fit, or are declared in a form that is not read here.
 */
export function scalarFault(source: LabSource, text: string, lab: Lab): Fault | null {
  const { name, function: own } = source;
  const lines = text.split('\n').map((line) => line.replace(/!.*/, ''));
  const procedure = new RegExp(
    `\\b(?:subroutine|function)\\s+${RegExp.escape(own)}\\s*\\(([^)]*)\\)`,
    'i',
  );
  const code = lines.join('\n');
  const found = procedure.exec(code);
  if (found === null) return null;
  const begin = code.slice(0, found.index).split('\n').length;
  const after = lines.findIndex(
    (line, row) => row >= begin && /^\s*(?:contains|end)\b/i.test(line),
  );
  const ownLines = lines.slice(0, after < 0 ? undefined : after);
  const dummies = (found[1] ?? '').replaceAll(/[&\s]/g, '').split(',');
  const parameters = callParameters(source, lab.description);
  for (const [at, parameter] of parameters.entries()) {
    const dummy = escaped(dummies[at] ?? '?');
    if (!('argument' in parameter) || !('scalar' in parameter.argument)) continue;
    const declared = ownLines.findIndex(
      (line, row) => row >= begin && dummy.test(line.split('::')[1] ?? ''),
    );
    const [type = '', variables] = lines[declared]?.split('::') ?? [];
    // An array of one element, and a declaration of another form, are left to the answer.
    if (variables === undefined || /\btype\s*\(/i.test(type) || variables.includes('(')) continue;
    const place = `${name}:${declared + 1}: ${parameter.argument.name}`;
    const isValue = ownLines.some(
      (one, row) => row >= begin && /\bvalue\b/i.test(one.split('::')[0] ?? '') && dummy.test(one),
    );
    const line = declared + 1;
    if (!isValue)
      return { reason: `${place} is passed by value: declare it with the attribute value`, line };
    if (!hasSize(type, parameter.argument)) {
      const reason = `${place} is ${type.split(',')[0]?.trim()}, ${lab.file} says ${parameter.argument.scalar}`;
      return { reason, line };
    }
  }
  return null;
}

/** Whether a declared kind has the size of a scalar; an unknown one may. */
function hasSize(declared: string, { scalar }: Extract<LabArgument, { scalar: string }>): boolean {
  const kind = /\(\s*(?:kind\s*=\s*)?(c_\w+)\s*\)/i.exec(declared)?.[1]?.toLowerCase() ?? '';
  const type = kinds[kind] ?? /^c_(int\d+)_t$/.exec(kind)?.[1];
  if (type === undefined) return true;
  return bitsOf(type) === bitsOf(scalar) && isReal(type) === isReal(scalar);
}

const bitsOf = (type: string): string => type.replace(/^\D+/, '');
const isReal = (type: string): boolean => type.startsWith('float');

/** A procedure of Fortran that has no name for C, or stands under another one; null where the fault is another. */
export function bindingFault(
  missing: string,
  { language, name, function: own }: LabSource,
  text: string,
  { description }: Lab,
): Fault | null {
  if (language !== 'fortran' || missing !== own) return null;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => new RegExp(`^\\s*subroutine\\s+${own}\\b`, 'i').test(line));
  if (at < 0) {
    const names = [...text.matchAll(/^(?!\s*end\b)[^!\n]*?\b(?:subroutine|function)\s+(\w+)/gim)];
    const has = names.map(([, other]) => other).join(', ');
    // A function of this name: the linker says what it lacks.
    if (escaped(own).test(has)) return null;
    const reason = `there is no function ${own} in ${name}; ${has === '' ? 'no procedure was found in it' : `it has ${has}`}`;
    return { reason, line: null };
  }
  const args = description.args.map((argument) => argument.name).join(', ');
  const call = `subroutine ${own}(${args}) bind(C, name="${own}")`;
  const reason = `${name}:${at + 1}: ${own} cannot be called under this name from C; write ${call}, with "use iso_c_binding" and value for each scalar`;
  return { reason, line: at + 1 };
}
