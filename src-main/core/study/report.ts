import { assertNever, BreakevenError } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { StudyReport, StudyTable } from '../../contract/study.ts';
import type { Workload } from '../../contract/workload.ts';
import { type Comparer, subjectsOf } from '../analysis/compare.ts';
import { measuredPeak } from '../analysis/percent-of-peak.ts';
import type { Store, StoredRun } from '../store/store.ts';
import { storedWorkloads } from '../util/stored-workloads.ts';
import { findingOf } from './claims.ts';
import { readStudy, type StudyDefinition, studyIds } from './definition.ts';
import type { Evidence } from './evidence.ts';
import { tableFigures } from './figures.ts';
import { flopTable } from './flop-table.ts';
import { readPublished, studyName, studyNote } from './published.ts';
import type { StudySource } from './source.ts';
import { speedupTable } from './speedup-table.ts';
import { studyTable } from './tables.ts';
import { lacksPeak, theoryTables } from './theory.ts';

/**
 * The tables of the study that a run's preset reproduces, with the study's numbers next to this machine's, predictions,
 * and its claims as numbers. `as` asks another preset's study of the run, as far as it has the cases.
 *
 * @throws BreakevenError `bad-input` for a run of no such preset, or an unknown one.
 */
export function studyOf(
  store: Pick<Store, 'run' | 'samples' | 'descriptors' | 'measuredPeaks'>,
  comparer: Comparer,
  ref: string,
  as?: string,
  /** Those of the catalog, where it is known. */
  workloads: readonly Workload[] = [],
): StudyReport {
  const { run, plan, cases, machine } = store.run(ref);
  const preset = as ?? run.preset;
  const definition = preset === null ? null : readStudy(preset);
  if (definition === null) {
    const known = studyIds().join(', ');
    throw new BreakevenError(
      'bad-input',
      as === undefined
        ? `run ${run.id} is not of a preset that reproduces a study; these do: ${known}`
        : `no preset "${as}" reproduces a study; these do: ${known}`,
    );
  }
  const study = readPublished().find(({ id }) => id === definition.study);
  return reportStudy(definition, {
    ...storedEvidence(store, comparer, { run, cases }),
    runId: run.id,
    workloads: storedWorkloads(workloads, store.descriptors(run.id)),
    configuration: plan.configuration,
    machine: { ...machine, ...measuredPeak(store.measuredPeaks(machine.fingerprint)) },
    study,
  });
}

/** What the claims about a stored run are judged from. */
export function storedEvidence(
  store: Pick<Store, 'samples' | 'descriptors'>,
  comparer: Comparer,
  { run, cases }: Pick<StoredRun, 'run' | 'cases'>,
): Evidence {
  const descriptors = store.descriptors(run.id);
  const subjectOf = subjectsOf(run.id, descriptors);
  return {
    cases,
    samples: (index, scope) => store.samples(run.id, index, scope),
    judge: (of, over) =>
      comparer.judge(subjectOf(of.stored, of.scope), subjectOf(over.stored, over.scope)),
    variantOf: (index) => descriptors.get(index)?.variant,
  };
}

export function reportStudy(definition: StudyDefinition, source: StudySource): StudyReport {
  const { study, cases, machine, configuration, runId } = source;
  const theory = definition.theory.flatMap((one) => theoryTables(one, cases, machine));
  const standIns = configuration.groups.filter(
    ({ name, input }) => name !== undefined && input === undefined,
  );
  const tables = definition.tables.map((table) => tableOf(table, definition, source));
  const figures = definition.tables.flatMap((one, i) => {
    const table = tables[i];
    return 'kind' in one || table === undefined
      ? []
      : tableFigures(one, table, source, machineText(machine));
  });
  return {
    study: definition.study,
    name: study === undefined ? definition.study : studyName(study),
    runId,
    machine: machineText(machine),
    tables: [...tables, ...theory],
    figures,
    claims: definition.claims.map((claim) => findingOf(claim, source)),
    notes: [
      ...(study === undefined ? [] : [studyNote(study), ...study.notes]),
      ...(definition.theory.length > 0 ? (lacksPeak(machine) ?? []) : []),
      ...(standIns.length === 0
        ? []
        : [
            `Generated stand-ins with the same rows and nonzeros: ${standIns.map(({ name }) => name).join(', ')}.`,
          ]),
    ],
  };
}

function tableOf(
  table: StudyDefinition['tables'][number],
  { theory }: StudyDefinition,
  source: StudySource,
): StudyTable {
  if (!('kind' in table)) return studyTable(table, theory, source);
  switch (table.kind) {
    case 'speedups':
      return speedupTable(table, source);
    case 'time-per-flop':
      return flopTable(table, source, machineText(source.machine));
    default:
      return assertNever(table);
  }
}

/** `AMD EPYC 7B13, 2 cores; NVIDIA H200`. */
function machineText({ cpuModel, physicalCores, gpus }: Machine): string {
  const cores = `${cpuModel}, ${physicalCores} ${physicalCores === 1 ? 'core' : 'cores'}`;
  return [cores, ...new Set(gpus.map(({ name }) => name))].join('; ');
}
