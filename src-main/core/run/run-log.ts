import { fullCaseName } from '../../contract/case-names.ts';
import type { CaseResult, Plan, PlannedCase, Repetition, RunStatus } from '../../contract/run.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format } from '../../contract/units.ts';
import type { Survey } from '../engines/survey.ts';
import type { NewLogLine } from '../store/log.ts';
import type { Need } from './further-repetitions.ts';

/** What a log begins with: the size of the run, where it is measured, and what speaks against measuring there. */
export function startLines(plan: Plan, { machine }: Survey, resumed: boolean): NewLogLine[] {
  const repetitions = plan.cases.reduce((max, { policy }) => Math.max(max, policy.repetitions), 0);
  const devices = [machine.cpuModel, ...machine.gpus.map(({ name }) => name)].join(', ');
  const what = `${plan.cases.length} ${plan.cases.length === 1 ? 'case' : 'cases'} in ${repetitions} ${repetitions === 1 ? 'repetition' : 'repetitions'}`;
  return [
    { level: 'info', text: `${resumed ? 'resumed' : 'started'}: ${what} on ${devices}` },
    ...(machine.preflight ?? [])
      .filter(({ status }) => status !== 'ok')
      .map(
        ({ title, found, fix }): NewLogLine => ({
          level: 'warning',
          text: `${title}: ${found}${fix === null ? '' : `; ${fix}`}`,
        }),
      ),
  ];
}

const levels = { ok: 'info', skipped: 'warning', failed: 'error' } as const;

type RepetitionAttributes = {
  readonly repetition?: number | undefined;
  readonly median?: { readonly scope: string; readonly ns: number } | undefined;
  readonly disturbed?: string | null;
};

/** How one repetition of a case went. */
export function caseLines(
  planned: PlannedCase,
  result: CaseResult,
  { repetition, median, disturbed = null }: RepetitionAttributes,
): NewLogLine[] {
  const { outcome, reason, stopReason, warnings, samples } = result;
  const n = samples.reduce((max, { timesNs }) => Math.max(max, timesNs.length), 0);
  const measured =
    outcome === 'ok'
      ? [
          n === 1 ? '1 sample' : `${n} samples`,
          ...(median === undefined
            ? []
            : [`median ${scopeTime(median.scope)} ${format(median.ns, 'duration')}`]),
          ...(stopReason === null ? [] : [`stopped by ${stopReason}`]),
          ...(disturbed === null ? [] : [`disturbed: ${disturbed}`]),
        ].join(', ')
      : (reason ?? 'no reason is known');
  const part =
    planned.policy.repetitions > 1 && repetition !== undefined
      ? `, repetition ${repetition + 1}`
      : '';
  const about = { caseIndex: planned.index };
  return [
    {
      level: levels[outcome],
      text: `${fullCaseName(planned)}${part} ${outcome}: ${measured}`,
      ...about,
    },
    ...warnings.map((text) => warningLine(planned, text)),
  ];
}

/** For a repetition that measurements after it show to be disturbed. */
export function lateLine(planned: PlannedCase, { repetition, disturbed }: Repetition): NewLogLine {
  const text = `${fullCaseName(planned)}, repetition ${repetition + 1} found disturbed afterwards: ${disturbed}`;
  return { level: 'info', text, caseIndex: planned.index };
}

export function warningLine(planned: PlannedCase, text: string): NewLogLine {
  return { level: 'warning', text: `${fullCaseName(planned)}: ${text}`, caseIndex: planned.index };
}

const needs: Readonly<Record<Need, string>> = {
  disturbed: 'disturbed before',
  'out of line': 'out of line with neighbouring sizes',
  open: 'with a question that more repetitions settle',
};

/** Why there is a further repetition. */
export function furtherLine(repetition: number, found: readonly Need[]): NewLogLine {
  const parts = [...Map.groupBy(found, (need) => need)].map(
    ([need, { length }]) => `${length} ${length === 1 ? 'case' : 'cases'} ${needs[need]}`,
  );
  return { level: 'info', text: `further repetition ${repetition + 1}: ${parts.join(', ')}` };
}

export function undecidedLine(repetition: number, open: number): NewLogLine {
  const what = open === 1 ? '1 comparison is' : `${open} comparisons are`;
  return { level: 'info', text: `pair ${repetition + 1}: ${what} undecided` };
}

export function endLine(status: RunStatus, why: string | undefined): NewLogLine {
  return {
    level: status === 'failed' ? 'error' : 'info',
    text: why === undefined ? status : `${status}: ${why}`,
  };
}
