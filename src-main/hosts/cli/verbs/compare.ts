import { BreakevenError } from '../../../contract/failure.ts';
import type { RunsComparison } from '../../../contract/procedures/compare.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { type Verdict, verdictAliases, verdicts } from '../../../contract/verdict.ts';
import { falseDiscoveryRate, holdsInSweep } from '../../../core/analysis/false-discovery.ts';
import { type ComparedRow, comparedRows, comparisonJson } from '../compared-rows.ts';
import { comparisonText, rowName } from '../comparison-text.ts';
import { failOnFlag, failOnStatus, readFailOn } from '../fail-on.ts';
import { scopeFlag } from '../flags.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

type Kind = Verdict | 'failed';
const kinds: readonly Kind[] = [...verdicts, 'failed'];

export const compare: Verb = {
  name: 'compare',
  summary: 'judge one run, or one variant of a run, against another',
  description:
    'The first is the contender, the second the baseline: a ratio below 1 means that the contender is faster. Cases pair up when workload, variant and every value that both have agree; where one side has more axes, several of its cases pair up with one of the other. With --fail-on the exit status is 4 when a case has one of the verdicts named; over several cases the false discovery rate is controlled. A contender that newly fails, with a wrong answer say, is listed and always counts there.',
  positionals: [
    { name: 'contender', required: true, help: 'a run, or <run>:<variant>' },
    { name: 'baseline', required: true, help: 'what the contender is judged against' },
  ],
  flags: [
    scopeFlag('timing scope; by default the first of kernel, call and total that both have'),
    failOnFlag('verdicts'),
  ],
  examples: [
    'compare latest latest~1',
    'compare latest:cpu-fast latest:sequential --scope total',
    'compare latest latest~1 --fail-on slower,failed --json',
  ],
  async run({ io, args, app }) {
    const failOn = readFailOn<Kind>(args, 'verdict', kinds, verdictAliases);
    const [contender = '', baseline = ''] = args.positionals;
    const span = args.value('scope');
    const { api } = await app();
    const found = await api.compareRuns({
      refs: [baseline, contender],
      ...(span === undefined ? {} : { span }),
    });
    const rows = comparedRows(found);
    if (rows.length === 0) throw nothingPairs(contender, baseline, found);
    const gate = gateOf(rows, failOn);
    if (args.has('json')) {
      const document = comparisonJson(found, rows);
      printJson(io, { schemaVersion, ...document, gate: gate.document, failed: gate.hits > 0 });
    } else {
      io.out(comparisonText(io, found, rows));
      io.out(failOn.size === 0 ? '' : `\n${gate.sentence}\n`);
    }
    listNewlyFailed(io, rows);
    const asked = [...new Set<Kind>([...failOn, 'failed'])].join(' or ');
    return failOnStatus(io, gate.hits, `${rows.length} cases are ${asked}`);
  },
};

function nothingPairs(contender: string, baseline: string, found: RunsComparison): BreakevenError {
  const [reason] = found.unpaired.toReversed().flatMap((alone) => alone.slice(0, 1));
  const why = reason === undefined ? '' : `: ${reason.reason}`;
  return new BreakevenError(
    'bad-input',
    `${contender} and ${baseline} have no case in common${why}`,
  );
}

/** What counts for the exit status; without --fail-on nothing does. */
function gateOf(rows: readonly ComparedRow[], failOn: ReadonlySet<Kind>) {
  const asked = rows.filter(({ comparison }) => failOn.has(comparison.verdict));
  const holding = asked.filter(({ comparison }) => holdsInSweep(comparison));
  const failing = failOn.size === 0 ? [] : rows.filter(({ newlyFailed }) => newlyFailed);
  const hits = new Set([...holding, ...failing]);
  const family = rows.filter(({ comparison }) => comparison.p !== undefined).length;
  const adjusted = failOn.size > 0 && family > 1;
  return {
    hits: hits.size,
    sentence: adjusted
      ? `False discovery rate over ${family} comparisons held to ${falseDiscoveryRate * 100} % (Benjamini-Hochberg): ${holding.length} of ${asked.length} verdicts asked for count.`
      : 'A single comparison: its p value is not adjusted.',
    document:
      failOn.size === 0
        ? null
        : {
            failOn: [...failOn],
            comparisons: family,
            falseDiscoveryRate: adjusted ? falseDiscoveryRate : null,
            method: adjusted ? 'Benjamini-Hochberg' : null,
            hits: [...hits].map(({ contender, baseline }) => ({
              contender: contender.caseIndex,
              baseline: baseline.caseIndex,
            })),
          },
  };
}

/** A wrong answer is never passed over. */
function listNewlyFailed(io: CliIo, rows: readonly ComparedRow[]): void {
  for (const row of rows.filter(({ newlyFailed }) => newlyFailed)) {
    const reason = oneLine(row.contender.reason ?? 'no reason is known');
    io.err(`${paint(io, 'red', 'failed')} ${rowName(row)}: ${reason}; the baseline is ok\n`);
  }
}
