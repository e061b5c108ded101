import { BreakevenError } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Configuration, StoredCase } from '../../contract/run.ts';
import type { StudyReport } from '../../contract/study.ts';
import { type PublishedStudy, readPublished, studyNote } from '../published.ts';
import type { Store } from '../store/store.ts';
import { findingOf } from './claims.ts';
import { readStudy, type StudyDefinition } from './definition.ts';
import { studyTable } from './tables.ts';
import { theoryTables } from './theory.ts';

export type StudySource = {
  readonly configuration: Configuration;
  readonly cases: readonly StoredCase[];
  readonly machine: Machine;
  readonly study: PublishedStudy | undefined;
};

/**
 * The tables of the study that a run's preset reproduces, with the study's numbers beside this machine's, predictions,
 * and its claims as numbers.
 *
 * @throws BreakevenError `bad-input` for a run of no such preset.
 */
export function studyOf(store: Pick<Store, 'run'>, ref: string): StudyReport {
  const { run, plan, cases, machine } = store.run(ref);
  const definition = run.preset === null ? null : readStudy(run.preset);
  if (definition === null) {
    throw new BreakevenError(
      'bad-input',
      `run ${run.id} is not of a preset that reproduces a study; run one of them first (see breakeven run --help)`,
    );
  }
  const study = readPublished().find(({ id }) => id === definition.study);
  const { configuration } = plan;
  return reportStudy(definition, { configuration, cases, machine, study });
}

export function reportStudy(definition: StudyDefinition, source: StudySource): StudyReport {
  const { study, cases, machine, configuration } = source;
  const theory =
    definition.theory === undefined ? [] : theoryTables(definition.theory, cases, machine);
  const standIns = configuration.groups.filter(
    ({ name, input }) => name !== undefined && input === undefined,
  );
  return {
    study: definition.study,
    tables: [...definition.tables.map((table) => studyTable(table, study, source)), ...theory],
    claims: definition.claims.flatMap((claim) => findingOf(claim, cases) ?? []),
    notes: [
      ...(study === undefined ? [] : [studyNote(study), ...study.notes]),
      ...(standIns.length === 0
        ? []
        : [
            `Generated stand-ins with the same rows and nonzeros: ${standIns.map(({ name }) => name).join(', ')}.`,
          ]),
    ],
  };
}
