import { resolve } from 'node:path';
import type { RunDetail } from '../../../contract/api.ts';
import { comparedScope } from '../../../contract/by-scope.ts';
import { valuesText } from '../../../contract/case-names.ts';
import { expectedTime, expectedTimeText } from '../../../contract/expected-time.ts';
import { exitCodes } from '../../../contract/failure.ts';
import type { Plan, RunRow } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { verdicts } from '../../../contract/verdict.ts';
import { isAnswered } from '../../../core/analysis/gate-answer.ts';
import { checkScope, scopesOf, scopesOfPlan } from '../../../core/analysis/timing-scopes.ts';
import { runJson } from '../../../core/export/run-json.ts';
import { mostPairs } from '../../../core/run/stop.ts';
import type { HostApp } from '../../host-app.ts';
import { answerSummary } from '../answer-summary.ts';
import { type AxesOf, axesOfCases } from '../case-names.ts';
import { configure } from '../configure.ts';
import { exitStatus } from '../exit-status.ts';
import { flagsOf, forceFlag, scopeFlag } from '../flags.ts';
import {
  type Gate,
  gateFlags,
  gateOf,
  gatePart,
  outcomeKind,
  outcomeKinds,
  readFailOn,
  readTell,
  tellFlag,
} from '../gate.ts';
import { configurationFlag, givenConfiguration, showFlags } from '../given-configuration.ts';
import { paint, printAnswer, printJson } from '../io.ts';
import { labFlag, withLab } from '../lab/lab-reference.ts';
import { policyFlags } from '../policy-flags.ts';
import { byScope, longFlag, runSummary } from '../run-summary.ts';
import { shardFlags, withShard } from '../shard.ts';
import { prepareSlurm, slurmFlags } from '../slurm.ts';
import { formatTable } from '../table.ts';
import { timingsFlag, timingsPart, timingsText } from '../timings.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { waitFlag } from '../wait.ts';
import { watchRun } from '../watch-run.ts';
import { caseWhyFlag, reasonsOf } from '../why.ts';
import { resultsFolder, writeResults, writtenText } from '../write-results.ts';

const kinds = [...verdicts, ...outcomeKinds];
/** What `--until-decided` tells from none unless `--tell` says otherwise. */
const usualTold = 0.02;

