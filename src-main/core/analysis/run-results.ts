import { valueText } from '../../contract/axis-values.ts';
import { agree } from '../../contract/case-names.ts';
import { type HeadlineAnswer, isLocated, type WorkloadHeadline } from '../../contract/headline.ts';
import type { Descriptor, StoredCase } from '../../contract/run.ts';
import type { RunReport } from '../../contract/run-report.ts';
import type { RunResults } from '../../contract/run-results.ts';
import { headlineScope, scopeTime } from '../../contract/timing-scopes.ts';
import { isTooWide } from '../../contract/units.ts';
import { variantOfLabel } from '../../contract/verdict.ts';
import type { Margins } from '../../stats/decide.ts';

/** Raise it when the rule for change points changes: stored histories are examined again then. */
const version = 1;

/** The name of the method by which histories are examined: its version and the margins. */
export function historyMethod({ difference, same }: Margins): string {
  return JSON.stringify([version, difference, same]);
}

/** Of a run that cannot be read. */
export const noResults: RunResults = {
  ...{ sentence: null, quality: null, breakEven: null, speedup: null, median: null },
};

type Measured = {
  readonly cases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Pick<Descriptor, 'workload'>>;
};

/** The answer that stands for the run. */
type Standing = { readonly told: WorkloadHeadline; readonly answer: HeadlineAnswer };

/**
 * The results of a run: its sentence, and the numbers of the first answer that has a break-even, else of the first answer.
 * A run in which nothing can be compared has the time of its largest case.
 */
export function runResults(
  measured: Measured,
  { headline }: Pick<RunReport, 'headline'>,
): RunResults {
  const answers = (headline?.workloads ?? []).flatMap((told): Standing[] =>
    told.answers.slice(0, 1).map((answer) => ({ told, answer })),
  );
  const standing = answers.find(({ answer }) => isLocated(answer.answer)) ?? answers[0];
  const several = new Set(measured.cases.map(({ workload }) => workload)).size > 1;
  const named = (workload: string, text: string): string =>
    several ? `${workload}: ${text}` : text;
  const quality = headline?.quality;
  return {
    sentence: standing === undefined ? null : (headline?.sentence ?? null),
    quality: quality === undefined ? null : { level: quality.level, text: quality.text },
    breakEven: standing === undefined ? null : breakEvenOf(standing, named),
    speedup: standing === undefined ? null : speedupOf(standing, named),
    median: medianOf(measured, standing, named),
  };
}

type Named = (workload: string, text: string) => string;

function breakEvenOf({ told, answer }: Standing, named: Named): RunResults['breakEven'] {
  const { answer: kind, at, ci95, pair, scope } = answer;
  if (!isLocated(kind) || at === null || isNoNumber(ci95)) return null;
  const [other, faster] = kind === 'from' ? pair : pair.toReversed();
  const about = `${faster} over ${other}, ${scopeTime(scope)}`;
  return { at, ci95, about: named(told.workload, about) };
}

/** An interval this wide says between which sizes a value lies, and is not shown or sorted as a number. */
function isNoNumber(ci95: readonly [number, number] | null): boolean {
  return ci95 !== null && isTooWide(ci95);
}

function speedupOf({ told, answer }: Standing, named: Named): RunResults['speedup'] {
  const { speedup, winner, pair } = answer;
  if (speedup === null || isNoNumber(speedup.ci95)) return null;
  const faster = winner ?? pair[1];
  const other = faster === pair[0] ? pair[1] : pair[0];
  const place = `${told.axis} = ${valueText(speedup.size)}`;
  const about = `${faster}, ${place}, over ${other}, ${scopeTime(answer.scope)}`;
  return {
    ...{ ratio: speedup.value, ci95: speedup.ci95, about: named(told.workload, about) },
    ...(winner === null || answer.disturbed === true ? { unclear: true as const } : {}),
  };
}

/** The time of the winner at the largest size; of the largest case where nothing is compared. */
function medianOf(
  { cases, descriptors }: Measured,
  standing: Standing | undefined,
  named: Named,
): RunResults['median'] {
  const ok = cases.filter(({ outcome }) => outcome === 'ok');
  const axisOf = ({ index }: StoredCase): string => descriptors.get(index)?.workload.sizeAxis ?? '';
  const sizeOf = (stored: StoredCase): number => Number(stored.values[axisOf(stored)] ?? 0);
  const largest = [...ok].sort((a, b) => sizeOf(b) - sizeOf(a) || a.index - b.index)[0];
  const chosen = (standing === undefined ? undefined : caseOf(standing, ok)) ?? largest;
  const scope =
    standing?.answer.scope ??
    (chosen === undefined ? null : headlineScope(Object.keys(chosen.metrics)));
  const ns = scope === null ? undefined : chosen?.metrics[scope]?.medianNs;
  if (chosen === undefined || ns === undefined || scope === null) return null;
  const value = chosen.values[axisOf(chosen)];
  const place = value === undefined ? '' : `, ${axisOf(chosen)} = ${valueText(value)}`;
  const about = named(chosen.workload, `${chosen.variant}${place}, ${scopeTime(scope)}`);
  return { ns, caseIndex: chosen.index, about };
}

function caseOf({ told, answer }: Standing, ok: readonly StoredCase[]): StoredCase | undefined {
  const variant = variantOfLabel(answer.winner ?? answer.pair[1]);
  return ok.find(
    (each) =>
      each.workload === told.workload &&
      each.variant === variant &&
      agree(each.values, told.values) &&
      each.values[told.axis] === answer.speedup?.size &&
      answer.scope in each.metrics,
  );
}
