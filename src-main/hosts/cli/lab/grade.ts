import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Configuration } from '../../../contract/configuration.ts';
import { BreakevenError, badInput, exitCodes, toFailure } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { formatSpeedup, speedupOf } from '../../../contract/verdict.ts';
import { versionId } from '../../../contract/versions.ts';
import type { Lab } from '../../../core/lab/lab.ts';
import { labContent } from '../../../core/lab/lab-content.ts';
import { readLab } from '../../../core/lab/read-lab.ts';
import { createSandbox, type Sandbox, trySandbox } from '../../../core/lab/sandbox.ts';
import {
  copyFolder,
  labWithout,
  placeSubmission,
  type Submission,
  submissionDigest,
  submissionsIn,
  submittedVariant,
} from '../../../core/lab/submissions.ts';
import { csvRows } from '../../../core/table/csv.ts';
import { engineEntry, nativeFolder, productRoot } from '../../../core/util/paths.ts';
import { productVersion } from '../../../core/util/product-version.ts';
import type { HostApp } from '../../host-app.ts';
import { abRows } from '../ab/text.ts';
import { configure } from '../configure.ts';
import { printJson } from '../io.ts';
import { readBounded, readSeconds } from '../numbers.ts';
import { openApp } from '../open-app.ts';
import { prepareFolder, writeWhole } from '../output-files.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { VerbContext } from '../verb.ts';
import { watchRun } from '../watch-run.ts';
import {
  type Grade,
  type GradeRow,
  gradeColumns,
  gradeSchema,
  notGraded,
  withSlowedBaselines,
} from './grade-rows.ts';

const usualHangLimitS = 10;
const usualLimitS = 300;
const usualPairs = 20;
/** Of one case in one process: submissions are many. */
const sampleLimitS = 0.5;

type Grading = {
  readonly context: VerbContext;
  readonly lab: Lab;
  readonly variant: string;
  readonly out: string;
  readonly isSandboxed: boolean;
  readonly hangLimitS: number;
  readonly limitS: number;
  readonly pairs: number;
  /** Aborted by the user. */
  readonly interrupt: AbortSignal;
  /** Of the lab itself in the sandbox, once; it begins with the first submission that is measured. */
  baseline: Promise<void> | null;
};

/**
 * Verifies each submission as a variant of the lab, measures it beside the baseline and writes `grades.csv`. A submission
 * that was graded, and has not changed, is not graded again.
 */
export async function gradeLab(context: VerbContext, labPath: string): Promise<number> {
  const { args, io } = context;
  const folder = args.positionals[2];
  if (folder === undefined) throw badInput('lab grade needs <folder>, with the submissions');
  const lab = readLab(resolve(io.cwd, labPath));
  if (lab.path !== lab.folder) throw badInput(`${labPath} is one file; lab grade needs a folder`);
  const submissions = submissionsIn(resolve(io.cwd, folder));
  const variant = submittedVariant(lab, args.value('variant'));
  const isSandboxed = !args.has('no-sandbox');
  if (isSandboxed) await trySandbox(createSandbox([]));
  const out = await prepareFolder(io.cwd, args.value('out') ?? `${basename(folder)}-grades`);
  const stop = new AbortController();
  const off = io.onInterrupt(() => stop.abort());
  const pairs = args.value('pairs');
  const grading: Grading = {
    ...{ context, lab, variant, out, isSandboxed, interrupt: stop.signal, baseline: null },
    hangLimitS: readSeconds(args, 'hang-limit') ?? usualHangLimitS,
    limitS: readSeconds(args, 'limit') ?? usualLimitS,
    pairs:
      pairs === undefined
        ? usualPairs
        : readBounded('--pairs', pairs, { min: 5, max: 50, whole: true }),
  };
  try {
    return await gradeAll(grading, submissions);
  } finally {
    off();
    rmSync(join(out, 'work'), { recursive: true, force: true });
  }
}

