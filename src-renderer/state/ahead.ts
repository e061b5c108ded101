import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type { Client } from '../client.ts';

/** Waits until the ticking rests. */
const pauseMs = 120;
/** Pixels above the first verdict, and of a row: with many sides its sentences break into more lines. */
const [headPx, rowPx, narrowRowPx] = [400, 65, 120];

/** How many rows of a comparison a window shows at most; the others are judged after them. */
export function rowsInSight(windowHeight: number, sides: number): number {
  const row = sides > 4 ? narrowRowPx : rowPx;
  return Math.max(3, Math.ceil((windowHeight - headPx) / row));
}

export type CompareAhead = {
  /** These runs are ticked: their comparison is likely to be asked for next. */
  expect(refs: readonly string[]): void;
  /** The comparison, from what was asked for ahead where there is such. */
  get(
    refs: readonly string[],
    scope: string | null,
    /** Told the same with verdicts of only the first rows, where judging all takes longer. */
    onFirst?: (comparison: RunsComparison) => void,
  ): Promise<RunsComparison>;
  /** Runs have changed. */
  forget(): void;
};

/** Judging eight sweeps takes longer than an eye waits, and less than a hand takes from the ticks to the button. */
export function createCompareAhead(
  client: Client,
  /** In pixels, as it is now. */
  windowHeight: () => number = () => 1000,
): CompareAhead {
  let known: { readonly key: string; readonly answer: Promise<RunsComparison> } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTwo = async (
    input: { readonly refs: string[]; readonly scope?: string },
    onFirst: (comparison: RunsComparison) => void,
  ) => {
    const judge = rowsInSight(windowHeight(), input.refs.length);
    const first = await client.call('compareRuns', { ...input, judge });
    if (first.judged === undefined) return first;
    onFirst(first);
    return await client.call('compareRuns', input);
  };
  const ask = (
    refs: readonly string[],
    onFirst: ((first: RunsComparison) => void) | null = null,
  ) => {
    const key = refs.join('\n');
    if (known?.key === key) return known.answer;
    const input = { refs: [...refs] };
    const answer = onFirst === null ? client.call('compareRuns', input) : inTwo(input, onFirst);
    const made = { key, answer };
    known = made;
    // A failure is asked for again.
    answer.catch(() => {
      if (known === made) known = null;
    });
    return answer;
  };
  return {
    expect(refs) {
      clearTimeout(timer);
      if (refs.length < 2 || refs.length > 8) return;
      timer = setTimeout(() => void ask(refs).catch(() => undefined), pauseMs);
    },
    get(refs, scope, onFirst = () => undefined) {
      clearTimeout(timer);
      return scope === null ? ask(refs, onFirst) : inTwo({ refs: [...refs], scope }, onFirst);
    },
    forget() {
      known = null;
    },
  };
}
