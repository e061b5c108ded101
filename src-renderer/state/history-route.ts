import { batch, effect, type ReadonlySignal, untracked } from '@preact/signals';
import { type HistoryOrder, historyOrders } from '../../src-main/contract/procedures/history.ts';
import { type HistoryState, newestFirst } from './history.ts';
import { hrefOf, type Route, type ViewParameters, withView } from './route.ts';

/** An address that changed with every key would be as many navigations as there are keys: it follows when they rest. */
const restMs = 300;

export type HistoryRoute = {
  /** A text as it is typed. All that is typed in a row is one step of the browser's history. */
  typed(text: string): void;
  /** What was typed is meant: Enter, or the field was left. */
  commit(): void;
  /** The address of the list as it is. */
  current(): Route;
};

type Parts = {
  readonly history: HistoryState;
  readonly route: ReadonlySignal<Route>;
  readonly go: (route: Route) => void;
  readonly replace: (route: Route) => void;
};

/** Keeps query and order of the list and the address of its screen the same, whichever of them changes. */
export function createHistoryRoute({ history, route, go, replace }: Parts): HistoryRoute {
  let typing = false;
  /** What is typed has an entry of its own, which following keys replace. */
  let entered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    const before = route.peek();
    if (before.screen !== 'history') return;
    const after = withView(before, viewOf(history.query.peek(), history.order.peek()));
    if (hrefOf(after) === hrefOf(before)) return;
    if (entered) replace(after);
    else go(after);
    entered = typing;
  };
  const commit = () => {
    if (typing) write();
    typing = false;
    entered = false;
  };

  effect(() => {
    const now = route.value;
    if (now.screen !== 'history') return;
    clearTimeout(timer);
    const { query, order } = readView(now.view);
    // A list that is asked for reads what it is asked by.
    untracked(() =>
      batch(() => {
        history.setQuery(query);
        if (textOf(history.order.peek()) !== textOf(order)) history.setOrder(order);
      }),
    );
  });
  effect(() => {
    history.query.value;
    history.order.value;
    if (!typing) write();
  });

  return {
    typed(text) {
      typing = true;
      history.setQuery(text);
      clearTimeout(timer);
      timer = setTimeout(write, restMs);
    },
    commit,
    current: () =>
      withView({ screen: 'history' }, viewOf(history.query.peek(), history.order.peek())),
  };
}

/** `-speedup`: a minus in front sorts from the largest to the smallest. */
const textOf = ({ by, descending }: HistoryOrder): string => `${descending ? '-' : ''}${by}`;

function viewOf(query: string, order: HistoryOrder): Readonly<Record<string, string | null>> {
  const sort = textOf(order);
  return { q: query, sort: sort === textOf(newestFirst) ? null : sort };
}

function readView({ q = '', sort = '' }: ViewParameters = {}): {
  readonly query: string;
  readonly order: HistoryOrder;
} {
  const by = historyOrders.find((each) => each === sort.replace(/^-/, ''));
  return {
    query: q,
    order: by === undefined ? newestFirst : { by, descending: sort.startsWith('-') },
  };
}
