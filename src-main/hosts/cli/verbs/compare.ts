import type { ComparedCase, RunComparison } from '../../../contract/inspection.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format, missing } from '../../../contract/units.ts';
import { evidenceOf, verdicts } from '../../../contract/verdict.ts';
import { failOnFlag, failOnStatus, readFailOn } from '../fail-on.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { formatTable } from '../table.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

export const compare: Verb = {
  name: 'compare',
  summary: 'judge one run, or one variant of a run, against another',
  description:
    'The first is judged against the second: a ratio below 1 means that the first is faster. What differs between the machines stands first. With --fail-on slower the exit status is 4 when any case of the first is slower.',
  positionals: [
    { name: 'a', required: true, help: 'a run, or <run>:<variant>' },
    { name: 'b', required: true, help: 'what it is judged against' },
  ],
  flags: [
    { name: 'span', value: 'id', help: 'the span that is compared, kernel unless given' },
    failOnFlag('verdicts'),
  ],
  examples: [
    'compare latest latest~1',
    'compare latest:cpu-fast latest:sequential --span total',
    'compare latest latest~1 --fail-on slower --json',
  ],
  async run({ io, args, app }) {
    const failOn = readFailOn(args, 'verdict', verdicts);
    const [a = '', b = ''] = args.positionals;
    const span = args.value('span');
    const { api } = await app();
    const found = await api.compare({ a, b, ...(span === undefined ? {} : { span }) });
    const hits = found.cases.filter(({ comparison }) => failOn.has(comparison.verdict));
    if (args.has('json')) printJson(io, { schemaVersion, ...found, failed: hits.length > 0 });
    else io.out(comparisonText(io, found));
    const sentence = `${found.cases.length} cases are ${[...failOn].join(' or ')}`;
    return failOnStatus(io, hits.length, sentence);
  },
};

function comparisonText(io: CliIo, found: RunComparison): string {
  const { a, b, differences, cases, unpaired } = found;
  const sideText = ({ runId, variant, title }: RunComparison['a']): string =>
    `${runId}${variant === null ? '' : `:${variant}`}${title === '' ? '' : ` (${oneLine(title)})`}`;
  const environment =
    differences.length === 0
      ? 'The environments are the same.\n'
      : formatTable(
          ['differs', 'a', 'b'].map((title) => ({ title, align: 'left' }) as const),
          differences.map((one) => [one.fact, one.a ?? missing, one.b ?? missing]),
        );
  const axes = shownAxes(cases);
  const columns = [
    ...['workload', 'a', 'b'].map((title) => ({ title, align: 'left' }) as const),
    ...[...axes, 'median a', 'median b', 'a/b', '95 % CI'].map(
      (title) => ({ title, align: 'right' }) as const,
    ),
    ...['verdict', 'reason'].map((title) => ({ title, align: 'left' }) as const),
  ];
  const left = unpaired.a + unpaired.b;
  return [
    `a: ${sideText(a)}\nb: ${sideText(b)}\n\n`,
    environment,
    '\n',
    formatTable(
      columns,
      cases.map((one) => row(io, one, axes)),
    ),
    left === 0 ? '' : `\n${left} cases have no counterpart on the other side.\n`,
    ...[...new Set(cases.flatMap(({ comparison }) => comparison.warnings ?? []))].map(
      (warning) => `${paint(io, 'yellow', 'warning')} ${warning}\n`,
    ),
  ].join('');
}

function shownAxes(cases: readonly ComparedCase[]): readonly string[] {
  const axes = [...new Set(cases.flatMap(({ values }) => Object.keys(values)))];
  return axes.filter((axis) => new Set(cases.map(({ values }) => values[axis])).size > 1);
}

function row(io: CliIo, one: ComparedCase, axes: readonly string[]): string[] {
  const { comparison } = one;
  const { ci95, verdict } = comparison;
  const shown =
    verdict === 'faster'
      ? paint(io, 'green', verdict)
      : verdict === 'slower'
        ? paint(io, 'red', verdict)
        : verdict;
  return [
    one.workload,
    one.variantA,
    one.variantB,
    ...axes.map((axis) => String(one.values[axis] ?? missing)),
    format(one.medianA, 'duration'),
    format(one.medianB, 'duration'),
    format(comparison.ratio, 'ratio'),
    ci95 === null ? missing : `${ci95[0].toPrecision(4)} to ${ci95[1].toPrecision(4)}`,
    shown,
    [comparison.reason, ...evidenceOf(comparison)].join('; '),
  ];
}
