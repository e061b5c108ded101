import type { RunDetail } from '../../contract/api.ts';
import { exitCodeOf, exitCodes, type Failure } from '../../contract/failure.ts';
import { type Gate, gateStatus } from './gate.ts';
import { type CliIo, paint } from './io.ts';

/**
 * How a run that has ended went, as the status of the process. A run without a single measurement says so, and is never
 * taken for one that went well.
 *
 * @param gate what `--fail-on` found in it
 */
export function exitStatus(
  io: CliIo,
  detail: Pick<RunDetail, 'run' | 'cases' | 'workloads'>,
  failure: Failure | null,
  gate?: Gate,
): number {
  const { status, ok, failed } = detail.run;
  if (status === 'cancelled') return exitCodes.cancelled;
  if (gate !== undefined && gate.hits > 0) return gateStatus(io, gate, 'cases are');
  if (failed > 0) return exitCodes.caseFailed;
  if (failure !== null) return exitCodeOf(failure.code);
  if (status === 'failed') return exitCodes.environment;
  if (ok > 0) return gate === undefined ? exitCodes.ok : gateStatus(io, gate, 'cases are');
  const why = lacksAll(detail) ? ': this machine or this build lacks what they need' : '';
  io.err(`${paint(io, 'red', 'breakeven:')} nothing was measured, every case was skipped${why}\n`);
  return exitCodes.environment;
}

/**
 * No variant of the skipped cases is available here (no GPU, or not in this build), or those that are were skipped for
 * what the others lack: a sequential code whose levels are computed on a GPU.
 */
function lacksAll({ cases, workloads = [] }: Pick<RunDetail, 'cases' | 'workloads'>): boolean {
  return cases.every(({ workload, variant, reason }) => {
    const variants = workloads.find(({ id }) => id === workload)?.variants ?? [];
    const lacking = variants.filter(({ available }) => !available);
    return (
      lacking.some(({ id }) => id === variant) ||
      lacking.some((one) => one.reason !== null && reason?.endsWith(one.reason) === true)
    );
  });
}
