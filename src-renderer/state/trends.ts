import type { Input } from '../../src-main/contract/api.ts';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type { Trend, TrendMachine } from '../../src-main/contract/procedures/trends.ts';
import type { Client } from '../client.ts';

/** Histories take time to read: few a message, so that nothing else waits for long. */
const pageSize = 10;

export type TrendsState = {
  readonly machine: TrendMachine | null;
  /** Those that have come so far. */
  readonly trends: readonly Trend[];
  /** How many there are; null before the first answer. */
  readonly total: number | null;
  readonly failure: Failure | null;
};

export const noTrends: TrendsState = { machine: null, trends: [], total: null, failure: null };

/** Asks for all histories, a page after the other, and shows each. Returns the way to stop it. */
export function loadTrends(
  client: Client,
  input: Omit<Input<'trends'>, 'offset' | 'limit'>,
  show: (state: TrendsState) => void,
): () => void {
  let stopped = false;
  const load = async () => {
    let state = noTrends;
    do {
      const offset = state.trends.length;
      const page = await client.call('trends', { ...input, offset, limit: pageSize });
      if (stopped) return;
      const trends = [...state.trends, ...page.trends];
      state = { machine: page.machine, trends, total: page.total, failure: null };
      show(state);
      if (page.trends.length === 0) return;
    } while (state.trends.length < (state.total ?? 0));
  };
  load().catch((error: unknown) => {
    if (!stopped) show({ ...noTrends, failure: toFailure(error) });
  });
  return () => {
    stopped = true;
  };
}

const places: Readonly<Record<Trend['state'], number>> = { changed: 0, steady: 1, 'too-few': 3 };

/** What changed last first, then what may be changing, then what is steady, then what cannot be told. */
export function byNews(a: Trend, b: Trend): number {
  const placeOf = ({ state, notes }: Trend) => places[state] + (notes.length > 0 ? 0 : 0.5);
  const since = (trend: Trend) => trend.changePoints.at(-1)?.after.at ?? '';
  const order = placeOf(a) - placeOf(b);
  if (a.state === 'changed' && b.state === 'changed') {
    return since(a) === since(b) ? a.caseIndex - b.caseIndex : since(a) < since(b) ? 1 : -1;
  }
  return order === 0 ? a.caseIndex - b.caseIndex : order;
}
