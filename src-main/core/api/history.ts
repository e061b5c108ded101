import type { Handlers } from '../../contract/procedure.ts';
import type {
  ChangedRuns,
  HistoryView,
  historyProcedures,
} from '../../contract/procedures/history.ts';
import { historyOrderSchema } from '../../contract/procedures/history.ts';
import type { Store } from '../store/store.ts';
import type { SavedView } from '../store/views.ts';
import type { ApiContext } from './context.ts';

/** How long a question on changes examines histories that are pending, in milliseconds. */
export const examineMs = 500;

/** Everything that finds runs and changes what people say of them. */
export function historyApi({ open, emit }: ApiContext): Handlers<typeof historyProcedures> {
  const changed = (ids: readonly string[]): void => {
    const [runId] = ids;
    if (runId !== undefined) emit({ type: 'history-changed', runId, runIds: ids });
  };

  /** Does something to runs, tells the windows, and gives the runs back as they are then. */
  async function change(
    refs: readonly string[],
    work: (store: Store, ids: readonly string[]) => void,
  ): Promise<ChangedRuns> {
    const { store } = await open();
    const ids = [...new Set(refs.map((ref) => store.resolve(ref)))];
    store.together(() => work(store, ids));
    changed(ids);
    return { rows: ids.map(store.row) };
  }

  async function views(work: (store: Store) => void) {
    const { store } = await open();
    work(store);
    return { views: store.views().map(viewOf) };
  }

  return {
    async history(request) {
      const { store, reader, results, runner } = await open();
      if (request.after === null) {
        store.settleOrphans();
        results.keepMissing();
        if (/\bchanged\b/i.test(request.query)) await results.examinePending(examineMs);
      }
      const page = await reader.ask('history', request);
      return { ...page, rows: page.rows.map(runner.asEnded) };
    },
    historyFacets: async (request) => (await open()).reader.ask('facets', request),
    completeQuery: async (request) => (await open()).reader.ask('complete', request),
    savedViews: () => views(() => {}),
    saveView: ({ name, query, ...options }) =>
      views((store) => store.saveView({ name, query, options })),
    deleteView: ({ name }) => views((store) => store.deleteView(name)),
    tagRuns: ({ refs, add, remove }) =>
      change(refs, (store, ids) => {
        for (const id of ids) {
          if (remove.length > 0) store.untag(id, ...remove);
          if (add.length > 0) store.tag(id, ...add);
        }
      }),
    noteRun: ({ ref, note }) => change([ref], (store, [id = '']) => store.note(id, note)),
    renameRun: ({ ref, title }) => change([ref], (store, [id = '']) => store.rename(id, title)),
    pinRun: ({ ref, pinned }) => change([ref], (store, [id = '']) => store.pin(id, pinned)),
    async setBaseline({ ref }) {
      const { store } = await open();
      const ids = store.setBaseline(ref);
      changed(ids);
      return { rows: ids.map(store.row) };
    },
    async trashRuns({ refs }) {
      const { rows } = await change(refs, (store, ids) => store.trash(...ids));
      return { ids: rows.map(({ id }) => id) };
    },
    restoreRuns: ({ refs }) => change(refs, (store, ids) => store.restore(...ids)),
    async purgeRuns({ refs }) {
      const { store } = await open();
      const ids = refs === null ? null : [...new Set(refs.map((ref) => store.resolve(ref)))];
      if (ids !== null && ids.length === 0) return { removed: 0 };
      const removed = ids === null ? store.purge() : store.purge(...ids);
      return { removed };
    },
  };
}

function viewOf({ name, query, options }: SavedView): HistoryView {
  const order = historyOrderSchema.safeParse(options.order);
  const { columns } = options;
  return {
    name,
    query,
    ...(order.success ? { order: order.data } : {}),
    ...(Array.isArray(columns) ? { columns: columns.map(String) } : {}),
  };
}
