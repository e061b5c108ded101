import { BreakevenError } from '../../contract/failure.ts';
import type { Policy } from '../../contract/run.ts';
import type { Axis, Scalar, StoppingCriterion } from '../../contract/workload.ts';
import type { Criterion, CriterionKind, Parameters, SamplingContext } from './criterion.ts';
import { fixed } from './fixed.ts';
import { noise } from './noise.ts';
import { precision } from './precision.ts';

/** A test holds this list to the files of the folder and to the catalog. */
export const criterionKinds: readonly CriterionKind[] = [precision, fixed, noise];

/** The stopping criterion of a policy. `known`: those of the catalog, with bounds and defaults of their parameters. */
export function makeCriterion(
  policy: Pick<Policy, 'rule' | 'parameters'>,
  known: readonly StoppingCriterion[],
  context: SamplingContext,
): Criterion {
  const described = known.find(({ id }) => id === policy.rule);
  const kind = criterionKinds.find(({ id }) => id === policy.rule);
  if (described === undefined || kind === undefined) {
    const ids = known.map(({ id }) => id).join(', ');
    throw badInput(`there is no stopping criterion '${policy.rule}', allowed is one of ${ids}`);
  }
  return kind.make(parametersOf(policy.parameters, described), context);
}

function parametersOf(
  given: Policy['parameters'],
  { id, parameters }: StoppingCriterion,
): Parameters {
  for (const [name, value] of Object.entries(given)) {
    const axis = parameters.find((parameter) => parameter.id === name);
    if (axis === undefined) {
      throw badInput(`stopping criterion '${id}' has no parameter '${name}'`);
    }
    const allowed = refusalOf(axis, value);
    if (allowed === null) continue;
    const shown = typeof value === 'string' ? `'${value}'` : value;
    throw badInput(
      `parameter '${name}' of stopping criterion '${id}' is ${shown}, allowed is ${allowed}`,
    );
  }
  return (name) => {
    const axis = parameters.find((parameter) => parameter.id === name);
    if (axis === undefined) throw new RangeError(`stopping criterion ${id} lacks ${name}`);
    return Number(given[name] ?? axis.default);
  };
}

/** What would be allowed instead of the value; null where it is allowed itself. */
function refusalOf(axis: Axis, value: Scalar): string | null {
  if (axis.type !== 'integer' && axis.type !== 'real') return null;
  const { min, max } = axis;
  const whole = axis.type === 'integer';
  const fits = typeof value === 'number' && (!whole || Number.isInteger(value));
  if (fits && value >= min && value <= max) return null;
  return `${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}

function badInput(sentence: string): BreakevenError {
  return new BreakevenError('bad-input', sentence);
}
