import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunDetail } from '../../../contract/api.ts';
import { comparedScope } from '../../../contract/by-scope.ts';
import type { Decide } from '../../../contract/configuration.ts';
import { badInput, exitCodeOf, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { versionOf } from '../../../contract/versions.ts';
import type { Worktrees } from '../../../core/lab/worktrees.ts';
import { gitText } from '../../../core/util/git.ts';
import type { HostApp } from '../../host-app.ts';
import { abJson, gateOfRows } from '../ab/judged.ts';
import { abRows } from '../ab/text.ts';
import { type Gate, gatePart, gateStatus } from '../gate.ts';
import { type CliIo, paint, printJson } from '../io.ts';
import { byScope } from '../run-summary.ts';
import type { VerbContext } from '../verb.ts';
import { type CiReport, ciReport, reportMarkdown, reportText } from './report.ts';
import type { CiOutcome } from './sides.ts';

/** Prints what was found, as text, Markdown or JSON, and returns the exit status. */
export async function finish(
  { args, io }: VerbContext,
  app: HostApp,
  outcome: CiOutcome,
): Promise<number> {
  const { run, decide, failOn, compared, trees } = outcome;
  const scope = decide.scope ?? comparedScope;
  const detail =
    run === null ? null : await byScope(app.api, await app.api.run({ ref: run.runId }), scope);
  const rows = detail === null || compared.alone !== null ? [] : abRows(detail);
  const report = ciReport(outcome, detail, rows, scope);
  const gate = gateOfRows(rows, failOn, decide);
  if (args.has('json')) {
    printJson(io, {
      schemaVersion,
      ...(detail === null ? nothingMeasured(decide, scope) : abJson(detail, rows, decide, scope)),
      revision: await revisionOf(trees),
      unchanged: outcome.unchanged,
      notComparable: report.alone,
      breakEvens: report.breakEvens,
      ...gatePart(gate),
    });
  } else {
    io.out(reportText(io, report));
  }
  const summary = args.value('summary');
  if (summary !== undefined) append(io, summary, reportMarkdown(report));
  return statusOf(io, outcome, { report, detail, gate });
}

function nothingMeasured(decide: Decide, scope: string) {
  return { run: null, scope, decide, cases: [], decided: true, pairs: 0, tells: null };
}

async function revisionOf({ base, head }: Worktrees) {
  const remote = await gitText(head.root, 'config', '--get', 'remote.origin.url');
  const { withoutCredentials } = await import('../../../core/lab/revision.ts');
  return {
    repository: remote === undefined ? null : withoutCredentials(remote),
    base: base.commit,
    head: head.commit,
    dirty: false,
  };
}

function append({ cwd }: CliIo, file: string, text: string): void {
  try {
    appendFileSync(resolve(cwd, file), text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badInput(`--summary: ${file} cannot be written: ${why}`);
  }
}

type Found = {
  readonly report: CiReport;
  readonly detail: RunDetail | null;
  readonly gate: Gate;
};

function statusOf(
  io: CliIo,
  { run, notCompiled, compared, failOn }: CiOutcome,
  { report, detail, gate }: Found,
): number {
  const say = (text: string): void => io.err(`${paint(io, 'red', 'breakeven:')} ${text}\n`);
  if (run?.failure != null) say(run.failure.message);
  if (detail?.run.status === 'cancelled') return exitCodes.cancelled;
  const refused = notCompiled.filter(({ variant }) => versionOf(variant)?.side !== 'base');
  for (const { variant, reason } of refused) {
    say(`head does not compile: ${versionOf(variant)?.id ?? variant}: ${reason}`);
  }
  if (refused.length > 0) return exitCodes.caseFailed;
  if (gate.hits > 0) return gateStatus(io, gate, 'cases are');
  const failed = detail?.cases.some(
    ({ outcome, variant }) => outcome === 'failed' && versionOf(variant)?.side !== 'base',
  );
  if (failed === true) return exitCodes.caseFailed;
  if (run?.failure != null) return exitCodeOf(run.failure.code);
  if (detail?.run.status === 'failed') return exitCodes.environment;
  if (compared.alone !== null) {
    say(report.alone ?? '');
    return exitCodes.unanswered;
  }
  // Machine code that is the same in both cannot be slower.
  if (detail === null || failOn.size === 0) return exitCodes.ok;
  if (report.undecided !== null && gate.untold > 0) say(report.undecided);
  return gateStatus(io, gate, 'cases are');
}
