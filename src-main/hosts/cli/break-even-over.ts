import { badInput } from '../../contract/failure.ts';
import { type CallsRow, strategies, strategyTexts } from '../../contract/headline.ts';
import { numberText } from '../../contract/numbers.ts';
import type { CountRow, CountSeries } from '../../contract/over-count.ts';
import { schemaVersion } from '../../contract/run.ts';
import { phaseNames, scopeName } from '../../contract/timing-scopes.ts';
import { formatRatio, formatWithInterval } from '../../contract/units.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import { callCount } from '../../core/analysis/headline/sentences.ts';
import type { HostApp } from '../host-app.ts';
import { type Arguments, chosen, type Flag, flagsOf } from './flags.ts';
import { type Gate, gateOf, gatePart, gateStatus } from './gate.ts';
import { type CliIo, paint, printAnswer } from './io.ts';
import { proseLine } from './prose-line.ts';
import { formatTable, left, right } from './table.ts';

/** Over what else than the size a break-even is looked for. */
export const overFlags: readonly Flag[] = flagsOf({
  'over <calls|axis>': {
    not: ['refine', 'axis', 'where', 'format'],
    help: 'calls: from how many calls with the same input on the GPU costs less, by size; a count such as threads: speedup and efficiency at each value, and from which on more do not pay',
  },
  'strategy <name>': {
    choices: strategies,
    with: ['over'],
    help: `with --over calls, what is copied at each call: ${strategies.join(', ')}; input-stays by default`,
  },
});

type Asked = {
  readonly io: CliIo;
  readonly args: Arguments;
  readonly opened: HostApp;
  readonly ref: string;
  readonly failOn: ReadonlySet<string>;
  readonly scope?: string | undefined;
  readonly workload?: string | undefined;
  readonly variants?: readonly string[] | undefined;
};

/** What `--fail-on` calls an answer over calls. */
const kindOf = { from: 'one', always: 'none', never: 'none', unclear: 'inconclusive' } as const;

export async function breakEvenOver(asked: Asked): Promise<number> {
  const axis = asked.args.value('over');
  if (axis !== undefined && axis !== 'calls') return await overCount(asked, axis);
  if (asked.scope === undefined) return await overCalls(asked);
  throw badInput(
    '--scope is of no use with --over calls: what a call costs follows from --strategy',
  );
}

async function overCalls(asked: Asked): Promise<number> {
  const { io, args, opened, ref, failOn, workload, variants } = asked;
  const strategy = chosen(args, 'strategy', strategies) ?? 'input-stays';
  const filter = {
    ...(workload === undefined ? {} : { workload }),
    ...(variants === undefined ? {} : { variants: [...variants] }),
  };
  const { rows } = await opened.api.breakEvenCalls({ ref, strategy, ...filter });
  const { run } = await opened.api.run({ ref });
  const gate: Gate = gateOf(
    rows.map(({ answer, size, variant, against }) => ({
      kinds: [kindOf[answer]],
      id: { size, variant, against, answer },
    })),
    failOn,
  );
  const document = { schemaVersion, run, strategy, calls: rows, ...gatePart(gate) };
  await printAnswer(io, args.has('json'), document, () => {
    const groups = Map.groupBy(rows, titleOf);
    if (groups.size > 0)
      return [...groups].map(([title, own]) => groupText(io, title, own)).join('\n');
    const needs = strategy === 'input-stays' ? `end to end, and ${phaseNames.d2h}` : 'end to end';
    return `${proseLine(io, `Run ${run.id} has no break-even over calls to show: it needs a CPU and a GPU variant at one size, measured ${needs}.`)}\n`;
  });
  return gateStatus(io, gate, 'break-evens are');
}

function titleOf({ workload, values, cache, strategy }: CallsRow): string {
  const facet = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  const caches = cache === null ? 'caches not recorded' : `caches ${cache}`;
  return `${[workload, ...facet, caches].join(', ')}: calls from which on the GPU costs less if ${strategyTexts[strategy].condition}`;
}

