import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { comparedScope } from '../../../contract/by-scope.ts';
import type { Decide } from '../../../contract/configuration.ts';
import { expectedTime, secondsRange } from '../../../contract/expected-time.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { verdicts } from '../../../contract/verdict.ts';
import { checkScope, scopesOfPlan } from '../../../core/analysis/timing-scopes.ts';
import { mostPairs, pairsExpected } from '../../../core/run/stop.ts';
import type { HostApp } from '../../host-app.ts';
import { abJson, gateOfRows } from '../ab/judged.ts';
import { buildSides, measuredSides } from '../ab/sides.ts';
import { abRows, abText, undecided } from '../ab/text.ts';
import { axesOfCases } from '../case-names.ts';
import { configure } from '../configure.ts';
import { exitStatus } from '../exit-status.ts';
import { type Arguments, flagsOf, scopeFlag } from '../flags.ts';
import { gateFlags, gatePart, outcomeKinds, readFailOn, readTell } from '../gate.ts';
import { paint, printAnswer } from '../io.ts';
import { readBounded, secondsOf } from '../numbers.ts';
import { byScope } from '../run-summary.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { abortOnInterrupt, waitFlag } from '../wait.ts';
import { watchRun } from '../watch-run.ts';

const kinds = [...verdicts, ...outcomeKinds];
/** The smallest change that is detected unless `--tell` says otherwise. */
const usualTold = 0.02;
/** Pairs that a comparison may have where nothing says how many it needs. */
const usualPairs = 20;

export const ab: Verb = {
  name: 'ab',
  summary: 'compare two versions pair by pair until it is decided which is faster',
  description:
    'Base, then head: two labs (folders, or ids of remembered ones), of which every variant that both have is compared; two variants of the catalog, workload:variant; or, with --times, two programs that time themselves. Both are measured on the same cores in turn, A B B A, a fresh process for each pair, or for each program. After each pair the comparison is looked at; it ends when the head is faster or slower by more than 0.5 %, when the difference is known to be below --tell, or after --pairs or --time. However often it is looked at, at most 5 % of verdicts are false where pairs do not follow each other; where neighbouring pairs are alike more are, and very alike ones get none (docs/method.md, section 9). Over several cases the false discovery rate is controlled. The result is a stored run with the variants x@base and x@head. Exit code 5 says that it is undecided. With --fail-on slower one side alone is asked: whether the head is slower by more than --tell.',
  positionals: [
    { name: 'base', required: true, help: 'a lab, workload:variant, or a program with --times' },
    { name: 'head', required: true, help: 'what is compared with the base' },
  ],
  flags: [
    ...flagsOf({
      'build <command>': 'run this command in both folders first',
      'times <how>':
        'base and head are programs that time themselves: nvbench, google, or the line that they print, "kernel {s} s" (also {ms}, {us}, {ns})',
      'run <command>': {
        with: ['times'],
        help: 'with --times: base and head are folders in which this command is the program',
      },
      'variants <ids>': { not: ['times'], help: 'of two labs: only these, joined by commas' },
      'set <axis=value>': { repeat: true, not: ['times'], help: 'a value for an axis' },
      'sweep <axis=list>': { repeat: true, not: ['times'], help: 'values for an axis' },
    }),
    scopeFlag('timing scope that is decided; kernel by default'),
    ...flagsOf({
      'tell <share>': 'the smallest change to detect; 2% by default',
      'pairs <n>': `at most this many pairs, up to ${mostPairs}`,
      'time <s>': 'begin no further pair after so long, such as 90s or 5m',
      'title <text>': 'title of the run in the history',
      'tag <word>': { repeat: true, help: 'a tag to find the run by' },
      'note <text>': 'a note kept with the run',
    }),
    ...gateFlags(kinds),
    waitFlag,
  ],
  examples: [
    'ab old/ new/ --sweep n=1e4,1e6',
    'ab --build "make -j2" ../before . --tell 1%',
    'ab scan:cub scan:cuda-fast --set n=1e7',
    'ab ./bench-old ./bench-new --times google',
    'ab ./a ./b --times "kernel {s} s" --fail-on slower --tell 5%',
  ],
  endings: ['caseFailed', 'failOn', 'unanswered', 'busy', 'cancelled'],
  async run(context) {
    const { args, io } = context;
    const failOn = readFailOn(args, 'kind', kinds);
    const [base = '', head = ''] = args.positionals;
    const build = args.value('build');
    if (build !== undefined) {
      context.note(`building ${base} and ${head}`);
      await buildSides(build, [resolve(io.cwd, base), resolve(io.cwd, head)]);
    }
    const times = args.value('times');
    return times === undefined
      ? await abMeasured(context, [base, head], failOn)
      : await abPrograms(context, [base, head], times, failOn);
  },
};

type Sides = [base: string, head: string];
type FailOn = ReadonlySet<string>;

