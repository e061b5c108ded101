import type { LabArgument, LabDescription } from '../../contract/lab.ts';
import type { LabSource } from './lab.ts';

/** What a function is called with: an argument by its place among all, or the value of an axis, which is a macro. */
export type CallParameter =
  | { readonly argument: LabArgument; readonly at: number }
  | { readonly axis: string };

/** The macro that has the value of an axis that a function takes. */
export const axisMacro = (axis: string): string => `BREAKEVEN_AXIS_${axis}`;

/**
 * In order. Without a list of its own a function takes all arguments, CUDA code the workspaces as well; where others return
 * their answer and it is `void`, a pointer to the answer comes last.
 */
export function callParameters(
  source: Pick<LabSource, 'language' | 'args' | 'globals' | 'returnsNothing'>,
  { args }: Pick<LabDescription, 'args'>,
): readonly CallParameter[] {
  const all = args.map((argument, at) => ({ argument, at }));
  const inGlobals = new Set(Object.values(source.globals ?? {}));
  const isParameter = (one: { readonly argument: LabArgument }) =>
    !inGlobals.has(one.argument.name);
  const pointer = source.returnsNothing === true ? all.filter(isReturned).filter(isParameter) : [];
  if (source.args !== undefined) {
    const named = source.args.map((name): CallParameter => {
      return all.find(({ argument }) => argument.name === name) ?? { axis: name };
    });
    return [...named, ...pointer];
  }
  const taken = all.filter((one) => !isReturned(one) && isParameter(one));
  const own = source.language === 'cuda' ? taken : taken.filter((one) => !isWorkspace(one));
  return [...own, ...pointer];
}

/** What a generator is called with: scalars, the seed, then arrays; what a variant makes is nothing that it fills. */
export function generatorParameters({
  args,
}: Pick<LabDescription, 'args'>): readonly (
  | { readonly argument: LabArgument; readonly at: number }
  | { readonly seed: true }
)[] {
  const filled = args
    .map((argument, at) => ({ argument, at }))
    .filter(({ argument }) => !isMade(argument));
  const isScalar = ({ argument }: { readonly argument: LabArgument }) => 'scalar' in argument;
  const arrays = filled.filter((one) => !isScalar(one));
  return [...filled.filter(isScalar), { seed: true }, ...arrays];
}

/** The place of what the function returns; null where it returns no answer. */
export function returnedAt(
  source: LabSource,
  { args }: Pick<LabDescription, 'args'>,
): number | null {
  const at = args.findIndex((argument) => isReturned({ argument }));
  return at < 0 || source.returnsNothing === true ? null : at;
}

/** What a variant makes: its answer where it returns it, and workspaces. */
export function isMade(argument: LabArgument): boolean {
  return isReturned({ argument }) || isWorkspace({ argument });
}

function isReturned({ argument }: { readonly argument: LabArgument }): boolean {
  return 'array' in argument && argument.returned === true;
}

function isWorkspace({ argument }: { readonly argument: LabArgument }): boolean {
  return 'array' in argument && argument.workspace === true;
}
