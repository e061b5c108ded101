import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type { Client } from '../client.ts';

/** Milliseconds after the last change of the selection. */
const pauseMs = 120;
/** Heights in pixels: above the first verdict, and of a row, whose sentences take more lines with many sides. */
const [headPx, rowPx, narrowRowPx] = [400, 65, 120];

/** The number of rows that a window can show, which are judged first. */
export function rowsInSight(windowHeight: number, sides: number): number {
  const row = sides > 4 ? narrowRowPx : rowPx;
  return Math.max(3, Math.ceil((windowHeight - headPx) / row));
}

export type CompareAhead = {
  /** Requests the comparison of the selected runs before the user opens it. */
  expect(refs: readonly string[]): void;
  /** The comparison, from the early request where it was for the same runs. */
  get(
    refs: readonly string[],
    scope: string | null,
    /** Receives the comparison with the verdicts of the first rows before all rows are judged. */
    onFirst?: (comparison: RunsComparison) => void,
  ): Promise<RunsComparison>;
  /** Drops the early request, because the runs have changed. */
  forget(): void;
};

/** Judging eight sweeps takes longer than a user waits, but less than the time between the selection and the click. */
export function createCompareAhead(
  client: Client,
  settings: { peek(): { readonly scope: string } },
  /** The current height in pixels. */
  windowHeight: () => number = () => 1000,
): CompareAhead {
  let known: { readonly key: string; readonly answer: Promise<RunsComparison> } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTwo = async (
    input: { readonly refs: string[]; readonly scope?: string; readonly prefer?: string },
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
    const prefer = settings.peek().scope;
    const key = [prefer, ...refs].join('\n');
    if (known?.key === key) return known.answer;
    const input = { refs: [...refs], prefer };
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
