import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput, exitCodes } from '../../contract/failure.ts';
import type { Outcome, StoredCase } from '../../contract/run.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import { falseDiscoveryRate, holdsInSweep } from '../../core/analysis/false-discovery.ts';
import { gateAnswer } from '../../core/analysis/gate-answer.ts';
import { type Arguments, type Flag, flagsOf } from './flags.ts';
import { idList } from './id-list.ts';
import { type CliIo, paint } from './io.ts';
import { readShare } from './numbers.ts';

/** The gate of every verb that has one: what `--fail-on` names decides the exit code, for scripts. */

/** What a case can be besides having a verdict. */
export const outcomeKinds = ['failed', 'skipped'] as const;

/** Kinds that say no more than that there is no verdict. */
const withoutVerdict: ReadonlySet<string> = new Set([...outcomeKinds, 'not comparable']);

export const allowUnknownFlag: Flag = {
  name: 'allow-unknown',
  value: null,
  help: 'exit with 0 instead of 5 where the question was not answered',
};

/** @param kinds what `--fail-on` takes */
export function gateFlags(kinds: readonly string[]): readonly Flag[] {
  return [
    ...flagsOf({
      'fail-on <kinds>': `exit with 4 on any of these, joined by commas: ${kinds.join(', ')}`,
    }),
    allowUnknownFlag,
  ];
}

/**
 * The kinds that `--fail-on` names; none where it is not given.
 *
 * @param noun what the kinds are, for the sentence about an unknown one
 * @throws BreakevenError `bad-input` for a kind that is none of `known`.
 */
export function readFailOn<K extends string>(
  args: Arguments,
  noun: string,
  known: readonly K[],
): ReadonlySet<K> {
  const text = args.value('fail-on');
  return new Set(
    (text === undefined ? [] : idList('fail-on', text)).map((word) => {
      const kind = known.find((one) => one === word);
      if (kind !== undefined) return kind;
      throw badInput(`--fail-on: unknown ${noun} "${word}"${hintFor(word, known)}`);
    }),
  );
}

/** What a document has of it: nothing where nothing was asked for. */
export function gatePart({ document }: Gate): { readonly gate?: object } {
  return document === null ? {} : { gate: document };
}

/** One thing that a gate looks at: a case, a pair of cases, a break-even, a series. */
export type Judged = {
  /** What it is: a verdict or an answer, an outcome, or both. None for a case that needs no verdict: a baseline. */
  readonly kinds: readonly string[];
  /** Of a sweep, a difference has to hold after the adjustment for their number too. */
  readonly comparison?: ComparisonView | undefined;
  /** A wrong answer where the baseline's is right counts whatever is asked for. */
  readonly newlyFailed?: boolean;
  /** The data cannot show whether it is slower; of a comparison that follows from its interval. */
  readonly untold?: boolean;
  /** How the document names it. */
  readonly id: object;
};

export type Gate = {
  readonly hits: number;
  /** Things looked at. */
  readonly judged: number;
  /** Of them, how many have a verdict or an answer. */
  readonly withVerdict: number;
  /** Cases that should have been compared and have no verdict. */
  readonly notCompared: number;
  readonly newlyFailed: number;
  /** Of those that are asked whether they are slower, how many the data cannot decide. */
  readonly untold: number;
  /** The smallest change that matters to that question, a part of the time. */
  readonly tell: number;
  readonly asked: ReadonlySet<string>;
  /** What is controlled over how many comparisons; null where nothing is asked for, or no comparison is. */
  readonly sentence: string | null;
  /** For `--json`; null without `--fail-on`. */
  readonly document: object | null;
};

/** The smallest change that a gate must detect unless `--tell` says otherwise. */
export const usualTell = 0.05;

export const tellFlag: Flag = {
  name: 'tell',
  value: 'share',
  with: ['fail-on'],
  help: `with --fail-on slower: the smallest change that the data must be able to show, else the exit code is 5; ${100 * usualTell}% by default`,
};

export function readTell(args: Arguments, usual: number = usualTell): number {
  const tellText = args.value(tellFlag.name);
  return tellText === undefined ? usual : readShare('--tell', tellText, { min: 0.001, max: 1 });
}

