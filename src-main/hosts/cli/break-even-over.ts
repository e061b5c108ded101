import { type CallsRow, strategies } from '../../contract/headline.ts';
import { numberText } from '../../contract/numbers.ts';
import { schemaVersion } from '../../contract/run.ts';
import { callCount, strategyTexts } from '../../core/analysis/headline/sentences.ts';
import type { HostApp } from '../host-app.ts';
import { type Arguments, chosen, type Flag } from './flags.ts';
import { type Gate, gateOf, gatePart, gateStatus } from './gate.ts';
import { type CliIo, paint, printJson } from './io.ts';
import { proseLine } from './prose-line.ts';
import { formatTable, left, right } from './table.ts';

/** Over what else than the size a break-even is looked for. */
export const overFlags: readonly Flag[] = [
  {
    name: 'over',
    value: 'calls',
    choices: ['calls'],
    not: ['refine', 'axis', 'where', 'scope'],
    help: 'calls: from how many calls with the same input on the GPU costs less, by size',
  },
  {
    name: 'strategy',
    value: 'name',
    choices: strategies,
    with: ['over'],
    help: `with --over calls, what is copied at each call: ${strategies.join(', ')}; input-stays by default`,
  },
];

type Asked = {
  readonly io: CliIo;
  readonly args: Arguments;
  readonly opened: HostApp;
  readonly ref: string;
  readonly failOn: ReadonlySet<string>;
  readonly workload?: string | undefined;
  readonly variants?: readonly string[] | undefined;
};

/** What `--fail-on` calls an answer over calls. */
const kindOf = { from: 'one', always: 'none', never: 'none', unclear: 'inconclusive' } as const;

export async function breakEvenOverCalls(asked: Asked): Promise<number> {
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
  if (args.has('json')) {
    printJson(io, { schemaVersion, run, strategy, calls: rows, ...gatePart(gate) });
  } else if (rows.length === 0) {
    const needs =
      strategy === 'input-stays' ? 'end to end, and the copy to the host' : 'end to end';
    io.out(
      `${proseLine(io, `Run ${run.id} has no break-even over calls to show: it needs a CPU and a GPU variant at one size, measured ${needs}.`)}\n`,
    );
  } else {
    const groups = Map.groupBy(rows, titleOf);
    io.out([...groups].map(([title, own]) => groupText(io, title, own)).join('\n'));
  }
  return gateStatus(io, gate, 'break-evens are');
}

function titleOf({ workload, values, cache, strategy }: CallsRow): string {
  const facet = Object.entries(values).map(([id, value]) => `${id}=${value}`);
  const caches = cache === null ? 'caches not recorded' : `caches ${cache}`;
  return `${[workload, ...facet, caches].join(', ')}: calls from which on the GPU costs less ${strategyTexts[strategy]}`;
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
