import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { historyOf } from '../helpers/curated-history.ts';

const full = new BreakevenError('store', 'the disk is full');

describe('a change that the store refused', () => {
  it('cannot be undone: deleting that failed brings nothing back', async () => {
    const { app, curation, history, toasts } = await historyOf(3);
    app.fail('trashRuns', full);
    expect(await curation.trash(['r000002'])).toBe(false);
    expect(toasts.at(-1)?.text).toBe('Nothing was deleted: the disk is full');
    await curation.undo();
    expect(toasts.at(-1)?.text).toBe('There is nothing to undo.');
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000003', 'r000002', 'r000001']);
    expect(history.total.value).toBe(3);
  });

  it.each(['trash', 'pin', 'tag'] as const)(
    'leaves what was done before it to be undone (%s)',
    async (refused) => {
      const { app, curation, row, toasts } = await historyOf(3);
      await curation.pin('r000001', true);
      app.fail('trashRuns', full);
      app.fail('tagRuns', full);
      if (refused === 'trash') await curation.trash(['r000002']);
      if (refused === 'tag') await curation.tag(['r000002'], ['new']);
      if (refused === 'pin') {
        app.fail('pinRun', full);
        await curation.pin('r000002', true);
        app.fail('pinRun', null);
      }
      await curation.undo();
      expect(row('r000001')?.pinned).toBe(false);
      await curation.undo();
      expect(toasts.at(-1)?.text).toBe('There is nothing to undo.');
    },
  );
});
