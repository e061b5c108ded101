import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { historyOf, holdAnswers } from '../helpers/curated-history.ts';

describe('what a person does to runs', () => {
  it('shows when it is stored', async () => {
    const { client, curation, row } = await historyOf(3);
    const done = curation.tag(['r000003', 'r000001'], ['gpu']);
    expect(row('r000003')?.tags).toEqual(['lab']);
    await done;
    expect(row('r000003')?.tags).toEqual(['gpu', 'lab']);
    const { rows } = await client.call('history', {});
    expect(rows.map(({ tags }) => tags)).toEqual([['gpu', 'lab'], [], ['gpu', 'lab']]);
    await curation.note('r000002', 'after the update');
    await curation.rename('r000002', 'Baseline of May');
    expect(row('r000002')).toMatchObject({ note: 'after the update', title: 'Baseline of May' });
  });

  it('stays as it was when the store refuses it, and says why', async () => {
    const { app, curation, row, toasts } = await historyOf(2);
    app.fail('pinRun', new BreakevenError('store', 'the disk is full'));
    await curation.pin('r000002', true);
    expect(row('r000002')?.pinned).toBe(false);
    expect(toasts.at(-1)?.text).toBe('The run was not pinned: the disk is full');
  });

  it('undoes deleting, pinning and tagging', async () => {
    const { curation, history, row, toasts } = await historyOf(4);
    expect(await curation.trash(['r000004', 'r000002'])).toBe(true);
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000003', 'r000001']);
    expect(history.total.value).toBe(2);
    expect(toasts.at(-1)?.action?.label).toBe('Undo');
    await curation.undo();
    expect(history.rows.value.map(({ id }) => id)).toEqual(
      'r000004 r000003 r000002 r000001'.split(' '),
    );
    await curation.pin('r000001', true);
    await curation.undo();
    expect(row('r000001')?.pinned).toBe(false);
    await curation.tag(['r000001'], ['new'], ['lab']);
    expect(row('r000001')?.tags).toEqual(['new']);
    await curation.undo();
    expect(row('r000001')?.tags).toEqual(['lab']);
    await curation.undo();
    expect(toasts.at(-1)?.text).toBe('There is nothing to undo.');
  });

  it('undoes what was done last, though an earlier change is still on its way', async () => {
    const { curation, row, history } = await historyOf(3);
    const tagged = curation.tag(['r000001'], ['slow']);
    const gone = curation.trash(['r000003']);
    await Promise.all([tagged, gone]);
    expect(row('r000003')).toBeUndefined();
    await curation.undo();
    expect(history.rows.value[0]?.id).toBe('r000003');
    expect(row('r000001')?.tags).toEqual(['lab', 'slow']);
    await curation.undo();
    expect(row('r000001')?.tags).toEqual(['lab']);
  });

  it('shows on a page behind the first, and leaves those pages there', async () => {
    const { curation, history, row } = await historyOf(450);
    await history.more();
    await curation.pin('r000100', true);
    expect(row('r000100')?.pinned).toBe(true);
    await curation.trash(['r000099', 'r000300']);
    await expect.poll(() => history.loading.value).toBe(false);
    expect([row('r000099'), row('r000300')]).toEqual([undefined, undefined]);
    expect(history.total.value).toBe(448);
    // The first page takes one from behind it, which stands once.
    expect(new Set(history.rows.value.map(({ id }) => id)).size).toBe(history.rows.value.length);
    expect(history.rows.value.length).toBe(398);
  });
});

it('a change of one run leaves the other rows the very ones that they were, when the list is read again too', async () => {
  const { history, curation } = await historyOf(4);
  const before = history.rows.value;
  const kept = () => history.rows.value.map((row, i) => row === before[i]);
  await curation.pin('r000002', true);
  expect(kept()).toEqual([true, true, false, true]);
  await history.load(true);
  expect(kept()).toEqual([true, true, false, true]);
});

describe('what is brought back', () => {
  it('stands where it stood before the list is read again, with the cursor on it', async () => {
    const { client, history, curation } = await historyOf(5);
    history.active.value = 'r000004';
    await curation.trash(['r000004', 'r000002']);
    await expect.poll(() => history.loading.value).toBe(false);
    expect(history.active.value).toBe('r000003');
    const pages = holdAnswers(client, 'history');
    await curation.undo();
    expect(history.rows.value.map(({ id }) => id)).toEqual(
      'r000005 r000004 r000003 r000002 r000001'.split(' '),
    );
    expect([history.total.value, history.active.value]).toEqual([5, 'r000004']);
    await pages.waiting(1);
    pages.letGo();
    await expect.poll(() => history.loading.value).toBe(false);
    expect(history.rows.value.length).toBe(5);
  });

  it('is not put into the list of another query', async () => {
    const { history, curation } = await historyOf(3);
    await curation.rename('r000001', 'Odd one');
    await curation.trash(['r000003']);
    history.setQuery('odd');
    await expect.poll(() => history.rows.value.length).toBe(1);
    await curation.undo();
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000001']);
    expect(history.total.value).toBe(1);
  });
});
