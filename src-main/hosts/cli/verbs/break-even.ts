import type { RunDetail } from '../../../contract/api.ts';
import { type BreakEvenGroup, breakEvenGroups } from '../../../contract/break-even-groups.ts';
import { defaultRefinement, missedText, targetText } from '../../../contract/break-even-target.ts';
import { badInput, exitCodeOf, exitCodes } from '../../../contract/failure.ts';
import { type StoredCase, schemaVersion } from '../../../contract/run.ts';
import {
  breakEvenScopes,
  scopeHelp,
  scopeName,
  scopeNameWithId,
} from '../../../contract/timing-scopes.ts';
import { widestFactor } from '../../../contract/units.ts';
import { type BreakEvenView, pairOfView } from '../../../contract/verdict.ts';
import { checkFilter, type RefineFilter, selected } from '../../../core/adaptive/refine.ts';
import { breakEvenCode, codeFormats } from '../../../core/analysis/break-even/code.ts';
import { betweenFlags, readBetween } from '../between.ts';
import { breakEvenByMachine, machineFlags } from '../break-even-by-machine.ts';
import { breakEvenOver, overFlags } from '../break-even-over.ts';
import { type AxesOf, axesOfCases, reasonLines } from '../case-names.ts';
import {
  type Arguments,
  allowDisturbedFlag,
  chosen,
  type Flag,
  flagsOf,
  runArgument,
  scopeFlag,
} from '../flags.ts';
import {
  gateFlags,
  gateOf,
  gatePart,
  gateStatus,
  type Judged,
  judgedFailures,
  outcomeKinds,
  readFailOn,
} from '../gate.ts';
import { idList } from '../id-list.ts';
import { type CliIo, paint, printAnswer } from '../io.ts';
import { readBounded, readShare } from '../numbers.ts';
import { proseLine } from '../prose-line.ts';
import { disturbedLine } from '../run-summary.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';
import { waitFlag } from '../wait.ts';
import { watchRun } from '../watch-run.ts';
import { whereFlag, whereOf } from '../where.ts';

/** What refining may take, and what it is to reach. */
const refineFlags: readonly Flag[] = flagsOf({
  'target <share>': {
    with: ['refine'],
    help: `width of each interval as a share of its break-even; ${targetText(defaultRefinement.target)} by default`,
  },
  'time-limit <s>': {
    with: ['refine'],
    help: `no step begins that would end later, a wait for the machine not counted; ${defaultRefinement.timeLimitS} by default`,
  },
  'max-points <n>': {
    with: ['refine'],
    help: `add at most this many sizes; ${defaultRefinement.maxPoints} by default`,
  },
});

function readLimits(args: Arguments) {
  const { target, timeLimitS, maxPoints } = defaultRefinement;
  return {
    target: readShare('--target', args.value('target') ?? String(target), { min: 0.001, max: 1 }),
    timeLimitS: readBounded('--time-limit', args.value('time-limit') ?? String(timeLimitS), {
      ...{ min: 0, max: 1e6, whole: false },
    }),
    maxPoints: readBounded('--max-points', args.value('max-points') ?? String(maxPoints), {
      ...{ min: 1, max: 1000, whole: true },
    }),
  };
}

const quantities = ['time', 'energy', 'machine'] as const;

/** What `--fail-on` can name: the answers, and cases that could have had a part in one. */
const kinds = ['one', 'none', 'several', 'inconclusive', ...outcomeKinds];

