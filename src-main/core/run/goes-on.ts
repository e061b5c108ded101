import { BreakevenError, badInput } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Plan, RunRow } from '../../contract/run.ts';

/** Which stored runs can go on. Each throws one sentence for a run that cannot. */

/** @throws BreakevenError `busy` for a run under way. */
export function refuseRunning({ id, status }: RunRow): void {
  if (status === 'running')
    throw new BreakevenError('busy', `run ${id} is being measured right now`);
}

/** @throws BreakevenError `bad-input` for a run that lacks nothing, or whose two versions are gone; `busy`. */
export function refuseResume(run: RunRow, { configuration }: Plan): void {
  refuseRunning(run);
  if (run.status === 'complete') {
    throw badInput(`run ${run.id} is complete; nothing is left to measure`);
  }
  if (configuration.decide?.sides === undefined) return;
  throw badInput(
    `run ${run.id} compares two versions and cannot be resumed; start the comparison again`,
  );
}

/** @throws BreakevenError `bad-input`. */
export function refuseImported({ id, importedAt }: RunRow, { hostname }: Machine): void {
  if (importedAt === undefined) return;
  throw badInput(
    `run ${id} was measured on ${hostname} and imported; it can only go on in the store that it came from`,
  );
}

/** @throws BreakevenError `bad-input` for a run of which cases may be missing. */
export function refuseUnfinished({ id, status }: RunRow): void {
  if (status === 'complete') return;
  throw badInput(
    `run ${id} is ${status}: cases of it may be missing; resume it before it is refined (run --resume ${id})`,
  );
}

/** @throws BreakevenError `bad-input` on another machine than that which began the run. */
export function refuseOtherMachine(id: string, began: Machine, here: Machine, what: string): void {
  if (here.fingerprint === began.fingerprint) return;
  throw badInput(
    `run ${id} was begun on ${began.hostname} (${began.cpuModel}) and can only ${what} there`,
  );
}
