import {
  type CountedKernel,
  type CounterPass,
  isAmount,
  weightedMean,
} from '../../contract/counters.ts';
import { badInput } from '../../contract/failure.ts';
import type { CaseResult } from '../../contract/run.ts';
import { type Launch, readNcuCsv } from './ncu-csv.ts';

export type PassRequest = {
  /** Name of the file. */
  readonly name: string;
  readonly text: string;
  /** How many executions a file without the range has. */
  readonly executions?: number | undefined;
  readonly version?: string | undefined;
  readonly at?: Date;
};

/**
 * The counters of a file of Nsight Compute as those of one execution. A file whose launches are in the range `execution`
 * has one; of another the user says how many, unless each kernel was launched once.
 *
 * @throws BreakevenError `bad-input` where launches are not those of a whole number of executions.
 */
export function passOf({
  name,
  text,
  executions,
  version,
  at = new Date(),
}: PassRequest): CounterPass {
  const file = readNcuCsv(text);
  const marked = file.launches.filter(({ inRange }) => inRange);
  const range = marked.length > 0;
  const launches = range ? marked : file.launches;
  const count = range ? 1 : executionsOf(launches, executions);
  return {
    provider: 'ncu',
    version: version ?? null,
    at: at.toISOString(),
    file: name,
    range,
    executions: count,
    clockLocked: file.clockLocked,
    kernels: [
      ...Map.groupBy(launches, ({ kernel, grid, block }) =>
        JSON.stringify([kernel, grid, block]),
      ).values(),
    ].map((same) => kernelOf(same, count)),
    scaled: 1,
    refused: null,
  };
}

/**
 * A range replay has one row for all kernels, and libraries launch kernels that the case does not name: nothing is said there.
 *
 * @throws BreakevenError `bad-input` where the case launched a kernel that the file does not have.
 */
export function refuseOtherKernel(
  { kernels }: Pick<CounterPass, 'kernels'>,
  { kernel }: CaseResult['attributes'],
): void {
  if (typeof kernel !== 'string' || kernels.some(({ name }) => name === 'range')) return;
  if (kernels.some(({ name }) => functionOf(name) === functionOf(kernel))) return;
  const names = kernels.map(({ name }) => shortName(name)).join(', ');
  throw badInput(
    `the file is of the kernel${kernels.length === 1 ? '' : 's'} ${names}, this case launched ${shortName(kernel)}`,
  );
}

/** `count<8>` of `void count<8>(const unsigned *, long)`; parameters of templates may have parentheses. */
function shortName(name: string): string {
  const bare = name.replace(/^void /, '').replaceAll('(anonymous namespace)::', '');
  let depth = 0;
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '<') depth += 1;
    if (bare[at] === '>') depth -= 1;
    if (bare[at] === '(' && depth === 0) return bare.slice(0, at);
  }
  return bare;
}

/** The function alone: profilers write arguments of templates and namespaces in several ways. */
const functionOf = (name: string): string =>
  (shortName(name).split('<', 1)[0] ?? '').split('::').at(-1) ?? '';

/** Each execution launches the same kernels as often. */
function executionsOf(launches: readonly Launch[], given: number | undefined): number {
  const byKernel = Map.groupBy(launches, ({ kernel }) => kernel);
  if (given === undefined) {
    if ([...byKernel.values()].every(({ length }) => length === 1)) return 1;
    const kernels = byKernel.size === 1 ? '1 kernel' : `${byKernel.size} kernels`;
    throw badInput(
      `the file has ${launches.length} launches of ${kernels} and no range "execution"; say how many executions with --executions`,
    );
  }
  const odd = [...byKernel].find(([, { length }]) => length % given !== 0);
  if (odd === undefined) return given;
  throw badInput(
    `--executions: got ${given}, but ${odd[0]} was launched ${odd[1].length} times, which is not a multiple of it`,
  );
}

const duration = 'gpu__time_duration.sum';

function kernelOf(launches: readonly Launch[], executions: number): CountedKernel {
  const names = new Set(launches.flatMap(({ metrics }) => Object.keys(metrics)));
  const metrics: Record<string, number> = {};
  for (const name of names) {
    const counted = launches.flatMap(({ metrics: own }) => {
      const value = own[name];
      return value === undefined ? [] : [{ value, weight: own[duration] ?? 1 }];
    });
    const sum = counted.reduce((all, { value }) => all + value, 0);
    metrics[name] = isAmount(name)
      ? sum / executions
      : (weightedMean(counted) ?? sum / counted.length);
  }
  const [{ kernel = '', grid = '', block = '' } = {}] = launches;
  return { name: kernel, grid, block, launches: launches.length / executions, metrics };
}
