import { badInput } from '../../contract/failure.ts';
import type { Axis, Variant } from '../../contract/workload.ts';

/** What can be searched of a variant: its own parameters, but neither how it is measured nor on which device. */
export function tunableAxes({ parameters }: Pick<Variant, 'parameters'>): readonly Axis[] {
  return parameters.filter(({ role, type }) => role === 'variant' && type !== 'text');
}

/**
 * @throws BreakevenError `bad-input` for what is no parameter of the variant's own, with those that are.
 */
export function tunableAxis(
  variant: Pick<Variant, 'id' | 'parameters'>,
  parameter: string,
  workloadAxes: readonly Axis[],
): Axis {
  const tunable = tunableAxes(variant);
  const match = tunable.find(({ id }) => id === parameter);
  if (match !== undefined) return match;
  const ids = tunable.map(({ id }) => id);
  const some =
    ids.length === 0
      ? `${variant.id} has nothing to tune`
      : `${variant.id} can be tuned over ${ids.join(', ')}`;
  const what = whyNot([...variant.parameters, ...workloadAxes].find(({ id }) => id === parameter));
  const wrong = what === null ? `"${parameter}" is unknown` : `${parameter} ${what}`;
  throw badInput(`parameter: ${wrong}; ${some}`);
}

function whyNot(axis: Axis | undefined): string | null {
  switch (axis?.role) {
    case undefined:
      return null;
    case 'measurement':
      return 'controls the measurement and cannot be tuned';
    case 'input':
      return 'belongs to the input and cannot be tuned';
    case 'variant':
      return 'is a text and cannot be searched';
  }
}
