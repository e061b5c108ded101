import type { Input, Output } from '../../../contract/api.ts';
import { valueText } from '../../../contract/axis-values.ts';
import { fullCaseName, shownAxes } from '../../../contract/case-names.ts';
import { changeText } from '../../../contract/change-text.ts';
import {
  defaultTrendOptions,
  type Trend,
  type TrendChange,
  trendOptionsSchema,
} from '../../../contract/procedures/trends.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { timeText } from '../../../contract/times.ts';
import { formatEstimate, formatInterval, missing } from '../../../contract/units.ts';
import { type Arguments, type Flag, flagsOf } from '../flags.ts';
import {
  gateFlags,
  gateOf,
  gateStatus,
  type Judged,
  judgedFailures,
  outcomeKinds,
  readFailOn,
  readTell,
  tellFlag,
} from '../gate.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { formatTable, left, right } from '../table.ts';
import { oneLine } from '../terminal-text.ts';
import type { VerbContext } from '../verb.ts';

const { last, threshold } = trendOptionsSchema.shape;
const percent = defaultTrendOptions.threshold * 100;

/** Directions of a change, too few runs to tell, and cases of the run itself without a time. */
const kinds = ['slower', 'faster', 'inconclusive', ...outcomeKinds] as const;
type Direction = 'slower' | 'faster';

/** The flags of `history --changes`, besides `--scope`. */
export const changeFlags: readonly Flag[] = [
  ...flagsOf({
    'workload <id>': 'only cases of this workload',
    'variant <id>': 'only cases of this variant',
    'machine <name>':
      "runs of this machine (host name or start of its fingerprint) instead of the run's own",
    'same-build': 'only runs of the same version, compiler and flags',
    'last <n>': `examine the newest n runs; ${defaultTrendOptions.last} by default`,
    'threshold <percent>': `minimum change that is reported; ${percent} by default`,
  }),
  ...gateFlags(kinds),
  tellFlag,
].map((flag) => ({ ...flag, with: ['changes'] }));

export const changesText =
  'With --changes: runs at which the time of a case changed, by how much, and what else changed. Follows each case of a run through all stored runs that measured it (workload, variant, values, timing scope) on the same machine. A piecewise-constant fit divides them into segments; a change point is reported when at least three runs before and after it show it and the judge of all comparisons calls the later runs faster or slower; where there is none, a steady creep over at least ten runs is. Over several series the false discovery rate is controlled at 5 % (Benjamini-Hochberg). Driver, versions, threads and settings that changed at the same run are listed; they need not be the cause. With --fail-on slower the exit code is 4 when a case became slower within the runs examined; --last sets how many those are. There, inconclusive is a case with too few runs to tell; failed and skipped are cases of the run itself.';

/** `history --changes` */
export async function showChanges(context: VerbContext): Promise<number> {
  const { io, args } = context;
  const failOn = readFailOn(args, 'kind', kinds);
  const view = await readTrends(context);
  const failures = failOn.size === 0 ? [] : await failuresOf(context, view);
  const tell = readTell(args);
  const judged = view.trends.map((trend) => judgedTrend(trend, tell));
  const gate = gateOf([...judged, ...failures], failOn, tell);
  if (args.has('json')) {
    printJson(io, { schemaVersion, ...view, gate: gate.document, failed: gate.hits > 0 });
  } else {
    io.out(text(io, view));
  }
  const changes = [...failOn].every((kind) => kind === 'slower' || kind === 'faster');
  return gateStatus(io, gate, changes ? 'cases became' : 'cases are');
}

function judgedTrend(trend: Trend, tell: number): Judged {
  const { workload, variant, values, scope, changePoints, creep, state } = trend;
  const changes = [...changePoints, ...(creep === undefined ? [] : [creep])].map(kindOf);
  return {
    kinds: state === 'too-few' ? ['inconclusive'] : changes.length === 0 ? ['steady'] : changes,
    untold: isUntold(trend, tell),
    id: { workload, variant, values, scope },
  };
}

/** Too few runs, or a newest level whose interval is wider than the change to detect. */
function isUntold({ state, segments }: Trend, tell: number): boolean {
  const level = segments.at(-1);
  if (state === 'too-few' || level === undefined) return true;
  return level.ci95[1] > (1 + tell) * level.medianNs;
}

/** Cases of the run that have no time to follow. */
async function failuresOf(
  { args, app }: VerbContext,
  { run }: Output<'trends'>,
): Promise<readonly Judged[]> {
  const { cases } = await (await app()).api.run({ ref: run.id });
  const [workload, variant] = [args.value('workload'), args.value('variant')];
  return judgedFailures(
    cases.filter(
      (each) =>
        (workload === undefined || each.workload === workload) &&
        (variant === undefined || each.variant === variant),
    ),
  );
}

function kindOf({ ratio }: Pick<TrendChange, 'ratio'>): Direction {
  return ratio > 1 ? 'slower' : 'faster';
}