async function gradeAll(grading: Grading, submissions: readonly Submission[]): Promise<number> {
  const { context, out, lab, variant, interrupt } = grading;
  const { args, io } = context;
  const settings = JSON.stringify([
    ...[productVersion(), labContent(lab).digest, variant, args.values('set')],
    ...[grading.isSandboxed, grading.hangLimitS, grading.limitS, grading.pairs],
  ]);
  const graded: Grade[] = [];
  mkdirSync(join(out, 'graded'), { recursive: true });
  for (const [at, submission] of submissions.entries()) {
    if (interrupt.aborted) return exitCodes.cancelled;
    const file = join(out, 'graded', `${submission.name}.json`);
    const key = `${settings} ${submissionDigest(submission)}`;
    const known = readGrade(file);
    if (known?.key === key) {
      graded.push(known);
      continue;
    }
    context.note(`[${at + 1}/${submissions.length}] ${submission.name}`);
    const row = await gradeOne(grading, submission);
    if (row === null) return exitCodes.cancelled;
    const grade = { key, row };
    writeFileSync(file, JSON.stringify(grade));
    graded.push(grade);
    await writeCsv(out, graded);
  }
  const rows = await writeCsv(out, graded);
  if (args.has('json')) {
    printJson(io, { schemaVersion, lab: lab.description.id, variant, submissions: rows });
  } else io.out(`${gradeText(rows, io.outColumns)}\nwrote ${join(out, 'grades.csv')}\n`);
  return exitCodes.ok;
}

