import type { RunDetail } from '../../../contract/api.ts';
import { type BreakEvenGroup, breakEvenGroups } from '../../../contract/break-even-groups.ts';
import { exitCodeOf, exitCodes } from '../../../contract/failure.ts';
import { type StoredCase, schemaVersion } from '../../../contract/run.ts';
import {
  breakEvenScopes,
  scopeHelp,
  scopeName,
  scopeNameWithId,
} from '../../../contract/timing-scopes.ts';
import { type BreakEvenView, pairOfView } from '../../../contract/verdict.ts';
import { checkFilter, type RefineFilter, selected } from '../../../core/adaptive/refine.ts';
import { betweenFlags, readBetween } from '../between.ts';
import { axesOfCases } from '../case-names.ts';
import { scopeFlag } from '../flags.ts';
import {
  failOnFlag,
  gateOf,
  gatePart,
  gateStatus,
  type Judged,
  judgedFailures,
  outcomeKinds,
  readFailOn,
} from '../gate.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import type { Verb } from '../verb.ts';
import { watchRun } from '../watch-run.ts';

/** What `--fail-on` can name: the answers, and cases that could have had a part in one. */
const kinds = ['one', 'none', 'several', 'inconclusive', ...outcomeKinds];
const aliases: ReadonlyMap<string, string> = new Map([
  ['within-noise', 'inconclusive'],
  ['ambiguous', 'inconclusive'],
]);

export const breakEven: Verb = {
  name: 'break-even',
  summary: 'the size from which one variant is faster than another, with its interval',
  description: `${breakEvenScopes.map((id) => `${scopeNameWithId(id)}: ${scopeHelp(id)}`).join(' ')} --refine measures further sizes until each interval is narrower than 10 % of its break-even, and adds those cases to the same run.`,
  positionals: [
    { name: 'run', required: true, help: 'an id, the start of one, latest or latest~1' },
  ],
  flags: [
    {
      name: 'refine',
      value: null,
      help: 'measure further sizes near the crossings and add them to the run',
    },
    scopeFlag('only this timing scope: call or total'),
    { name: 'workload', value: 'id', help: 'only this workload' },
    {
      name: 'variants',
      value: 'ids',
      help: 'only break-evens of these variants, joined by commas',
    },
    ...betweenFlags,
    failOnFlag(kinds),
  ],
  endings: ['failOn', 'cancelled'],
  examples: [
    'break-even latest',
    'break-even latest --refine --scope total --variants sequential,cpu-fast',
    'break-even latest --axis threads --small 1 --large 8',
    'break-even latest --json',
  ],
  async run({ io, args, app }) {
    const ref = args.positionals[0] ?? '';
    const failOn = readFailOn(args, 'kind', kinds, aliases);
    const between = readBetween(args);
    const opened = await app();
    const variants = args
      .value('variants')
      ?.split(',')
      .map((id) => id.trim());
    const filter = { span: args.value('scope'), workload: args.value('workload'), variants };
    let runId = ref;
    let failure = null;
    const { span, workload } = filter;
    const request = {
      ...(span === undefined ? {} : { span }),
      ...(workload === undefined ? {} : { workload }),
      ...(variants === undefined ? {} : { variants }),
    };
    if (args.has('refine')) {
      const start = () => opened.api.refine({ ref, ...request });
      const { plan, workloads = [] } = await opened.api.run({ ref });
      const axesOf = axesOfCases(plan.cases, workloads);
      ({ runId, failure } = await watchRun(opened, start, io, args.has('quiet'), axesOf));
    }
    const detail = await opened.api.run({ ref: runId });
    checkFilter(filter, detail.cases);
    const found =
      between === undefined
        ? selected(detail.breakEvens, filter)
        : (await opened.api.breakEvensBetween({ ref: runId, ...between, ...request })).breakEvens;
    const gate = gateOf([...found.map(judged), ...judgedFailures(named(filter, detail))], failOn);
    if (args.has('json')) {
      printJson(io, { schemaVersion, run: detail.run, breakEvens: found, ...gatePart(gate) });
    } else if (found.length === 0) {
      io.out(
        `Run ${detail.run.id} has no break-even to show: it needs two variants at two sizes.\n`,
      );
    } else {
      io.out(
        breakEvenGroups(found)
          .map((group) => groupText(io, group))
          .join('\n'),
      );
    }
    if (failure !== null) {
      io.err(`${paint(io, 'red', 'breakeven:')} ${failure.message}\n`);
      return exitCodeOf(failure.code);
    }
    if (detail.run.status === 'cancelled') return exitCodes.cancelled;
    return gateStatus(io, gate, 'break-evens and cases are');
  },
};

function judged({ workload, span, answer, ...view }: BreakEvenView): Judged {
  return {
    kinds: [answer === 'within-noise' ? 'inconclusive' : answer],
    id: { workload, scope: span, pair: pairOfView({ workload, span, answer, ...view }), answer },
  };
}

/** The cases of a run that a filter is about. */
function named({ workload, variants }: RefineFilter, { cases }: RunDetail): readonly StoredCase[] {
  return cases.filter(
    (each) =>
      (workload === undefined || each.workload === workload) &&
      (variants === undefined || variants.includes(each.variant)),
  );
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
  return `${paint(io, 'bold', view.workload)}, ${scopeName(view.span)}, ${pair}: ${view.sentence}${narrow}\n`;
}