export const breakEven: Verb = {
  name: 'break-even',
  summary: 'the size from which one variant is faster than another, with its interval',
  description: `${breakEvenScopes.map((id) => `${scopeNameWithId(id)}: ${scopeHelp(id)}`).join(' ')} --refine measures further sizes until each interval is narrower than the target, and adds those cases to the same run, which has to be complete (run --resume measures what it lacks); each is measured by the same processes as the two sizes around it. Cases that fail there are named, and the exit code is 1. An answer that refining makes wider, or that says less than one before, is not shown: the earlier one stands. With --axis, one value of an axis is compared with another: from which size on do eight threads pay. With --over calls, the number of calls instead of the size: the fastest GPU variant compared with the fastest CPU variant of each size. With --over threads, or another count, how each variant scales with it at one size, or where the size grows with it (run --scale): kernel time by default.`,
  positionals: [runArgument],
  flags: [
    ...flagsOf({ refine: 'measure further sizes near the crossings and add them to the run' }),
    ...refineFlags,
    { ...waitFlag, with: ['refine'] },
    scopeFlag('only this timing scope: call, total, or setup where a variant has one'),
    ...flagsOf({
      'workload <id>': 'only this workload',
      'variants <ids>': 'only break-evens of these variants, joined by commas',
    }),
    { ...whereFlag, not: ['refine', 'axis'] },
    { ...allowDisturbedFlag, not: ['axis'] },
    ...betweenFlags,
    ...overFlags,
    {
      ...{ name: 'by', value: 'quantity', choices: quantities },
      not: ['refine', 'axis', 'over', 'where', 'format', 'scope'],
      help: 'time (the default); energy: joules of one execution, summed over the same devices on both sides, as run --energy measures them; machine: a line for each machine whose run --with names, and what these runs do not have in common',
    },
    ...machineFlags,
    ...flagsOf({
      'format <format>': {
        choices: codeFormats,
        not: ['over', 'json'],
        help: 'print the thresholds as code with the interval as a band in which the previous choice is kept: c, python or json',
      },
    }),
    ...gateFlags(kinds),
  ],
  endings: ['caseFailed', 'failOn', 'unanswered', 'busy', 'cancelled'],
  examples: [
    'break-even latest',
    'break-even latest --refine --scope total --variants sequential,cpu-fast',
    'break-even latest --refine --target 5% --time-limit 120 --max-points 12',
    'break-even latest --axis threads --small 1 --large 8',
    'break-even latest --over calls --strategy both-stay',
    'break-even latest --by energy',
    'break-even latest --by machine --with imported',
    'break-even latest --over threads --variants omp-private',
    'break-even latest --scope total --format c',
    'break-even latest --json',
  ],
  async run({ io, args, app }) {
    const ref = args.positionals[0] ?? '';
    const failOn = readFailOn(args, 'kind', kinds);
    const between = readBetween(args);
    const limits = readLimits(args);
    const opened = await app();
    const variantsText = args.value('variants');
    const variants = variantsText === undefined ? undefined : idList('variants', variantsText);
    const filter = { scope: args.value('scope'), workload: args.value('workload'), variants };
    if (args.has('over')) {
      return await breakEvenOver({ io, args, opened, ref, failOn, ...filter });
    }
    if (chosen(args, 'by', quantities) === 'machine') {
      const machines = await Promise.all(
        [ref, ...args.values('with')].map(async (each) => {
          const detail = await opened.api.run({ ref: each });
          checkFilter(filter, detail.cases);
          return { detail, breakEvens: selected(detail.breakEvens, filter) };
        }),
      );
      await breakEvenByMachine(io, machines, args.has('json'));
      return exitCodes.ok;
    }
    if (args.has('with')) throw badInput('--with is of use with --by machine alone');
    let runId = ref;
    let failure = null;
    let failedBefore: ReadonlySet<number> = new Set();
    const { scope, workload } = filter;
    const request = {
      ...(scope === undefined ? {} : { scope }),
      ...(workload === undefined ? {} : { workload }),
      ...(variants === undefined ? {} : { variants }),
    };
    if (args.has('refine')) {
      const start = () =>
        opened.api.refine({
          ref,
          ...request,
          ...limits,
          ...(between === undefined ? {} : { between }),
        });
      const { plan, cases, workloads = [] } = await opened.api.run({ ref });
      failedBefore = new Set(failedOf(cases).map(({ index }) => index));
      const axesOf = axesOfCases(plan.cases, workloads);
      ({ runId, failure } = await watchRun(opened, start, io, args.has('quiet'), axesOf));
    }
    const detail = await opened.api.run({
      ...{ ref: runId, ...whereOf(args) },
      ...(args.has('allow-disturbed') ? { allowDisturbed: true } : {}),
    });
    checkFilter(filter, detail.cases);
    const byEnergy =
      chosen(args, 'by', quantities) === 'energy'
        ? await opened.api.breakEvensByEnergy({
            ...{ ref: runId, ...request, allowDisturbed: args.has('allow-disturbed') },
          })
        : null;
    const breakEvens =
      byEnergy !== null
        ? byEnergy.breakEvens
        : between === undefined
          ? selected(detail.breakEvens, filter)
          : (await opened.api.breakEvensBetween({ ref: runId, ...between, ...request })).breakEvens;
    const refused = byEnergy?.refused ?? [];
    if (breakEvens.length === 0 && refused.length > 0) throw badInput(refused.join('; '));
    const all = [...breakEvens.map(judged), ...judgedFailures(named(filter, detail))];
    const gate = gateOf(all, failOn);
    const format = chosen(args, 'format', codeFormats);
    const code = format === undefined ? null : breakEvenCode(breakEvens, detail, format);
    if (code !== null) {
      io.out(code.text);
    } else {
      const document = {
        ...{ schemaVersion, run: detail.run, breakEvens },
        ...(byEnergy === null ? {} : { refused }),
        ...gatePart(gate),
      };
      const sentences = refused.map((sentence) => `${proseLine(io, `${sentence}.`)}\n`).join('');
      await printAnswer(
        io,
        args.has('json'),
        document,
        () => allText(io, breakEvens, detail) + sentences,
      );
    }
    if (failure !== null) {
      io.err(`${paint(io, 'red', 'breakeven:')} ${failure.message}\n`);
      return exitCodeOf(failure.code);
    }
    if (detail.run.status === 'cancelled') return exitCodes.cancelled;
    const failed = args.has('refine')
      ? failedOf(detail.cases).filter(({ index }) => !failedBefore.has(index))
      : [];
    if (failed.length > 0) {
      const axesOf = axesOfCases(detail.plan.cases, detail.workloads ?? []);
      io.err(`${paint(io, 'red', 'breakeven:')} ${failedText(failed, axesOf)}\n`);
    }
    const missed = args.has('refine')
      ? missedText(breakEvens, limits.target, detail.refinementEnded)
      : null;
    if (missed !== null && gate.hits === 0) {
      io.err(`${paint(io, 'red', 'breakeven:')} ${missed}\n`);
      if (failed.length === 0) return exitCodes.unanswered;
    }
    if (failed.length > 0 && gate.hits === 0) return exitCodes.caseFailed;
    if (code?.thresholds === 0 && gate.hits === 0) {
      io.err(
        `${paint(io, 'red', 'breakeven:')} no break-even is one size that is known within a factor of ${widestFactor}, so the code has no threshold\n`,
      );
      if (!args.has('allow-unknown')) return exitCodes.unanswered;
    }
    return gateStatus(io, gate, 'break-evens and cases are');
  },
};