/** As many cases as one message may bring. */
const pageSize = 200;

async function readTrends({ args, app }: VerbContext): Promise<Output<'trends'>> {
  const { api } = await app();
  const request = requestOf(args);
  const first = await api.trends({ ...request, offset: 0 });
  const trends = [...first.trends];
  while (trends.length < first.total) {
    const page = await api.trends({ ...request, ref: first.run.id, offset: trends.length });
    if (page.trends.length === 0) break;
    trends.push(...page.trends);
  }
  return { ...first, trends };
}

function requestOf(args: Arguments) {
  const [ref] = args.positionals;
  const named = (name: 'workload' | 'variant' | 'scope' | 'machine', flag: string = name) => {
    const value = args.value(flag);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    ...(ref === undefined ? {} : { ref }),
    ...named('workload'),
    ...named('variant'),
    ...named('scope'),
    ...named('machine'),
    sameBuild: args.has('same-build'),
    last: readBounded('--last', args.value('last') ?? String(defaultTrendOptions.last), {
      min: last.unwrap().minValue ?? 0,
      max: last.unwrap().maxValue ?? 0,
      whole: true,
    }),
    threshold: readPercent(args.value('threshold') ?? String(percent)),
    points: args.has('json'),
    limit: pageSize,
  } satisfies Input<'trends'>;
}

function readPercent(given: string): number {
  const { minValue, maxValue } = threshold.unwrap();
  const range = { min: (minValue ?? 0) * 100, max: (maxValue ?? 0) * 100, whole: false };
  return readBounded('--threshold', given.replace(/ ?%$/, ''), range) / 100;
}

function text(io: CliIo, { run, machine, trends, falseDiscoveryRate }: Output<'trends'>): string {
  const title = run.title === '' ? '' : ` (${oneLine(run.title)})`;
  const axes = shownAxes(trends);
  const states = { 'too-few': 'too few', steady: 'steady', changed: 'changed' } as const;
  const rows = trends.map((trend) => {
    const level = trend.segments.at(-1);
    const step = trend.changePoints.at(-1);
    const change = step ?? trend.creep;
    return [
      trend.workload,
      trend.variant,
      ...axes.map((axis) => valueText(trend.values[axis], missing)),
      String(trend.runs),
      formatEstimate(level?.medianNs, level?.ci95[0], level?.ci95[1], 'duration'),
      trend.state === 'too-few'
        ? missing
        : formatInterval(level?.ci95[0], level?.ci95[1], 'duration'),
      states[trend.state],
      change === undefined ? missing : painted(io, change),
      change === undefined ? missing : timeText(step?.after.at ?? trend.first ?? ''),
    ];
  });
  const columns = [
    ...[left('workload'), left('variant'), ...axes.map((axis) => right(axis))],
    ...[right('runs', { drop: 2 }), right('segment', { drop: 3 }), right('95 % CI', { drop: 1 })],
    ...[left('state'), left('latest change'), left('since')],
  ];
  return [
    `${paint(io, 'bold', `Cases of run ${run.id}`)}${title} on ${machine.name} (${machine.hostname})\n\n`,
    rows.length === 0
      ? 'The run has no measured case.\n'
      : formatTable(columns, rows, io.outColumns),
    ...details(io, trends, axes),
    trends.length < 2
      ? ''
      : `\n${trends.length} series examined together; false discovery rate ${falseDiscoveryRate * 100} % (Benjamini-Hochberg).\n`,
  ].join('');
}

function painted(io: CliIo, step: Pick<TrendChange, 'ratio' | 'ci95'>): string {
  const colour = kindOf(step) === 'slower' ? 'red' : 'green';
  return paint(io, colour, changeText(step.ratio, step.ci95));
}

/** Every change in words, then notes; equal notes once. */
function details(io: CliIo, trends: readonly Trend[], axes: readonly string[]): readonly string[] {
  const nameOf = (trend: Trend): string => fullCaseName(trend, axes);
  const lines = trends.flatMap((trend) =>
    [...trend.changePoints, ...(trend.creep === undefined ? [] : [trend.creep])].map(
      ({ sentence }) => `${paint(io, 'bold', nameOf(trend))}, ${trend.scope}: ${sentence}\n`,
    ),
  );
  const few = trends.filter(({ state }) => state === 'too-few');
  const notes = Map.groupBy(
    [
      ...few.map((trend) => ({ note: trend.sentence.replace(/\.$/, ''), trend })),
      ...trends.flatMap((trend) => trend.notes.map((note) => ({ note, trend }))),
    ],
    ({ note }) => note,
  );
  return [
    ...(lines.length === 0 ? [] : ['\n', ...lines]),
    ...(notes.size === 0 ? [] : ['\n']),
    ...[...notes].map(([note, about]) => {
      const what =
        about.length === 1
          ? about.map(({ trend }) => nameOf(trend)).join('')
          : `${about.length} cases`;
      return `${paint(io, 'yellow', 'note')} ${what}: ${note}\n`;
    }),
  ];
}
