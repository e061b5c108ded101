import { badInput } from '../../contract/failure.ts';
import type { StudyReport } from '../../contract/study.ts';
import type { Workload } from '../../contract/workload.ts';
import { type Comparer, subjectsOf } from '../analysis/compare.ts';
import { measuredPeak } from '../analysis/percent-of-peak.ts';
import type { Store, StoredRun } from '../store/store.ts';
import { storedWorkloads } from '../util/stored-workloads.ts';
import type { Evidence } from './evidence.ts';
import { studies } from './known-studies.ts';
import { readPublished, studyName, studyNote } from './published.ts';
import { machineText, type Study, type StudySource } from './study.ts';
import { lacksPeak, theoryTables } from './theory.ts';

/**
 * The tables of the study that a run's preset reproduces, with the study's numbers next to this machine's, predictions,
 * and its claims as numbers. `as` asks another preset's study of the run, as far as it has the cases.
 *
 * @param workloads those of the catalog, where it is known
 * @throws BreakevenError `bad-input` for a run of no such preset, or an unknown one.
 */
export function studyOf(
  store: Pick<Store, 'run' | 'samples' | 'descriptors' | 'measuredPeaks'>,
  comparer: Comparer,
  ref: string,
  as?: string,
  workloads: readonly Workload[] = [],
): StudyReport {
  const { run, plan, cases, machine } = store.run(ref);
  const study = studies[as ?? run.preset ?? ''];
  if (study === undefined) {
    const which =
      as === undefined
        ? `run ${run.id} is not of a preset that reproduces a study`
        : `no preset "${as}" reproduces a study`;
    const known = Object.keys(studies).join(', ');
    throw badInput(`${which}; these do: ${known}`);
  }
  return reportStudy(study, {
    ...storedEvidence(store, comparer, { run, cases }),
    runId: run.id,
    workloads: storedWorkloads(workloads, store.descriptors(run.id)),
    configuration: plan.configuration,
    machine: { ...machine, ...measuredPeak(store.measuredPeaks(machine.fingerprint)) },
    study: readPublished().find(({ id }) => id === study.published),
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

export function reportStudy(
  { published, tables, claims, theory = [] }: Study,
  source: StudySource,
): StudyReport {
  const { study, cases, machine, configuration, runId } = source;
  const reports = tables.map((table) => table.report(source));
  const standIns = configuration.groups
    .filter(({ name, input }) => name !== undefined && input === undefined)
    .map(({ name }) => name)
    .join(', ');
  return {
    study: published,
    name: study === undefined ? published : studyName(study),
    runId,
    machine: machineText(machine),
    tables: [
      ...reports.map(({ table }) => table),
      ...theory.flatMap((one) => theoryTables(one, cases, machine)),
    ],
    figures: reports.flatMap(({ figures }) => figures),
    claims: claims.map((claim) => claim.finding(source)),
    notes: [
      ...(study === undefined ? [] : [studyNote(study), ...study.notes]),
      ...(theory.length > 0 ? lacksPeak(machine) : []),
      ...(standIns === ''
        ? []
        : [`Generated stand-ins with the same rows and nonzeros: ${standIns}.`]),
    ],
  };
}
