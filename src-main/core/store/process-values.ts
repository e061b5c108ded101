import type { Variant } from '../../contract/workload.ts';
import { deviceKind } from '../../stats/metric.ts';
import type { CaseOfRun } from '../../stats/run-variation.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import { canonicalJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { machineOf } from './runs.ts';
import type { Database } from './sqlite.ts';

/** The runs of one machine that its variation is learned from, named so that the same runs give the same name. */
export type MeasuredRuns = {
  readonly fingerprint: string;
  /** The newest ones, newest first. */
  readonly runs: readonly RunKey[];
  readonly key: string;
};

/** Newest runs that are looked at, and cases of them: enough to learn from, and read in some ten milliseconds. */
const maxRuns = 50;
const maxCases = 2000;

/**
 * The newest ended runs of a machine with a case that went well, newest first: a few of each machine of a fingerprint, from
 * the index of its runs.
 */
export const newestOfMachineSql = `SELECT r.seq, r.id, r.ok FROM machine AS m JOIN run AS r ON r.seq IN (
    SELECT o.seq FROM run AS o
    WHERE o.machine = m.id AND o.trashed_at IS NULL AND o.status <> 'running' AND o.ok > 0
    ORDER BY o.created_at DESC, o.seq DESC LIMIT ?)
  WHERE m.fingerprint = ? ORDER BY r.created_at DESC, r.seq DESC LIMIT ?`;

const newestOfMachine = (database: Database, fingerprint: string, max: number) =>
  database
    .prepare<{ seq: number; id: string; ok: number }>(newestOfMachineSql)
    .all(max, fingerprint, max);

/** The finished runs of the machine that measured `run`, imported ones of that machine among them. */
export function readMeasuredRuns(database: Database, run: RunKey): MeasuredRuns {
  const { fingerprint } = machineOf(database, run);
  let cases = 0;
  const runs = newestOfMachine(database, fingerprint, maxRuns).filter(({ ok }, i) => {
    cases += ok;
    return i === 0 || cases <= maxCases;
  });
  // A run that goes on has more cases when it ends again.
  return {
    fingerprint,
    runs,
    key: `${fingerprint} ${runs.map(({ id, ok }) => `${id}:${ok}`).join()}`,
  };
}

/** The newest finished runs of a machine with a case that went well, by id, newest first. */
export function readRunsOf(
  database: Database,
  fingerprint: string,
  max: number,
): readonly string[] {
  return newestOfMachine(database, fingerprint, max).map(({ id }) => id);
}

/** As estimates have them: disturbed repetitions of a case that has enough others are absent. */
export function readProcessValues(
  database: Database,
  runs: readonly RunKey[],
): readonly CaseOfRun[] {
  const statement = database.prepare<{
    id: number;
    subject: number;
    descriptor: number;
    device: Variant['device'];
    scope: string;
    median_ns: number;
    disturbed: string | null;
  }>(
    `SELECT c.id, c.subject, c.descriptor, d.device, p.scope, p.median_ns, r.disturbed
     FROM run_case AS c
       JOIN descriptor AS d ON d.id = c.descriptor
       JOIN process AS p ON p.case_id = c.id
       LEFT JOIN repetition AS r ON r.case_id = p.case_id AND r.repetition = p.repetition
     WHERE c.run = ? AND c.outcome = 'ok' AND p.scope IN ('kernel', 'call', 'total') AND p.median_ns > 0
     ORDER BY c.case_index, p.scope, p.repetition`,
  );
  return runs.flatMap((run) => {
    // What is stored of a machine has its state as well, which no two runs share: load, clocks, temperature.
    const machine = machineOf(database, run);
    const build = `${machine.fingerprint} ${canonicalJson(machine.versions)}`;
    const parts = statement
      .all(run.seq)
      .map(({ disturbed, ...part }) => ({ ...part, disturbed: disturbed ?? undefined }));
    const ofCases = Map.groupBy(parts, ({ id, scope }) => `${id} ${scope}`);
    return [...ofCases.values()].flatMap((processes): readonly CaseOfRun[] => {
      const [first] = processes;
      if (first === undefined) return [];
      const { subject, descriptor, device, scope } = first;
      return [
        {
          ...{ series: `${subject} ${descriptor} ${build}`, build, run: run.seq, scope },
          device: deviceKind(device),
          logs: undisturbed(processes).map(({ median_ns }) => Math.log(median_ns)),
        },
      ];
    });
  });
}
