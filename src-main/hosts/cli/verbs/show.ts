import type { RunDetail } from '../../../contract/api.ts';
import { comparedScope } from '../../../contract/by-scope.ts';
import { timeTakenText } from '../../../contract/expected-time.ts';
import { exitCodes } from '../../../contract/failure.ts';
import { revisionText } from '../../../contract/revision-text.ts';
import { timeText } from '../../../contract/times.ts';
import { format } from '../../../contract/units.ts';
import { checkScope, scopesOf } from '../../../core/analysis/timing-scopes.ts';
import { runJson } from '../../../core/export/run-json.ts';
import { answerSummary } from '../answer-summary.ts';
import { allowDisturbedFlag, runArgument, scopeFlag } from '../flags.ts';
import { type CliIo, paint, printAnswer } from '../io.ts';
import { proseLine } from '../prose-line.ts';
import { byScope, longFlag, runSummary } from '../run-summary.ts';
import { oneLine } from '../terminal-text.ts';
import { timingsFlag, timingsPart, timingsText } from '../timings.ts';
import type { Verb } from '../verb.ts';
import { whereFlag, whereOf } from '../where.ts';
import { caseWhyFlag, reasonsOf } from '../why.ts';

export const show: Verb = {
  name: 'show',
  summary: 'a stored run: results, verdicts, break-evens, environment',
  positionals: [runArgument],
  flags: [
    scopeFlag('timing scope of the table; kernel by default'),
    whereFlag,
    longFlag,
    caseWhyFlag,
    timingsFlag,
    allowDisturbedFlag,
  ],
  examples: [
    'show latest',
    'show latest~1 --scope total',
    'show latest --long',
    'show latest --why',
    'show latest --where "n>=1e6 -variant:sequential"',
    'show latest --json',
  ],
  async run({ io, args, app }) {
    const { api } = await app();
    const judging = args.has('allow-disturbed') ? { allowDisturbed: true } : {};
    const detail = await api.run({ ref: args.positionals[0] ?? '', ...whereOf(args), ...judging });
    const variants = (detail.workloads ?? []).flatMap((workload) => workload.variants);
    checkScope(args.value('scope'), scopesOf(detail.cases, variants));
    const spent = await timingsPart(args, api, detail.run.id);
    const document = { ...runJson(detail), ...spent };
    await printAnswer(io, args.has('json'), document, async () => {
      const scope = args.value('scope') ?? comparedScope;
      const shown = await byScope(api, detail, scope, judging);
      const why = args.has('why') ? reasonsOf(io, shown) : '';
      const spentText = spent.timings === undefined ? '' : timingsText(io, shown, spent.timings);
      return (
        args.has('long')
          ? [
              heading(io, detail),
              timeTaken(detail),
              runSummary(io, shown, scope),
              why,
              spentText,
              environment(io, detail),
            ]
          : [heading(io, detail), answerSummary(io, shown, scope), why, spentText]
      )
        .filter((part) => part !== '')
        .join('\n');
    });
    return exitCodes.ok;
  },
};

function heading(io: CliIo, { run, machine }: RunDetail): string {
  const counts = `${run.ok} ok, ${run.failed} failed, ${run.skipped} skipped of ${run.cases}`;
  return [
    `${paint(io, 'bold', `Run ${run.id}`)}${run.title === '' ? '' : `: ${oneLine(run.title)}`}`,
    `${run.status}, started ${timeText(run.createdAt)}, ${counts}`,
    ...(run.failure === undefined ? [] : [oneLine(run.failure)]),
    ...(run.importedAt === undefined
      ? []
      : [`imported ${timeText(run.importedAt)}, measured on ${oneLine(machine.hostname)}`]),
    ...(run.revision === undefined ? [] : [oneLine(revisionText(run.revision))]),
    ...(run.tags.length === 0 ? [] : [`tags: ${oneLine(run.tags.join(' '))}`]),
    ...(run.note === '' ? [] : [`note: ${oneLine(run.note)}`]),
    '',
  ].join('\n');
}

function timeTaken({ run, plan }: RunDetail): string {
  const took = timeTakenText(run, plan);
  return took === '' ? '' : `${took}\n`;
}

function environment(io: CliIo, { machine }: RunDetail): string {
  const gpus = machine.gpus.map(
    (gpu) =>
      `gpu ${gpu.index}: ${gpu.name}, ${format(gpu.memoryBytes, 'bytes')}, sm_${gpu.computeCapability.replace('.', '')}`,
  );
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  return [
    paint(io, 'bold', 'Environment'),
    `machine: ${machine.hostname} (${machine.fingerprint.slice(0, 12)})`,
    `system: ${machine.os}, kernel ${machine.kernel}`,
    `cpu: ${machine.cpuModel}, ${machine.physicalCores} cores, ${machine.logicalCores} threads, ${format(machine.memoryBytes, 'bytes')}`,
    ...(gpus.length === 0 ? ['gpu: none'] : gpus),
    ...(machine.preflight ?? [])
      .filter((check) => check.status !== 'ok')
      .map(
        (check) => `${check.title}: ${check.found}${check.fix === null ? '' : `; ${check.fix}`}`,
      ),
    ...(versions.length === 0 ? [] : [`versions: ${versions.join(', ')}`]),
    '',
  ]
    .map((line) => proseLine(io, line))
    .join('\n');
}
