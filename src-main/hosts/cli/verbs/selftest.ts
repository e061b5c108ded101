import { fullCaseName } from '../../../contract/case-names.ts';
import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { SelftestCase, SelftestReport } from '../../../contract/selftest.ts';
import { defaultHangLimitS } from '../../../core/run/selftest.ts';
import { findWorkload } from '../find-workload.ts';
import { type Arguments, flagsOf } from '../flags.ts';
import { idList } from '../id-list.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { readSeconds } from '../numbers.ts';
import { formatTable, left, right } from '../table.ts';
import { noSuchVariant } from '../unbuilt-variants.ts';
import type { Verb } from '../verb.ts';
import { abortOnInterrupt, waitFlag } from '../wait.ts';

export const selftest: Verb = {
  name: 'selftest',
  summary: 'verify every variant at awkward sizes: passed, failed or skipped',
  description:
    'Sizes and values come from the axes that each workload and variant declares: zero, one, odd, powers of two and their neighbours, the ends of each range, every choice. Nothing is timed and nothing is stored. The exit status is 1 when an answer is wrong. A variant that hangs costs one case: its others are left out. Ctrl-C and --time-limit end it with what was found.',
  positionals: [],
  flags: [
    ...flagsOf({
      'workload <ids>': 'only these workloads, joined by commas',
      'variants <ids>': 'only these variants, joined by commas',
      'case-seconds <s>':
        'skip cases that take sequential code longer than this (default 0.15); lower it for slow tools such as compute-sanitizer',
      'hang-limit <s>': `a case that is silent for so long counts as hung; ${defaultHangLimitS} by default`,
      'time-limit <s>': 'begin no case after so many seconds',
    }),
    waitFlag,
  ],
  examples: ['selftest', 'selftest --workload histogram --json'],
  endings: ['caseFailed', 'busy', 'cancelled'],
  async run({ io, args, app, note }) {
    const opened = await app();
    const catalog = await opened.api.catalog({});
    const variants = new Set(catalog.workloads.flatMap((one) => one.variants.map(({ id }) => id)));
    const request = {
      workloads: named(args, 'workload')?.map((id) => findWorkload(catalog, id).id),
      variants: named(args, 'variants')?.map((id) => {
        if (variants.has(id)) return id;
        throw noSuchVariant(catalog.workloads, id, []);
      }),
      caseSeconds: readSeconds(args, 'case-seconds'),
      hangLimitS: readSeconds(args, 'hang-limit'),
      timeLimitS: readSeconds(args, 'time-limit'),
    };
    const { signal, off } = abortOnInterrupt(io, opened);
    let printedAt = 0;
    try {
      const report = await opened.selftest(
        request,
        ({ done, total, failed, current }) => {
          const now = performance.now();
          if (now - printedAt < (io.terminal ? 100 : 5000)) return;
          printedAt = now;
          const line = `[${done + 1}/${total}] ${failed} failed; ${current.workload} ${current.variant}`;
          if (io.terminal && !args.has('quiet'))
            io.err(`\r\u001b[K${line.slice(0, io.columns - 1)}`);
          else note(line);
        },
        signal,
      );
      if (io.terminal && !args.has('quiet')) io.err('\r\u001b[K');
      if (args.has('json')) printJson(io, { schemaVersion, ...report });
      else io.out(summary(io, report));
      if (report.failed > 0) return exitCodes.caseFailed;
      return report.ended === 'cancelled' ? exitCodes.cancelled : exitCodes.ok;
    } finally {
      off();
    }
  },
};

/** Why it ended before its last case, in a line of its own. */
function endText({ ended, left = 0 }: SelftestReport): string {
  if (ended === undefined) return '';
  const why = ended === 'cancelled' ? 'cancelled' : 'the time limit is reached';
  return `${why}: ${left} ${left === 1 ? 'case was' : 'cases were'} not tested\n`;
}

function named(args: Arguments, flag: string): readonly string[] | undefined {
  const text = args.value(flag);
  return text === undefined || text === 'all' ? undefined : idList(flag, text);
}

function summary(io: CliIo, report: SelftestReport): string {
  const groups = [...Map.groupBy(report.cases, (one) => `${one.workload} ${one.variant}`).values()];
  const rows = groups.map((cases) => {
    const [first] = cases;
    const count = (outcome: SelftestCase['outcome']): string =>
      String(cases.filter((one) => one.outcome === outcome).length);
    return [
      first?.workload ?? '',
      first?.variant ?? '',
      count('passed'),
      count('failed'),
      count('skipped'),
    ];
  });
  const columns = [
    ...[left('workload'), left('variant'), right('passed'), right('failed'), right('skipped')],
  ];
  const failures = report.cases.filter(({ outcome }) => outcome === 'failed');
  return [
    formatTable(columns, rows, io.outColumns),
    ...failures.map(
      (one) => `${paint(io, 'red', 'failed')}  ${fullCaseName(one)}: ${one.reason}\n`,
    ),
    ...reasons(report).map((line) => `${paint(io, 'yellow', 'skipped')} ${line}\n`),
    `\n${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped\n`,
    endText(report),
  ].join('');
}

/** One line for each variant and reason, so that a missing GPU does not fill the screen. */
function reasons({ cases }: SelftestReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { workload, variant, outcome, reason } of cases) {
    if (outcome !== 'skipped') continue;
    // Sizes differ from case to case; what stands around the numbers is the reason.
    const line = `${workload} ${variant}: ${reason?.replaceAll(/\d[\d.,]*/g, '…')}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, n]) => (n === 1 ? line : `${line} (${n} cases)`));
}
