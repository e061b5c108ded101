import type { CounterPass } from '../../contract/counters.ts';
import type { CaseResult } from '../../contract/run.ts';

const prefix = 'perf:';

/** What the engine counted in one execution on the processor, by perf events of user space; or why it could not. */
export function perfPass(
  variant: string,
  { attributes }: Pick<CaseResult, 'attributes'>,
  at = new Date(),
): CounterPass {
  const counted = Object.entries(attributes).flatMap(([name, value]): [string, number][] =>
    name.startsWith(prefix) && typeof value === 'number'
      ? [[name.slice(prefix.length), value]]
      : [],
  );
  const { scaled = 1, ...metrics } = Object.fromEntries(counted);
  const refused = attributes[`${prefix}refused`];
  const known = Object.keys(metrics).length > 0;
  return {
    ...{ provider: 'perf', version: null, at: at.toISOString(), range: true, executions: 1 },
    ...{ clockLocked: null, scaled },
    kernels: known ? [{ name: variant, grid: '', block: '', launches: 1, metrics }] : [],
    refused: known ? null : typeof refused === 'string' ? refused : 'nothing was counted',
  };
}