function judged({ workload, scope, answer, ...view }: BreakEvenView): Judged {
  return {
    kinds: [answer],
    id: {
      workload,
      scope,
      pair: pairOfView({ workload, scope, answer, ...view }),
      answer,
    },
  };
}

function failedOf(cases: readonly StoredCase[]): readonly StoredCase[] {
  return cases.filter(({ outcome }) => outcome === 'failed');
}

/** `2 cases failed while refining: histogram cuda-fast n=14142, 20000: bin 3 is 7 and not 8 (2 cases)`. */
function failedText(failed: readonly StoredCase[], axesOf: AxesOf): string {
  const lines = [...Map.groupBy(failed, ({ workload }) => workload)].flatMap(([workload, own]) =>
    reasonLines(own, axesOf(workload)).map((line) => `${workload} ${line}`),
  );
  const count = failed.length === 1 ? '1 case' : `${failed.length} cases`;
  return `${count} failed while refining: ${oneLine(lines.join('; '))}`;
}

/** The cases of a run that a filter is about. */
function named({ workload, variants }: RefineFilter, { cases }: RunDetail): readonly StoredCase[] {
  return cases.filter(
    (each) =>
      (workload === undefined || each.workload === workload) &&
      (variants === undefined || variants.includes(each.variant)),
  );
}

function allText(io: CliIo, breakEvens: readonly BreakEvenView[], detail: RunDetail): string {
  if (breakEvens.length === 0) {
    return `${proseLine(io, `Run ${detail.run.id} has no break-even to show: it needs two variants at two sizes.`)}\n`;
  }
  const shown = new Set(breakEvens.map(({ workload }) => workload));
  const line = disturbedLine(detail.cases.filter(({ workload }) => shown.has(workload)));
  return [
    breakEvenGroups(breakEvens, detail.workloads)
      .map((group) => groupText(io, group))
      .join('\n'),
    line === '' ? '' : `${line}\n`,
  ].join('');
}

function groupText(io: CliIo, { title, note, answers }: BreakEvenGroup): string {
  const lines = answers.map((view) => text(io, view)).join('');
  return `${paint(io, 'bold', title)}\n${note === null ? '' : `${note}\n`}${lines}`;
}

function text(io: CliIo, view: BreakEvenView): string {
  const width =
    view.ci95 === null || view.at === null ? null : (view.ci95[1] - view.ci95[0]) / view.at;
  const narrow = width === null ? '' : ` Interval: ${(width * 100).toFixed(1)} % wide.`;
  const pair = pairOfView(view).join(' / ');
  return `${paint(io, 'bold', view.workload)}, ${scopeName(view.scope)}, ${pair}: ${view.sentence}${narrow}\n`;
}