async function abMeasured(context: VerbContext, sides: Sides, failOn: FailOn): Promise<number> {
  const { args, io } = context;
  const app = await context.app();
  const { group, catalog, notes } = await measuredSides(app, args, sides, io.cwd);
  for (const note of notes) context.note(note);
  const named = { workload: group.workload, variants: [group.variants].flat().join(',') };
  const made = configure({
    args: { ...args, value: (name) => named[name as keyof typeof named] ?? args.value(name) },
    ...{ axisFlags: [], catalog, presets: [], cwd: io.cwd },
  });
  const workload = catalog.workloads.find(({ id }) => id === group.workload);
  const isGpu = (workload?.variants ?? []).some(
    ({ id, device }) => group.variants.includes(id) && device !== 'cpu',
  );
  const decide = decideOf(args, sides, failOn, isGpu);
  const configuration = { ...made, title: made.title ?? `ab ${sides.join(' ')}`, decide };
  const plan = await app.api.plan({ configuration });
  checkScope(args.value('scope'), scopesOfPlan(plan.cases, catalog));
  const expected = expectedTime(plan);
  const known = plan.cases.some((one) => one.expected !== undefined);
  const pairSeconds = expected === null || !known ? null : expected.seconds[0] / 5;
  context.note(needText(decide, isGpu, pairSeconds));
  const axesOf = axesOfCases(plan.cases, catalog.workloads);
  const start = () => app.api.startRun({ configuration });
  return await measure(context, app, { start, axesOf, decide, failOn });
}

async function abPrograms(
  context: VerbContext,
  sides: Sides,
  times: string,
  failOn: FailOn,
): Promise<number> {
  const { args, io } = context;
  const app = await context.app();
  const command = args.value('run');
  const [base, head] = sides.map((side) => {
    const folder = resolve(io.cwd, side);
    if (command === undefined) return { command: side, folder: io.cwd };
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
      return { command, folder };
    throw badInput(`--run: ${side} is no folder`);
  });
  if (base === undefined || head === undefined) throw badInput('ab needs two programs');
  const decide = decideOf(args, sides, failOn, false);
  const { signal, off } = abortOnInterrupt(io, app);
  const ready = await app.programs.prepare({ base, head, times, signal }).finally(off);
  for (const side of ['base', 'head'] as const) {
    const count = ready.apart[side];
    if (count > 0) context.note(`${count} ${count === 1 ? 'case' : 'cases'} of the ${side} alone`);
  }
  context.note(needText(decide, false, ready.pairSeconds));
  const [title, note] = [args.value('title') ?? `ab ${sides.join(' ')}`, args.value('note')];
  const about = { title, tags: [...args.values('tag')], ...(note === undefined ? {} : { note }) };
  const start = () => ready.start({ ...about, decide });
  return await measure(context, app, { start, axesOf: () => [], decide, failOn });
}

function decideOf(args: Arguments, sides: Sides, failOn: FailOn, isGpu: boolean): Decide {
  const tell = readTell(args, usualTold);
  const scope = args.value('scope');
  const pairsText = args.value('pairs');
  const time = args.value('time');
  const asksSlower =
    failOn.has('slower') &&
    [...failOn].every((kind) => kind === 'slower' || kind === 'failed' || kind === 'skipped');
  const needed = pairsExpected(tell, isGpu) ?? mostPairs;
  return {
    tell,
    pairs:
      pairsText === undefined
        ? Math.max(usualPairs, needed)
        : readBounded('--pairs', pairsText, { min: 5, max: mostPairs, whole: true }),
    ...(asksSlower ? { question: 'slower' as const } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(time === undefined ? {} : { budgetS: secondsOf('--time', time) }),
    sides: [...sides],
  };
}

/** `2 % needs about 30 pairs, 4 min`. */
function needText({ tell, pairs }: Decide, isGpu: boolean, pairSeconds: number | null): string {
  const percent = `${Number((100 * tell).toPrecision(3))} %`;
  const needed = pairsExpected(tell, isGpu);
  if (needed === null)
    return `${percent} may need more than ${mostPairs} pairs; at most ${pairs} are measured`;
  const seconds = pairSeconds === null ? null : needed * pairSeconds;
  const time = seconds === null ? '' : `, ${secondsRange([seconds, seconds])}`;
  return `${percent} needs about ${needed} pairs${time}; a larger change is decided sooner`;
}

type Comparison = {
  readonly start: () => Promise<{ readonly runId: string }>;
  readonly axesOf: (workload: string) => readonly string[];
  readonly decide: Decide;
  readonly failOn: FailOn;
};

async function measure(
  { args, io }: VerbContext,
  app: HostApp,
  { start, axesOf, decide, failOn }: Comparison,
): Promise<number> {
  const { runId, failure } = await watchRun(app, start, io, args.has('quiet'), axesOf);
  const detail = await app.api.run({ ref: runId });
  const scope = decide.scope ?? comparedScope;
  const shown = await byScope(app.api, detail, scope);
  const rows = abRows(shown);
  const open = undecided(rows, decide);
  const gate = gateOfRows(rows, failOn, decide);
  const document = { schemaVersion, ...abJson(detail, rows, decide, scope), ...gatePart(gate) };
  await printAnswer(io, args.has('json'), document, () =>
    abText(io, shown, rows, { scope, decide }),
  );
  if (failure !== null) io.err(`${paint(io, 'red', 'breakeven:')} ${failure.message}\n`);
  const status = exitStatus(io, detail, failure, failOn.size === 0 ? undefined : gate);
  return status === exitCodes.ok && failOn.size === 0 && open.length > 0
    ? exitCodes.unanswered
    : status;
}