/** @param tell a comparison that may hide a slowdown of this part does not pass as not slower */
export function gateOf(
  judged: readonly Judged[],
  asked: ReadonlySet<string>,
  tell: number = usualTell,
): Gate {
  const failing = judged.filter(({ newlyFailed }) => newlyFailed === true);
  const wanted = judged.filter(({ kinds }) => kinds.some((kind) => asked.has(kind)));
  const holding = wanted.filter((one) => holds(one, asked));
  const hits = asked.size === 0 ? new Set<Judged>() : new Set([...holding, ...failing]);
  const family = judged.filter(({ comparison }) => comparison?.p !== undefined).length;
  const adjusted = family > 1;
  const withVerdict = judged.filter(hasVerdict).length;
  // Answers are of several cases each: a failed one next to them is no comparison that is missing.
  const compares = judged.some(({ comparison }) => comparison !== undefined);
  const notCompared = judged.filter((one) => one.kinds.length > 0 && !hasVerdict(one)).length;
  const untold = asked.has('slower') ? judged.filter((one) => isUntold(one, tell)).length : 0;
  const sentence = adjusted
    ? `False discovery rate over ${family} comparisons held to ${falseDiscoveryRate * 100} % (Benjamini-Hochberg): ${holding.length} of ${wanted.length} verdicts asked for count.`
    : 'A single comparison: its p value is not adjusted.';
  return {
    hits: hits.size,
    judged: judged.length,
    withVerdict,
    notCompared: compares ? notCompared : 0,
    newlyFailed: failing.length,
    untold,
    tell,
    asked,
    sentence: asked.size === 0 || family === 0 ? null : sentence,
    document:
      asked.size === 0
        ? null
        : {
            failOn: [...asked],
            judged: judged.length,
            withVerdict,
            comparisons: family,
            falseDiscoveryRate: adjusted ? falseDiscoveryRate : null,
            method: adjusted ? 'Benjamini-Hochberg' : null,
            hits: [...hits].map(({ id }) => id),
            tell: asked.has('slower') ? tell : null,
            untold,
          },
  };
}

function isUntold({ comparison, untold = false }: Judged, tell: number): boolean {
  if (comparison === undefined || comparison.verdict === 'not comparable') return untold;
  return gateAnswer(comparison, tell) === 'untold';
}

function hasVerdict({ kinds }: Judged): boolean {
  return kinds.some((kind) => !withoutVerdict.has(kind));
}

/** Another kind than a verdict counts as it stands. */
function holds({ kinds, comparison }: Judged, asked: ReadonlySet<string>): boolean {
  if (comparison === undefined || holdsInSweep(comparison)) return true;
  return kinds.some((kind) => kind !== comparison.verdict && asked.has(kind));
}

/**
 * The exit code, after a sentence where something was found, `2 of 8 cases are slower`, or where there was nothing to
 * look at: then a gate cannot pass. Where a verdict is asked for, cases without any are nothing to look at; where some
 * have one, a sentence says how many have none.
 *
 * @param phrase `cases are`, `cases became`
 */
export function gateStatus(io: CliIo, gate: Gate, phrase: string): number {
  const { asked, hits, judged, withVerdict, notCompared, newlyFailed, untold, tell } = gate;
  const say = (text: string): void => io.err(`${paint(io, 'red', 'breakeven:')} ${text}\n`);
  if (asked.size === 0) return newlyFailed > 0 ? exitCodes.caseFailed : exitCodes.ok;
  const verdicts = [...asked].filter((kind) => !withoutVerdict.has(kind));
  if (verdicts.length > 0 && withVerdict > 0 && notCompared > 0) {
    const of = notCompared + withVerdict;
    io.err(`${paint(io, 'yellow', 'note')} ${notCompared} of ${of} cases were not comparable\n`);
  }
  if (hits > 0) {
    const words = new Set([...asked, ...(newlyFailed > 0 ? ['failed'] : [])]);
    say(`${hits} of ${judged} ${phrase} ${[...words].join(' or ')}`);
    return exitCodes.failOn;
  }
  if (judged === 0) {
    say('--fail-on has nothing to look at');
    return exitCodes.unanswered;
  }
  if (verdicts.length > 0 && withVerdict === 0) {
    const what = phrase.replace(/ \w+$/, '');
    say(`--fail-on ${verdicts.join(',')}: none of ${judged} ${what} could be compared`);
    return exitCodes.unanswered;
  }
  if (untold > 0) {
    const percent = Number((100 * tell).toPrecision(3));
    const what = phrase.replace(/ \w+$/, '');
    say(`--fail-on slower: ${untold} of ${judged} ${what} may be slower by more than ${percent} %`);
    return exitCodes.unanswered;
  }
  return exitCodes.ok;
}

/** The kind that a case without a time has; none for one that is ok. */
export function outcomeKind(outcome: Outcome): readonly string[] {
  return outcome === 'ok' ? [] : [outcome];
}

/** The cases that are not ok, for gates over answers that are made of measured cases alone. */
export function judgedFailures(
  cases: readonly Pick<StoredCase, 'index' | 'outcome'>[],
): readonly Judged[] {
  return cases.flatMap(({ index, outcome }) =>
    outcome === 'ok' ? [] : [{ kinds: [outcome], id: { case: index } }],
  );
}
