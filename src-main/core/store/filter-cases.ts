import { all, type Condition, condition } from './filter-condition.ts';

/** A condition on runs, as a set of all that fit and, with the same parameters, asked of one run at a time. */
export type TwoWays = Condition & { readonly walk: string };

export type CaseCondition = Condition & {
  readonly on: 'run' | 'case' | 'subject';
  /** Set when the term asks for workloads: the condition on `run_workload`, which knows planned ones too. */
  readonly workloads?: Condition;
};

type CasesOfRuns = TwoWays & {
  /** Cases (alias `c`) of the subjects alone; null where nothing is said of subjects. */
  readonly subjects: Condition | null;
};

/** Runs with a case that all of these hold for. */
export function someCase(conditions: readonly CaseCondition[]): CasesOfRuns {
  const [only] = conditions;
  if (conditions.length === 1 && only?.workloads !== undefined) {
    const { sql, parameters } = only.workloads;
    return {
      sql: `r.seq IN (SELECT run FROM run_workload WHERE ${sql})`,
      walk: `EXISTS (SELECT 1 FROM run_workload WHERE run = r.seq AND ${sql})`,
      parameters,
      subjects: null,
    };
  }
  const subjects = all(conditions.filter(({ on }) => on === 'subject'));
  const others = all(conditions.filter(({ on }) => on === 'case'));
  const parts: Condition[] = [];
  const ofSubjects =
    subjects.sql === '1'
      ? null
      : condition(
          `c.subject IN (SELECT s.id FROM subject AS s WHERE ${subjects.sql})`,
          ...subjects.parameters,
        );
  if (ofSubjects !== null) parts.push(ofSubjects);
  if (others.sql !== '1') parts.push(others);
  const { sql, parameters } = all(parts);
  // The plus keeps SQLite from trying every subject that fits for each run: a run has fewer cases than that.
  const ofRun = sql.replaceAll(/\bc\.(subject|descriptor) IN/g, '+c.$1 IN');
  const walk = `EXISTS (SELECT 1 FROM run_case AS c WHERE c.run = r.seq AND ${ofRun})`;
  // A condition on the run among those on its cases binds the inner query to it.
  const set = sql.includes('r.device') ? walk : runsOf({ sql });
  return { sql: set, walk, parameters, subjects: sql.includes('r.device') ? null : ofSubjects };
}

/** Runs with a case (alias `c`) that fits. */
export function runsOf({ sql }: Pick<Condition, 'sql'>): string {
  return `r.seq IN (SELECT c.run FROM run_case AS c WHERE ${sql})`;
}