/** A row a size, and the sentence of the largest one. */
function groupText(io: CliIo, title: string, rows: readonly CallsRow[]): string {
  const columns = [right(rows[0]?.axis ?? ''), left('GPU'), left('CPU'), right('calls'), left('')];
  const table = formatTable(
    columns,
    rows.map((row) => [
      numberText(row.size),
      row.variant,
      row.against,
      row.answer === 'from' ? callCount(row) : row.answer,
      row.bestKnown === true ? 'best known' : '',
    ]),
    io.outColumns,
  );
  const last = rows.findLast(({ bestKnown }) => bestKnown !== true);
  return `${paint(io, 'bold', proseLine(io, title))}\n${table}${last === undefined ? '' : `${proseLine(io, last.sentence)}\n`}`;
}

async function overCount(asked: Asked, axis: string): Promise<number> {
  const { io, args, opened, ref, failOn, scope, workload, variants } = asked;
  if (args.has('strategy')) throw badInput('--strategy is of use with --over calls alone');
  const { series } = await opened.api.scalingOver({
    ...{ ref, axis },
    ...(scope === undefined ? {} : { scope }),
    ...(workload === undefined ? {} : { workload }),
    ...(variants === undefined ? {} : { variants: [...variants] }),
  });
  const { run } = await opened.api.run({ ref });
  const gate = gateOf(
    series.flatMap(({ rows, variant, values }) =>
      rows.flatMap(({ above, count }) => {
        const kinds = above === null ? [] : above.verdict === 'faster' ? ['one'] : [kindsOf(above)];
        return kinds.length === 0 ? [] : [{ kinds, id: { variant, ...values, [axis]: count } }];
      }),
    ),
    failOn,
  );
  const document = { schemaVersion, run, over: axis, series, ...gatePart(gate) };
  await printAnswer(io, args.has('json'), document, () =>
    series.length > 0
      ? series.map((each) => seriesText(io, each)).join('\n')
      : `${proseLine(io, `Run ${run.id} has nothing to show over ${axis}: it needs a variant at two values of it, at one size or at sizes that grow with it.`)}\n`,
  );
  return gateStatus(io, gate, 'steps are');
}

const kindsOf = ({ verdict }: ComparisonView): string =>
  verdict === 'slower' || verdict === 'equivalent' ? 'none' : 'inconclusive';

/** A row a count, and the sentence. */
function seriesText(io: CliIo, series: CountSeries): string {
  const { axis, kind, rows, scope, sizeAxis, values, variant, workload } = series;
  const facet = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  const weak = kind === 'weak';
  const title = `${[workload, variant, ...facet].join(', ')}: ${scopeName(scope)} time over ${axis}, ${kind} scaling`;
  const columns = [
    right(axis),
    ...(weak ? [right(sizeAxis)] : []),
    ...[right('median'), left(weak ? 'scaled speedup' : 'speedup'), left('efficiency')],
    left('than the row above'),
  ];
  const table = formatTable(
    columns,
    rows.map((row) => [
      numberText(row.count),
      ...(weak ? [row.size === null ? '' : numberText(row.size)] : []),
      formatWithInterval(row.medianNs, row.ci95Ns?.[0], row.ci95Ns?.[1], 'duration'),
      row.speedup === null ? '' : formatRatio(row.speedup.value, row.speedup.ci95),
      row.efficiency === null ? '' : percentText(row.efficiency),
      row.above === null ? '' : row.above.verdict,
    ]),
    io.outColumns,
  );
  return `${paint(io, 'bold', proseLine(io, title))}\n${table}${proseLine(io, series.sentence)}\n`;
}

function percentText({ value, ci95 }: NonNullable<CountRow['efficiency']>): string {
  const percent = (part: number): string => String(Number((100 * part).toPrecision(3)));
  const interval = ci95 === null ? '' : ` [${ci95.map(percent).join(', ')}]`;
  return `${percent(value)}${interval} %`;
}
