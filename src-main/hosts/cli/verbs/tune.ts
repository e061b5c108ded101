import { valueText } from '../../../contract/axis-values.ts';
import { BreakevenError, badInput } from '../../../contract/failure.ts';
import type { PublishedSearch, TuningView } from '../../../contract/inspection.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { scopeName } from '../../../contract/timing-scopes.ts';
import { format, formatEstimate, formatInterval } from '../../../contract/units.ts';
import type { Axis, Catalog } from '../../../contract/workload.ts';
import { firstPoints, parametersOf } from '../../../core/adaptive/tune-points.ts';
import { tunableAxis } from '../../../core/plan/tunable-axes.ts';
import { configure } from '../configure.ts';
import { exitStatus } from '../exit-status.ts';
import { findWorkload } from '../find-workload.ts';
import { type Arguments, flagsOf, scopeFlag } from '../flags.ts';
import { paint, printJson } from '../io.ts';
import { labFlag, withLab } from '../lab/lab-reference.ts';
import { readBounded } from '../numbers.ts';
import { policyFlags } from '../policy-flags.ts';
import { formatTable, left, prose, right, wrap } from '../table.ts';
import { noSuchVariant } from '../unbuilt-variants.ts';
import type { Verb } from '../verb.ts';
import { waitFlag } from '../wait.ts';
import { watchRun } from '../watch-run.ts';

export const tune: Verb = {
  name: 'tune',
  summary: 'find the best value of one parameter of a variant',
  description:
    'Searches for the minimum time over one parameter (share, blockSize, threads, memory): the whole range first, then between the best value and its neighbours, until the values measured cannot be distinguished. The best value and the fastest value that differs from it are then measured again, alone, in fresh processes, which decide. Every value is a case of the stored run. Of several parameters all combinations are measured, up to 200; of more, some at random and then those near the best along each parameter.',
  positionals: [],
  flags: [
    ...flagsOf({ 'workload <id>': 'what to run, see "list"' }),
    labFlag,
    ...flagsOf({
      'variant <id>': 'the variant whose parameter is searched',
      'parameter <axis>': 'the parameter: share, blockSize, threads, ...; several joined by commas',
      'budget <s>': 'seconds for the search, such as 60s; the best value so far is then confirmed',
      'set <axis=value>': { repeat: true, help: 'one value for an axis' },
    }),
    scopeFlag('timing scope to minimise; by default kernel, of share and memory total'),
    ...flagsOf({ 'gpu <device>': 'which GPU, by index or UUID' }),
    ...policyFlags,
    waitFlag,
    ...flagsOf({ 'title <text>': 'title of the run in the history' }),
  ],
  examples: [
    'tune --workload mandelbrot --variant heterogeneous --parameter share',
    'tune --lab sgemm --variant cuda-tiled --parameter tile,work --budget 60s',
    'tune --workload histogram --variant omp-private --parameter threads --set n=1e6 --json',
  ],
  endings: ['caseFailed', 'busy', 'cancelled'],
  async run(context) {
    const { args, io } = context;
    const app = await context.app();
    const chosen = await withLab(context, app);
    const workload = needed(chosen, 'workload');
    const variant = needed(args, 'variant');
    const parameter = needed(args, 'parameter');
    const catalog = await app.api.catalog({});
    const parameters = parametersOf(parameter);
    const axes = parameters.map((id) => findAxis(catalog, workload, variant, id));
    const twice = parameters.find((id, at) => parameters.indexOf(id) < at);
    if (twice !== undefined) {
      throw badInput(`--parameter names ${twice} twice`);
    }
    const scope = args.value('scope');
    const budgetS = budgetOf(args.value('budget'));
    const base = configure({
      args: withVariant(chosen, variant),
      axisFlags: [],
      catalog,
      presets: [],
      cwd: io.cwd,
    });
    const [group] = base.groups;
    if (group === undefined) throw new BreakevenError('internal', 'there is no group');
    const [swept] = Object.keys(group.sweep);
    if (swept !== undefined) {
      throw badInput(`--set ${swept}: tune takes one value for an axis`);
    }
    const configuration = {
      ...base,
      title: base.title ?? `tune ${parameter} of ${workload} ${variant}`,
      groups: [{ ...group, sweep: firstPoints(axes, budgetS !== undefined) }],
      tune: {
        parameter: parameters.join(','),
        ...(scope === undefined ? {} : { scope }),
        ...(budgetS === undefined ? {} : { budgetS }),
      },
    };
    const start = () => app.api.startRun({ configuration });
    const size =
      catalog.workloads.find(({ id }) => id === workload)?.sizeAxis ?? parameters[0] ?? '';
    const axesOf = () => [...new Set([size, ...parameters])];
    const { runId, failure } = await watchRun(app, start, io, args.has('quiet'), axesOf);
    const detail = await app.api.run({ ref: runId });
    const { run, tuning } = detail;
    if (args.has('json')) printJson(io, { schemaVersion, run, tuning: tuning ?? null });
    else io.out(tuning === undefined ? nothing : tuningText(tuning, io.outColumns));
    if (failure !== null) io.err(`${paint(io, 'red', 'breakeven:')} ${failure.message}\n`);
    return exitStatus(io, detail, failure);
  },
};

const nothing = 'Nothing was measured.\n';

function needed(args: Arguments, name: string): string {
  const value = args.value(name);
  if (value !== undefined) return value;
  throw badInput(`tune needs --${name}; see breakeven tune --help`);
}

/** Seconds, with or without their unit. */
function budgetOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  return readBounded('--budget', given.replace(/\s*s$/, ''), {
    min: 0.001,
    max: 1e6,
    whole: false,
  });
}

/** `run` calls it --variants and takes several. */
function withVariant(args: Arguments, variant: string): Arguments {
  return {
    ...args,
    value: (name) => (name === 'variants' ? variant : args.value(name)),
  };
}

function findAxis(catalog: Catalog, workload: string, variant: string, parameter: string): Axis {
  const described = findWorkload(catalog, workload);
  const searched = described.variants.find(({ id }) => id === variant);
  if (searched === undefined) throw noSuchVariant([described], variant, []);
  return tunableAxis(searched, parameter, described.axes);
}

function tuningText(view: TuningView, room: number | undefined): string {
  const columns = [
    ...[right(view.parameter), right(`median (${scopeName(view.scope)})`)],
    ...[right('95 % CI'), prose('note')],
  ];
  const rows = view.trials.map(({ value, medianNs, ci95, reason }) => [
    valueText(value),
    formatEstimate(medianNs, ci95?.[0], ci95?.[1], 'duration'),
    formatInterval(ci95?.[0], ci95?.[1], 'duration'),
    value === view.best ? bestText(view) : (reason ?? ''),
  ]);
  const published = (view.published ?? []).map(
    (one) => `\n${publishedText(view.parameter, one, room)}`,
  );
  return `${formatTable(columns, rows, room)}\n${view.sentence}\n${published.join('')}`;
}

/** The search of a study, best marked as here. */
function publishedText(
  parameter: string,
  { label, notes, points }: PublishedSearch,
  room: number | undefined,
): string {
  const fastest = Math.min(...points.map(({ ns }) => ns));
  const columns = [right(parameter), right('published'), left('note')];
  const rows = points.map(({ value, ns }) => [
    String(value),
    format(ns, 'duration'),
    ns === fastest ? 'fastest' : '',
  ]);
  return `${label}\n${formatTable(columns, rows, room)}\n${wrap(notes.join(' '), 100, 0)}\n`;
}

function bestText({ edge }: TuningView): string {
  return edge == null ? 'best' : 'best, at the edge of the range';
}