function readGrade(file: string): Grade | null {
  try {
    return gradeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

async function writeCsv(out: string, graded: readonly Grade[]): Promise<readonly GradeRow[]> {
  const rows = withSlowedBaselines(graded.map(({ row }) => row));
  const cells = rows.map((row) => gradeColumns.map(([, cell]) => cell(row)));
  const text = csvRows([gradeColumns.map(([name]) => name), ...cells]);
  await writeWhole(join(out, 'grades.csv'), Buffer.from(text));
  return rows;
}

/** An application with a store of its own, whose engines and compilers see one copy of the lab. */
async function openInside({ out, isSandboxed, context }: Grading, folder: string) {
  const home = join(out, 'store');
  const cache = join(home, 'lab-cache');
  mkdirSync(cache, { recursive: true });
  const root = productRoot();
  const program = ['dist', 'src-main', 'node_modules', 'package.json', 'resources'];
  const readable = [
    ...program.map((name) => join(root, name)),
    ...[dirname(engineEntry()), nativeFolder(), dirname(process.execPath), folder, cache],
  ];
  const sandbox: Sandbox | undefined = isSandboxed ? createSandbox(readable) : undefined;
  const lockWaitMs = context.args.has('wait') ? { lockWaitMs: Number.POSITIVE_INFINITY } : {};
  return await openApp({ home, sandbox, ...lockWaitMs });
}

/** A baseline that is wrong in the sandbox would be the fault of every submission. */
async function checkBaseline(grading: Grading): Promise<void> {
  const { lab, out, interrupt, context } = grading;
  const { baseline, id } = lab.description;
  context.note(`verifying ${baseline}, the baseline`);
  const folder = copyFolder(lab, join(out, 'work', 'baseline'));
  labWithout(lab, '', folder);
  const app = await openInside(grading, folder);
  try {
    const signal = AbortSignal.any([interrupt, AbortSignal.timeout(1000 * grading.limitS)]);
    const [checked] = await app.labs.check({ ref: folder, variants: [baseline], signal });
    if (checked?.state !== 'verified') {
      throw badInput(`the baseline ${baseline} of ${id} is not verified: ${checked?.reason}`);
    }
    const { groups } = await configured(grading, app, { workload: id, variants: baseline });
    const [swept] = Object.keys(groups[0]?.sweep ?? {});
    if (swept !== undefined)
      throw badInput(`--set ${swept}: lab grade takes one value for an axis`);
  } finally {
    await app.close();
  }
}

/** @throws BreakevenError `bad-input` for what `--set` says. */
async function configured(
  { context: { args, io }, hangLimitS }: Grading,
  app: HostApp,
  named: Readonly<Record<string, string>>,
): Promise<Configuration> {
  const limits = { 'hang-limit': String(hangLimitS), 'time-limit': String(sampleLimitS) };
  const flags: Readonly<Record<string, string>> = { ...named, ...limits };
  const catalog = await app.api.catalog({});
  const made = { ...args, value: (flag: string) => flags[flag] };
  return configure({ args: made, axisFlags: [], catalog, presets: [], cwd: io.cwd });
}

/** Null where the user has interrupted it. */
async function gradeOne(grading: Grading, submission: Submission): Promise<GradeRow | null> {
  const { lab, variant, out, interrupt, limitS } = grading;
  const { name } = submission;
  const folder = copyFolder(lab, join(out, 'work'));
  labWithout(lab, variant, folder);
  try {
    placeSubmission(submission, variant, folder);
  } catch (error) {
    return notGraded(name, 'refused', toFailure(error).message);
  }
  grading.baseline ??= checkBaseline(grading);
  await grading.baseline;
  const over = AbortSignal.timeout(1000 * limitS);
  const app = await openInside(grading, folder);
  try {
    return await measured(grading, name, app, { folder, over });
  } catch (error) {
    if (interrupt.aborted) return null;
    if (over.aborted) return notGraded(name, 'failed', `it took longer than ${limitS} s`);
    const { code, message } = toFailure(error);
    // The machine or the store is at fault, and would be for the next one.
    if (code === 'busy' || code === 'environment') throw error;
    return notGraded(name, 'failed', message);
  } finally {
    await app.close();
  }
}

async function measured(
  grading: Grading,
  name: string,
  app: HostApp,
  { folder, over }: { readonly folder: string; readonly over: AbortSignal },
): Promise<GradeRow> {
  const { variant, interrupt, hangLimitS, pairs, context } = grading;
  const signal = AbortSignal.any([interrupt, over]);
  const [checked] = await app.labs.check({ ref: folder, variants: [variant], signal, hangLimitS });
  signal.throwIfAborted();
  if (checked?.state !== 'verified') {
    return notGraded(name, checked?.state ?? 'failed', checked?.reason ?? '');
  }
  // A submission chooses no sizes.
  if (checked.leftOut !== undefined) return notGraded(name, 'unavailable', checked.leftOut);
  const { description } = await app.labs.openAgainstBaseline(folder, variant);
  const sides: [string, string] = [versionId(variant, 'base'), versionId(variant, 'head')];
  const made = await configured(grading, app, {
    ...{ workload: description.id, variants: sides.join(','), title: `grade ${name}` },
  });
  const configuration = { ...made, decide: { tell: 0.02, pairs, sides } };
  const start = async () => {
    const { runId } = await app.api.startRun({ configuration });
    over.addEventListener('abort', () => void app.api.cancelRun({ runId }));
    return { runId };
  };
  const { runId, failure } = await watchRun(app, start, context.io, true, () => []);
  signal.throwIfAborted();
  if (failure !== null) throw new BreakevenError(failure.code, failure.message);
  const [row, more] = abRows(await app.api.run({ ref: runId }));
  if (row === undefined || more !== undefined) throw new BreakevenError('internal', 'not one case');
  const { head, base, view } = row;
  if (base.outcome !== 'ok') {
    return notGraded(name, 'failed', `beside it the baseline is ${base.outcome}: ${base.reason}`);
  }
  if (head.outcome !== 'ok' || view === null) {
    return notGraded(name, 'failed', head.reason ?? head.outcome);
  }
  const { value, ci95 } = speedupOf(view);
  const medianOf = ({ metrics }: typeof head) => metrics.kernel?.medianNs ?? null;
  return {
    ...{
      submission: name,
      verdict: view.verdict,
      speedup: value,
      ci95: ci95 === null ? null : [ci95[0], ci95[1]],
    },
    ...{ pairs: view.repetitions?.[0] ?? 0, medianNs: medianOf(head) },
    baselineMedianNs: medianOf(base),
    reason: [...new Set([...head.warnings, ...(view.warnings ?? [])])].join('; '),
  };
}

function gradeText(rows: readonly GradeRow[], columns: number | undefined): string {
  const cells = rows.map((row) => [
    row.submission,
    row.verdict,
    formatSpeedup({
      ratio: row.speedup === null ? null : 1 / row.speedup,
      ci95: row.ci95 === null ? null : [1 / row.ci95[1], 1 / row.ci95[0]],
    }),
    row.reason,
  ]);
  const head = [left('submission'), left('verdict'), right('speedup'), prose('reason')];
  return formatTable(head, cells, columns);
}