export const run: Verb = {
  name: 'run',
  summary: 'measure a workload or a preset, verify every answer, store the run',
  description:
    'Flags override a preset, or describe a run of one workload. Values accept 1e6, 2^20, 1M and 64Ki. A sweep is a list (n=1e3,1e4), a geometric range (n=1e3..1e6:x2) or a linear range (n=0..100:+10). --fail-on is about cases that failed or were skipped, and about the verdicts of the table; over several cases the false discovery rate is controlled.',
  positionals: [],
  flags: [
    ...flagsOf({ 'workload <id>': 'what to run, see "list"' }),
    labFlag,
    ...flagsOf({
      'preset <id>': 'a prepared configuration, such as quick',
      'variants <ids>': 'all, or ids joined by commas',
      'set <axis=value>': { repeat: true, help: 'a value for an axis, or several: n=1e3,1e4' },
      'sweep <axis=list>': { repeat: true, help: 'values for an axis, one too' },
      'link <axis=axis>': {
        repeat: true,
        help: 'an axis takes the value of another: yres=xres for squares',
      },
      'scale <axis=axis>': {
        repeat: true,
        help: 'an axis is multiplied by another: n=threads for weak scaling',
      },
      'gpu <device>': 'which GPU, by index or UUID',
      'input <file>':
        'read the input from a file (.npy or raw numbers; .mtx or .mtx.gz), or matrix:NAME',
      'matrices <dir>': 'folder of the matrices for matrix:NAME',
    }),
    ...policyFlags,
    ...flagsOf({
      'title <text>': 'title of the run in the history',
      'tag <word>': { repeat: true, help: 'a tag to find the run by' },
      'note <text>': 'a note kept with the run',
    }),
    scopeFlag('timing scope of the table; kernel by default'),
    longFlag,
    caseWhyFlag,
    timingsFlag,
    ...flagsOf({
      'out <dir>': 'also write CSV files and PNG figures into this folder',
      'no-samples': {
        with: ['out'],
        help: 'with --out: omit samples.csv, which has a row per sample',
      },
    }),
    {
      ...forceFlag,
      help: 'with --out: replace the results of another run, and files that are of none',
    },
    ...flagsOf({
      'until-decided':
        'measure open verdicts on, case and baseline in the same processes, up to 50; exit code 5 where one stays open',
    }),
    ...gateFlags(kinds),
    {
      ...tellFlag,
      with: ['fail-on', 'until-decided'],
      help: `with --until-decided: the smallest change to detect, 2% by default; ${tellFlag.help}`,
    },
    ...flagsOf({
      'resume <run>': {
        only: showFlags,
        help: 'measure the remaining cases of an interrupted run',
      },
    }),
    waitFlag,
    configurationFlag,
    ...shardFlags,
    ...slurmFlags,
    ...flagsOf({ 'dry-run': 'print the plan and run nothing' }),
  ],
  examples: [
    'run --preset quick',
    'run --workload histogram --variants all --set n=1e6 --set bins=8 --samples 50 --json',
    'run --workload histogram --sweep n=1e3,1e4,1e6 --variants sequential,omp-private',
    'run --resume latest',
    'run --workload histogram --variants sequential,omp-private --until-decided --tell 1%',
    'run --lab saxpy --variants all --sweep n=1e3..1e8:x10',
    'run --preset quick --out results --title "before the change" --tag lab',
  ],
  endings: ['caseFailed', 'failOn', 'unanswered', 'busy', 'cancelled'],
  takesAxes: true,
  async run(context) {
    const { args, io } = context;
    // An unknown word is refused before anything is measured.
    readFailOn(args, 'kind', kinds);
    const resumed = args.value('resume');
    if (resumed !== undefined) return await resume(context, resumed);
    const app = await context.app();
    if (!['lab', 'dry-run', 'slurm', 'wait'].some((flag) => args.has(flag))) app.startEarly();
    const chosen = await withLab(context, app);
    const [catalog, presets] = await Promise.all([app.api.catalog({}), app.api.presets({})]);
    const asked =
      givenConfiguration(args, io.cwd) ??
      configure({ ...context, args: chosen, catalog, presets, cwd: io.cwd });
    const decide = { tell: readTell(args, usualTold), pairs: mostPairs };
    const configuration = withShard(args.has('until-decided') ? { ...asked, decide } : asked, args);
    if (args.has('slurm')) return await prepareSlurm(context, app, configuration, catalog);
    const plan = await app.api.plan({ configuration });
    checkScope(args.value('scope'), scopesOfPlan(plan.cases, catalog));
    if (args.has('dry-run')) {
      if (args.has('json')) printJson(io, plan);
      else io.out(planTable(plan, io.outColumns) + planMemory(plan) + planTime(plan));
      return exitCodes.ok;
    }
    const axesOf = axesOfCases(plan.cases, catalog.workloads);
    const lab = args.has('lab') ? chosen.value('workload') : undefined;
    const folder = args.value('checkpoint');
    const start =
      folder === undefined
        ? () => app.api.startRun({ configuration })
        : () => app.clusters.startPart(configuration, resolve(io.cwd, folder));
    return await measure(context, app, start, { axesOf, lab });
  },
};

async function resume(context: VerbContext, ref: string): Promise<number> {
  const app = await context.app();
  const chosen = await withLab(context, app);
  const { run, cases, plan, workloads = [] } = await app.api.run({ ref });
  const variants = workloads.flatMap((workload) => workload.variants);
  checkScope(context.args.value('scope'), scopesOf(cases, variants));
  const axesOf = axesOfCases(plan.cases, workloads);
  const { id, status } = run;
  if (status === 'complete') context.note(`run ${id} is complete; nothing is left to measure`);
  // A run that is whole is shown as one that was just resumed.
  const start = () =>
    status === 'complete' ? Promise.resolve({ runId: id }) : app.api.resumeRun({ ref: id });
  const lab = context.args.has('lab') ? chosen.value('workload') : undefined;
  return await measure(context, app, start, { axesOf, lab, own: id });
}

type Measured = {
  readonly axesOf: AxesOf;
  /** The id of the lab that --lab names. */
  readonly lab: string | undefined;
  /** The run that goes on. */
  readonly own?: string | null;
};

