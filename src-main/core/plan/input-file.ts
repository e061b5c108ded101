import type { Group } from '../../contract/configuration.ts';
import { badInput } from '../../contract/failure.ts';
import type { Axis, Catalog, Scalar, Values } from '../../contract/workload.ts';

/** Reads the input file of a group as these values say; answers with the values that the file decides. */
type Inspect = (values: Values) => Promise<Values>;

/**
 * A group with the values that its input file decides: they replace defaults and cannot be asked to be others. The file
 * is read once for each way in which the group takes it, so that a layout which it does not have is an error of the
 * configuration and not of a case.
 *
 * @throws BreakevenError `bad-input` for a file that is not as it should be, and for a value that only a generated input
 *   could have: a seed, a distribution, another n, fresh input for each sample.
 */
export async function withInputFile(
  group: Group,
  { workloads }: Pick<Catalog, 'workloads'>,
  inspect: Inspect,
): Promise<Group> {
  const axes = workloads.find(({ id }) => id === group.workload)?.axes ?? [];
  if (asked(group, 'freshInput').includes(true)) {
    throw badInput('freshInput: the input is a file, so there is no fresh input per sample');
  }
  let decided: Values = {};
  for (const values of waysToRead(group, axes))
    decided = { ...decided, ...(await inspect(values)) };
  for (const { id, generated } of axes) {
    const decidedValue = decided[id];
    const wanted = asked(group, id);
    if (wanted.every((value) => value === decidedValue)) continue;
    if (decidedValue !== undefined) {
      const reason = `${id} = ${decidedValue}), so ${wanted.join(', ')} cannot be set`;
      throw badInput(`${id}: the input file determines it (${reason}`);
    }
    if (generated === true) {
      throw badInput(
        `${id}: ${wanted.join(', ')} needs a generated input, but the input is a file`,
      );
    }
  }
  return { ...group, set: { ...group.set, ...decided } };
}

function asked({ set, sweep }: Group, axis: string): readonly Scalar[] {
  return sweep[axis] ?? (set[axis] === undefined ? [] : [set[axis]]);
}

/** Choices alone decide how a file is read: a number of bins is of what is done with it. */
function waysToRead(group: Group, axes: readonly Axis[]): readonly Values[] {
  const choices = axes.filter(
    ({ type, role, generated }) => type === 'choice' && role === 'input' && generated !== true,
  );
  let ways: Values[] = [{}];
  for (const { id } of choices) {
    const values = asked(group, id);
    if (values.length === 0) continue;
    ways = ways.flatMap((way) => values.map((value) => ({ ...way, [id]: value })));
  }
  return ways;
}
