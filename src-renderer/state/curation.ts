import type { HistoryView } from '../../src-main/contract/procedures/history.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';
import type { HistoryState, PutBack } from './history.ts';
import { attempt, type SayToast } from './toasts.ts';

/** What a person does to runs. A change shows when the store has made it; one that it refuses is said. */
export type Curation = {
  tag(ids: readonly string[], add: readonly string[], remove?: readonly string[]): Promise<void>;
  note(id: string, note: string): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  pin(id: string, pinned: boolean): Promise<void>;
  baseline(id: string | null): Promise<void>;
  /** To the trash, with an offer to undo. True when they went. */
  trash(ids: readonly string[]): Promise<boolean>;
  restore(ids: readonly string[]): Promise<void>;
  /** For good; null: all of the trash. */
  purge(ids: readonly string[] | null): Promise<void>;
  /** Takes back the last change that can be. */
  undo(): Promise<void>;
  saveView(view: HistoryView): Promise<void>;
  deleteView(name: string): Promise<void>;
};

type Undo = () => Promise<void>;
const keptUndos = 20;

type Parts = {
  readonly client: Client;
  readonly history: HistoryState;
  readonly toast: SayToast;
  /** Rows as the store has them now, for the details that are open. */
  readonly rowsChanged: (rows: readonly RunRow[]) => void;
  /** The store has other runs than before: what follows from them is read again later. */
  readonly storedChanged: (ids: readonly string[]) => void;
};

const runsText = (count: number) => (count === 1 ? '1 run' : `${count} runs`);

export function createCuration(parts: Parts): Curation {
  const { client, history, toast, rowsChanged, storedChanged } = parts;
  const undos: Undo[] = [];
  /** At once, not when the store has answered: what is undone next is what was done last. */
  const remember = (undo: Undo): Undo => {
    undos.push(undo);
    if (undos.length > keptUndos) undos.shift();
    return undo;
  };
  const forget = (undo: Undo) => {
    const at = undos.indexOf(undo);
    if (at >= 0) undos.splice(at, 1);
  };
  const take = async (undo: Undo) => {
    forget(undo);
    await undo();
  };
  let queue: Promise<unknown> = Promise.resolve();
  /** One after the other, in the order in which they were asked for. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = queue.then(act, act);
    queue = next.catch(() => undefined);
    return next;
  };

  /** The list, where a screen has asked for one. */
  const reload = async (): Promise<void> => {
    if (history.total.peek() !== null) await history.load(true);
  };

  /** Does `act` and shows what the store says then. */
  const apply = (
    act: () => Promise<{ readonly rows: readonly RunRow[] }>,
    what: string,
  ): Promise<boolean> =>
    attempt(toast, what, async () => {
      const { rows } = await inTurn(act);
      rowsChanged(rows);
      history.put(rows);
      storedChanged(rows.map(({ id }) => id));
    });

  const restore = async (ids: readonly string[], putBack: PutBack = () => false) => {
    const done = await attempt(toast, 'Nothing was brought back', async () => {
      const { rows } = await inTurn(() => client.call('restoreRuns', { refs: [...ids] }));
      rowsChanged(rows);
      if (putBack(rows)) storedChanged(ids);
      else await reload();
      toast(`${runsText(ids.length)} came back from the trash.`, { tone: 'good' });
    });
    if (!done) await reload();
  };

  const tag: Curation['tag'] = async (ids, add, remove = []) => {
    const had = new Map(
      history.rows
        .peek()
        .flatMap((row) => (ids.includes(row.id) ? [[row.id, row.tags] as const] : [])),
    );
    const back = remember(async () => {
      for (const [id, tags] of had) {
        await apply(
          () =>
            client.call('tagRuns', {
              refs: [id],
              add: [...tags],
              remove: add.filter((each) => !tags.includes(each)),
            }),
          'The tags were not changed back',
        );
      }
    });
    const done = await apply(
      () => client.call('tagRuns', { refs: [...ids], add: [...add], remove: [...remove] }),
      'The tags were not changed',
    );
    if (!done || had.size === 0) forget(back);
    else if (ids.length > 1) {
      const words = [...add.map((each) => `+${each}`), ...remove.map((each) => `-${each}`)];
      toast(`${runsText(ids.length)}: ${words.join(' ')}`, {
        action: { label: 'Undo', run: () => void take(back) },
      });
    }
  };

  const undo = async () => {
    const last = undos.at(-1);
    if (last === undefined) toast('There is nothing to undo.');
    else await take(last);
  };

  return {
    tag,
    undo,
    restore: (ids) => restore(ids),
    async note(id, note) {
      await apply(() => client.call('noteRun', { ref: id, note }), 'The note was not kept');
    },
    async rename(id, title) {
      await apply(() => client.call('renameRun', { ref: id, title }), 'The title was not changed');
    },
    async pin(id, pinned) {
      const set = (to: boolean, what: string) =>
        apply(() => client.call('pinRun', { ref: id, pinned: to }), what);
      const back = remember(async () => {
        await set(!pinned, 'The pin was not changed back');
      });
      if (!(await set(pinned, `The run was not ${pinned ? 'pinned' : 'unpinned'}`))) forget(back);
    },
    async baseline(id) {
      // The store tells of the one before as well.
      await apply(() => client.call('setBaseline', { ref: id }), 'The baseline was not changed');
    },
    async trash(ids) {
      // What is undone before the host has answered follows it in the queue.
      let putBack: PutBack | undefined;
      const back = remember(() => restore(ids, (rows) => putBack?.(rows) ?? false));
      const done = await attempt(toast, 'Nothing was deleted', async () => {
        const gone = await inTurn(() => client.call('trashRuns', { refs: [...ids] }));
        putBack = history.remove(new Set(gone.ids));
        storedChanged(gone.ids);
        toast(`${runsText(gone.ids.length)} went to the trash.`, {
          action: { label: 'Undo', run: () => void take(back) },
        });
      });
      if (!done) forget(back);
      return done;
    },
    async purge(ids) {
      await attempt(toast, 'Nothing was removed', async () => {
        const refs = ids === null ? null : [...ids];
        const { removed } = await client.call('purgeRuns', { refs });
        toast(`${runsText(removed)} removed for good.`, { tone: 'good' });
        await reload();
      });
    },
    async saveView(view) {
      await attempt(toast, 'The view was not kept', async () => {
        const { order, columns, ...plain } = view;
        const { views } = await client.call('saveView', {
          ...plain,
          ...(order === undefined ? {} : { order }),
          ...(columns === undefined ? {} : { columns: [...columns] }),
        });
        history.setViews(views);
        toast(`The view “${view.name}” is kept.`, { tone: 'good' });
      });
    },
    async deleteView(name) {
      const view = history.views.peek().find((each) => each.name === name);
      await attempt(toast, 'The view was not deleted', async () => {
        history.setViews((await client.call('deleteView', { name })).views);
        toast(`The view “${name}” is deleted.`, {
          action:
            view === undefined ? null : { label: 'Undo', run: () => void this.saveView(view) },
        });
      });
    },
  };
}