/** Runs, waits, writes the files that are asked for, prints the result, and says how it went by the exit status. */
async function measure(
  { args, io, note }: VerbContext,
  app: HostApp,
  start: () => Promise<{ readonly runId: string }>,
  { axesOf, lab, own = null }: Measured,
): Promise<number> {
  const results = await resultsFolder(io.cwd, args, own);
  if (results?.earlier.runId != null && results.earlier.runId !== own) {
    const { runId } = results.earlier;
    note(`${args.value('out')} holds the results of run ${runId}; those of this run replace them`);
  }
  const { runId, failure } = await watchRun(app, start, io, args.has('quiet'), axesOf);
  const detail = await app.api.run({ ref: runId });
  const written = results === null ? null : await writeResults(app, detail, results, note);
  const scope = args.value('scope') ?? comparedScope;
  const shown = await byScope(app.api, detail, scope);
  const gate = runGate(shown, readFailOn(args, 'kind', kinds), readTell(args));
  const spent = await timingsPart(args, app.api, runId);
  const document = { ...runJson(detail), ...gatePart(gate), ...spent };
  await printAnswer(io, args.has('json'), document, () => {
    const why = args.has('why') ? reasonsOf(io, shown) : '';
    return [
      (args.has('long') ? runSummary : answerSummary)(io, shown, scope),
      why === '' ? '' : `\n${why}`,
      spent.timings === undefined ? '' : `\n${timingsText(io, shown, spent.timings)}`,
      gate.sentence === null ? '' : `\n${gate.sentence}\n`,
      `\n${endSentence(detail.run)}\n`,
      results !== null && written !== null ? writtenText(results, written) : '',
    ].join('');
  });
  if (failure !== null) io.err(`${paint(io, 'red', 'breakeven:')} ${failure.message}\n`);
  const status = exitStatus(io, detail, failure, gate);
  const refused = lab === undefined ? [] : app.labs.notCompiled(lab);
  for (const { variant, reason } of refused) {
    io.err(`${paint(io, 'red', 'breakeven:')} ${variant} was not compiled: ${reason}\n`);
  }
  if (status === exitCodes.ok && refused.length > 0) return exitCodes.caseFailed;
  const open = openVerdicts(shown);
  if (status !== exitCodes.ok || open === 0) return status;
  io.err(
    `${paint(io, 'yellow', 'note')} ${open} ${open === 1 ? 'verdict stays' : 'verdicts stay'} open\n`,
  );
  return exitCodes.unanswered;
}

/** Every case of a run by its outcome and its verdict against the baseline. */
function runGate(
  { cases, comparisons }: RunDetail,
  failOn: ReadonlySet<string>,
  tell: number,
): Gate {
  return gateOf(
    cases.map(({ index, outcome }) => {
      const comparison = comparisons[String(index)];
      const verdict = comparison === undefined ? [] : [comparison.verdict];
      return { kinds: [...outcomeKind(outcome), ...verdict], comparison, id: { case: index } };
    }),
    failOn,
    tell,
  );
}

/** Verdicts that a run which goes on until they are decided left open. */
function openVerdicts({ plan, comparisons }: RunDetail): number {
  const { decide } = plan.configuration;
  if (decide === undefined) return 0;
  return Object.values(comparisons).filter((view) => !isAnswered(view, decide)).length;
}

function endSentence(row: RunRow): string {
  return `Run ${row.id} is ${row.status}: ${row.ok} ok, ${row.failed} failed, ${row.skipped} skipped.`;
}

function planTime(plan: Plan): string {
  const expected = expectedTime(plan);
  return expected === null ? '' : `\nTime: ${expectedTimeText(expected)}\n`;
}

function planTable(plan: Plan, room: number | undefined): string {
  const rows = plan.cases.map((it) => [
    String(it.index),
    it.workload,
    it.variant,
    valuesText(it.values),
    it.skip === undefined ? '' : `skipped: ${it.skip}`,
  ]);
  const titles = ['case', 'workload', 'variant', 'values', 'note'];
  return formatTable(
    titles.map((title, i) => ({ title, align: i === 0 ? 'right' : 'left', wraps: i > 2 })),
    rows,
    room,
  );
}

/** The memory that the largest case of a plan needs, in one line; nothing where no case says. */
export function planMemory({ cases }: Plan): string {
  const estimates = cases.flatMap(({ skip, estimate }) =>
    skip === undefined && estimate !== undefined ? [estimate] : [],
  );
  if (estimates.length === 0) return '';
  const host = Math.max(...estimates.map((one) => one.hostBytes + (one.sharedBytes ?? 0)));
  const device = Math.max(...estimates.map(({ deviceBytes }) => deviceBytes));
  const onDevice = device === 0 ? '' : `, ${format(device, 'bytes')} of GPU memory`;
  return `\nMemory: at most ${format(host, 'bytes')}${onDevice} at a time\n`;
}
