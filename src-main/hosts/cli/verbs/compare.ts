import { explanationText } from '../../../contract/explanation.ts';
import { type BreakevenError, badInput } from '../../../contract/failure.ts';
import type { RunsComparison } from '../../../contract/procedures/compare.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { formatSpeedup, verdicts } from '../../../contract/verdict.ts';
import type { HostApp } from '../../host-app.ts';
import { type ComparedRow, comparedRows, comparisonJson } from '../compared-rows.ts';
import { comparisonText, rowName, tellsLine } from '../comparison-text.ts';
import { allowDisturbedFlag, scopeFlag } from '../flags.ts';
import {
  gateFlags,
  gateOf,
  gateStatus,
  type Judged,
  outcomeKind,
  outcomeKinds,
  readFailOn,
  readTell,
  tellFlag,
} from '../gate.ts';
import { type CliIo, paint, printAnswer } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';
import { whereFlag, whereOf } from '../where.ts';
import { whyFlag } from '../why.ts';

const kinds = [...verdicts, ...outcomeKinds];

export const compare: Verb = {
  name: 'compare',
  summary: 'compare one run, or one variant of a run, with another',
  description:
    'The first is the contender, the second the baseline: a speedup above 1 means that the contender is faster; in JSON ratio is its time over that of the baseline. Cases pair up when workload, variant and every value that both have agree; where one side has more axes, several of its cases pair up with one of the other. With --fail-on the exit code is 4 when a case has one of the verdicts named, or failed or was skipped; over several cases the false discovery rate is controlled. Between two runs at most 5 % of verdicts are false on most machines, and up to 19 % were where a whole run was slow for a reason of its own (docs/method.md, section 9): variants of one run, and ab, do not have that. A contender that newly fails, with a wrong answer say, is listed and always counts: 4 with --fail-on, 1 without.',
  positionals: [
    { name: 'contender', required: true, help: 'a run, or <run>:<variant>' },
    { name: 'baseline', required: true, help: 'what the contender is compared with' },
  ],
  flags: [
    scopeFlag('timing scope; by default the first of kernel, call and total that both have'),
    whereFlag,
    whyFlag,
    allowDisturbedFlag,
    ...gateFlags(kinds),
    tellFlag,
  ],
  examples: [
    'compare latest latest~1',
    'compare latest:cpu-fast latest:sequential --scope total',
    'compare latest latest~1 --fail-on slower,failed --json',
  ],
  endings: ['caseFailed', 'failOn', 'unanswered'],
  async run({ io, args, app }) {
    const failOn = readFailOn(args, 'verdict', kinds);
    const [contender = '', baseline = ''] = args.positionals;
    const scope = args.value('scope');
    const { api } = await app();
    const comparison = await api.compareRuns({
      refs: [baseline, contender],
      ...(scope === undefined ? {} : { scope }),
      ...whereOf(args),
      ...(args.has('allow-disturbed') ? { allowDisturbed: true } : {}),
    });
    const rows = comparedRows(comparison);
    if (rows.length === 0) throw nothingPairs(contender, baseline, comparison);
    const gate = gateOf(rows.map(judgedRow), failOn, readTell(args));
    const failed = gate.hits > 0 || gate.newlyFailed > 0;
    const compared = comparisonJson(comparison, rows);
    const document = { schemaVersion, ...compared, gate: gate.document, failed };
    await printAnswer(io, args.has('json'), document, async () =>
      [
        comparisonText(io, comparison, rows, args.has('why')),
        args.has('why') ? await causesText(api, comparison, rows) : '',
        gate.sentence === null ? '' : `\n${gate.sentence}\n`,
        tellsLine(comparison, rows),
      ].join(''),
    );
    listNewlyFailed(io, rows);
    return gateStatus(io, gate, 'cases are');
  },
};

/** Why each contender takes another time than its baseline, where both have counters. */
async function causesText(
  api: HostApp['api'],
  { sides }: RunsComparison,
  rows: readonly ComparedRow[],
): Promise<string> {
  const [baseline = '', contender = ''] = sides.map(({ run }) => run.id);
  const pairs = rows.map((row): [CaseKey, CaseKey] => [
    { ref: contender, index: row.contender.caseIndex },
    { ref: baseline, index: row.baseline.caseIndex },
  ]);
  const found = await api.explain({ pairs });
  const blocks = rows.flatMap((row, i) => {
    const explanation = found[i] ?? null;
    if (explanation === null) return [];
    return [
      `\n${oneLine(rowName(row))}: ${formatSpeedup(row.comparison)} as fast as ${row.baseline.variant}\n${explanationText(explanation)}`,
    ];
  });
  return blocks.join('');
}

type CaseKey = { readonly ref: string; readonly index: number };

function nothingPairs(contender: string, baseline: string, found: RunsComparison): BreakevenError {
  const [reason] = found.unpaired.toReversed().flatMap((alone) => alone.slice(0, 1));
  const why = reason === undefined ? '' : `: ${reason.reason}`;
  return badInput(`${contender} and ${baseline} have no case in common${why}`);
}

function judgedRow({ comparison, contender, baseline, newlyFailed }: ComparedRow): Judged {
  return {
    kinds: [comparison.verdict, ...outcomeKind(contender.outcome)],
    comparison,
    newlyFailed,
    id: { contender: contender.caseIndex, baseline: baseline.caseIndex },
  };
}

/** A wrong answer is never passed over. */
function listNewlyFailed(io: CliIo, rows: readonly ComparedRow[]): void {
  for (const row of rows.filter(({ newlyFailed }) => newlyFailed)) {
    const reason = oneLine(row.contender.reason ?? 'no reason is known');
    io.err(`${paint(io, 'red', 'failed')} ${rowName(row)}: ${reason}; the baseline is ok\n`);
  }
}
