import { toFailure } from '../../src-main/contract/failure.ts';
import type { HistoryView } from '../../src-main/contract/procedures/history.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';
import type { HistoryState } from './history.ts';
import type { SayToast } from './toasts.ts';

/** What a person does to runs. Each change shows at once; one that the store refuses is taken back and said. */
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
  /** Whether a change of these runs, told by the host, is one that this window made and shows already. */
  isOwn(ids: readonly string[]): boolean;
};

type Undo = () => Promise<void>;
const keptUndos = 20;

type Parts = {
  readonly client: Client;
  readonly history: HistoryState;
  readonly toast: SayToast;
  /** After pins or the baseline changed. */
  readonly marksChanged: () => void;
  /** Rows as the store has them now, for the details that are open. */
  readonly rowsChanged: (rows: readonly RunRow[]) => void;
};

/** The host tells of our own changes too; what comes within this time is taken for them. */
const ownMs = 3000;

const runsText = (count: number) => (count === 1 ? '1 run' : `${count} runs`);

export function createCuration(parts: Parts): Curation {
  const { client, history, toast, marksChanged, rowsChanged } = parts;
  const own = new Map<string, number>();
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
  /** How often each run was changed: an answer to an older change must not cover a newer one. */
  const turns = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  /** One after the other, in the order in which they were asked for. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = queue.then(act, act);
    queue = next.catch(() => undefined);
    return next;
  };

  /** Shows `change`, does `act`, puts what the store says in its place. */
  const apply = async (
    ids: readonly string[],
    change: (row: RunRow) => RunRow,
    act: () => Promise<{ readonly rows: readonly RunRow[] }>,
    what: string,
  ): Promise<boolean> => {
    const chosen = new Set(ids);
    const before = new Map(
      history.rows.peek().flatMap((row) => (chosen.has(row.id) ? [[row.id, row] as const] : [])),
    );
    const mine = new Map(ids.map((id) => [id, (turns.get(id) ?? 0) + 1]));
    for (const [id, turn] of mine) turns.set(id, turn);
    const latest = (id: string) => turns.get(id) === mine.get(id);
    for (const id of ids) own.set(id, Date.now());
    const pending = history.foresee(chosen, change);
    try {
      const { rows } = await inTurn(act);
      pending.settle(rows);
      const byId = new Map(rows.filter(({ id }) => latest(id)).map((row) => [row.id, row]));
      for (const id of byId.keys()) own.set(id, Date.now());
      history.patch(new Set(byId.keys()), (row) => byId.get(row.id) ?? row);
      rowsChanged([...byId.values()]);
      return true;
    } catch (error) {
      pending.cancel();
      history.patch(new Set(ids.filter(latest)), (row) => before.get(row.id) ?? row);
      toast(`${what}: ${toFailure(error).message}`, { tone: 'bad' });
      return false;
    }
  };

  const restore = async (ids: readonly string[], putBack: () => boolean = () => false) => {
    const pageUnderWay = history.watchPages();
    const shown = putBack();
    for (const id of ids) own.set(id, Date.now());
    try {
      const { rows } = await inTurn(() => client.call('restoreRuns', { refs: [...ids] }));
      for (const id of ids) own.set(id, Date.now());
      rowsChanged(rows);
      if (!shown || pageUnderWay()) await history.load();
      marksChanged();
      toast(`${runsText(ids.length)} came back from the trash.`, { tone: 'good' });
    } catch (error) {
      toast(`Nothing was brought back: ${toFailure(error).message}`, { tone: 'bad' });
      await history.load();
    }
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
          [id],
          (row) => ({ ...row, tags }),
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
      ids,
      (row) => ({
        ...row,
        tags: [...new Set([...row.tags.filter((each) => !remove.includes(each)), ...add])].sort(),
      }),
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
      await apply(
        [id],
        (row) => ({ ...row, note }),
        () => client.call('noteRun', { ref: id, note }),
        'The note was not kept',
      );
    },
    async rename(id, title) {
      await apply(
        [id],
        (row) => ({ ...row, title }),
        () => client.call('renameRun', { ref: id, title }),
        'The title was not changed',
      );
    },
    async pin(id, pinned) {
      const set = (to: boolean, what: string) =>
        apply(
          [id],
          (row) => ({ ...row, pinned: to }),
          () => client.call('pinRun', { ref: id, pinned: to }),
          what,
        );
      const back = remember(async () => {
        await set(!pinned, 'The pin was not changed back');
        marksChanged();
      });
      if (await set(pinned, `The run was not ${pinned ? 'pinned' : 'unpinned'}`)) marksChanged();
      else forget(back);
    },
    async baseline(id) {
      const before = history.rows.peek().find(({ baseline }) => baseline)?.id ?? null;
      const ids = [id, before].flatMap((each) => each ?? []);
      const done = await apply(
        ids,
        (row) => ({ ...row, baseline: row.id === id }),
        () => client.call('setBaseline', { ref: id }),
        'The baseline was not changed',
      );
      if (!done) return;
      // The one before may be on no page that is loaded.
      history.patch(new Set(history.rows.peek().map((row) => row.id)), (row) =>
        row.baseline && row.id !== id ? { ...row, baseline: false } : row,
      );
      marksChanged();
    },
    async trash(ids) {
      for (const id of ids) own.set(id, Date.now());
      const pageUnderWay = history.watchPages();
      const dropped = history.drop(new Set(ids));
      // What is undone before the host has answered follows it in the queue.
      const back = remember(() => restore(ids, dropped.putBack));
      try {
        const gone = await inTurn(() => client.call('trashRuns', { refs: [...ids] }));
        for (const id of gone.ids) own.set(id, Date.now());
        dropped.settle();
        if (pageUnderWay()) void history.load();
        marksChanged();
        toast(`${runsText(gone.ids.length)} went to the trash.`, {
          action: { label: 'Undo', run: () => void take(back) },
        });
        return true;
      } catch (error) {
        forget(back);
        if (!dropped.putBack() || pageUnderWay()) void history.load();
        toast(`Nothing was deleted: ${toFailure(error).message}`, { tone: 'bad' });
        return false;
      }
    },
    async purge(ids) {
      try {
        const { removed } = await client.call('purgeRuns', {
          refs: ids === null ? null : [...ids],
        });
        toast(`${runsText(removed)} removed for good.`, { tone: 'good' });
        await history.load();
      } catch (error) {
        toast(`Nothing was removed: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async saveView(view) {
      try {
        const { order, columns, ...plain } = view;
        const { views } = await client.call('saveView', {
          ...plain,
          ...(order === undefined ? {} : { order }),
          ...(columns === undefined ? {} : { columns: [...columns] }),
        });
        history.setViews(views);
        toast(`The view “${view.name}” is kept.`, { tone: 'good' });
      } catch (error) {
        toast(`The view was not kept: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async deleteView(name) {
      const view = history.views.peek().find((each) => each.name === name);
      try {
        history.setViews((await client.call('deleteView', { name })).views);
        toast(`The view “${name}” is deleted.`, {
          action:
            view === undefined ? null : { label: 'Undo', run: () => void this.saveView(view) },
        });
      } catch (error) {
        toast(`The view was not deleted: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    isOwn(ids) {
      const now = Date.now();
      return (
        ids.length > 0 && ids.every((id) => now - (own.get(id) ?? Number.NEGATIVE_INFINITY) < ownMs)
      );
    },
  };
}
