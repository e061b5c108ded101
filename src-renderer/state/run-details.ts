import type { RunDetail } from '../../src-main/contract/api.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';
import { createResource, type Resource } from './resource.ts';

/** Details of this many runs are kept; the oldest goes first. */
const keptRuns = 24;

/** What is stored of the runs that were looked at last. */
export type RunDetails = {
  /** Asked for once, and again when the run changes. */
  run(ref: string): Resource<RunDetail>;
  /** Asks again for those of these runs that are kept. */
  refresh(changed: ReadonlySet<string>): void;
  /** Puts changed rows, by id, in place of those that are shown. */
  update(rows: ReadonlyMap<string, RunRow>): void;
};

export function createRunDetails(client: Client): RunDetails {
  const runs = new Map<string, Resource<RunDetail>>();
  const run = (ref: string): Resource<RunDetail> => {
    const known = runs.get(ref);
    if (known !== undefined) return known;
    const made = createResource(() => client.call('run', { ref }));
    runs.set(ref, made);
    const [oldest] = runs.keys();
    if (runs.size > keptRuns && oldest !== undefined) runs.delete(oldest);
    void made.load();
    return made;
  };
  const refresh = (changed: ReadonlySet<string>) => {
    for (const [ref, resource] of runs) {
      const known = resource.state.peek().value?.run.id;
      const hit = changed.has(ref) || (known !== undefined && changed.has(known));
      if (hit || ref.startsWith('latest')) void resource.load();
    }
  };
  const update = (rows: ReadonlyMap<string, RunRow>) => {
    for (const resource of runs.values()) {
      const known = resource.state.peek().value?.run.id;
      if (known === undefined || rows.has(known)) {
        resource.update((detail) => ({ ...detail, run: rows.get(detail.run.id) ?? detail.run }));
      }
    }
  };
  return { run, refresh, update };
}
