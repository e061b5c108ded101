import { hintFor } from '../../contract/did-you-mean.ts';
import type { LabArgument, LabAxis, LabParameter, LabVariant } from '../../contract/lab.ts';
import { axisMacro, callParameters } from './call-parameters.ts';
import type { VariantFile } from './lab-file.ts';
import { faultAt, type TomlDocument } from './toml-document.ts';

/** What a variant takes in other ways than as parameters: variables of the device, and macros. */

type Around = { readonly axes: readonly LabAxis[]; readonly arguments: readonly LabArgument[] };

/** Variables of the device are filled with arguments by the harness, around code on arrays of the device alone. */
export function checkGlobals(
  { globals = {} }: VariantFile,
  kind: LabVariant['kind'],
  document: TomlDocument,
  around: Around,
): void {
  const known = around.arguments.map(({ name }) => name);
  for (const [symbol, argument] of Object.entries(globals)) {
    const fail = (what: string) => faultAt(document, ['globals', symbol], what);
    if (kind === 'host-to-host')
      throw fail('host code that copies itself fills its variables itself');
    if (kind !== 'cuda-kernel' && kind !== 'cuda-host') throw fail('only a .cu file has them');
    if (!known.includes(argument)) {
      throw fail(`${argument} is no argument of the workload${hintFor(argument, known)}`);
    }
  }
}

export const globalsOf = (globals: Readonly<Record<string, string>>) =>
  Object.entries(globals).map(([symbol, argument]) => ({ symbol, argument }));

/** The arguments that a kernel takes, where these are not all. */
export function kernelArguments(
  { args, globals = {} }: VariantFile,
  around: Around,
): Pick<LabVariant, 'args'> {
  if (args === undefined && Object.keys(globals).length === 0) return {};
  const source = {
    ...({ language: 'cuda', globals, returnsNothing: true } as const),
    ...(args === undefined ? {} : { args }),
  };
  const taken = callParameters(source, { args: [...around.arguments] });
  return { args: taken.flatMap((one) => ('argument' in one ? [one.argument.name] : [])) };
}

/**
 * Axes that are macros, because `define` names them or because they are parameters, and constants as flags.
 *
 * @throws BreakevenError `bad-input` with file, line and key.
 */
export function macrosOf(
  { args = [], define = {} }: VariantFile,
  kind: LabVariant['kind'],
  axes: readonly LabParameter[],
  document: TomlDocument,
  around: Around,
): {
  readonly axes: LabParameter[];
  readonly macros: Record<string, string>;
  readonly constants: readonly string[];
} {
  const known = around.arguments.map(({ name }) => name);
  const isNumber = ({ kind, values = [] }: LabAxis) =>
    kind === 'integer' || values.every((value) => typeof value === 'number');
  const all = [...around.axes, ...axes];
  const wanted = new Map<string, string>();
  for (const [macro, value] of Object.entries(define)) {
    if (typeof value === 'number') continue;
    const names = all.map(({ id }) => id);
    const fail = (what: string) => faultAt(document, ['define', macro], what);
    if (!names.includes(value)) {
      const hint = hintFor(value, names);
      throw fail(
        `${value} is neither a number nor an axis${hint}; flags = ["-D${macro}=..."] defines a text`,
      );
    }
    if (wanted.has(value)) throw fail(`${wanted.get(value)} has the value of ${value} already`);
    wanted.set(value, macro);
  }
  const numbers = kind === 'cuda-kernel' ? [] : all.filter(isNumber).map(({ id }) => id);
  for (const name of args) {
    if (known.includes(name)) continue;
    if (!numbers.includes(name)) {
      const names = [...known, ...numbers];
      const axis = kind === 'cuda-kernel' ? '' : ' nor an axis of numbers';
      const what = `${name} is ${axis === '' ? 'no' : 'neither an'} argument of the workload${axis}${hintFor(name, names)}`;
      throw faultAt(document, ['args'], what);
    }
    if (!wanted.has(name)) wanted.set(name, axisMacro(name));
  }
  return {
    axes: axes.map((axis) => {
      const macro = wanted.get(axis.id);
      return macro === undefined || axis.define !== undefined ? axis : { ...axis, define: macro };
    }),
    macros: Object.fromEntries(
      [...wanted].filter(([id]) => around.axes.some((axis) => axis.id === id)),
    ),
    constants: Object.entries(define).flatMap(([macro, value]) =>
      typeof value === 'number' ? [`-D${macro}=${value}`] : [],
    ),
  };
}
