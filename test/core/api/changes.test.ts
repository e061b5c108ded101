import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src-main/core/store/store.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { seedNights } from '../../helpers/seed-nights.ts';
import { configuration, newRun } from '../store/fixtures.ts';

let scripted: MeasuringApp;

beforeAll(async () => {
  scripted = createMeasuringApp();
  scripted.app.stayOpen();
  expect(await scripted.call('changes', { direction: 'both' })).toMatchObject({
    ...{ total: 0, examined: 0, pending: 0, needed: '' },
  });
});
afterAll(async () => await scripted.close());

it('knows of runs that another process stored at once: pending while a run is measured, then examined', async () => {
  const ids = seedNights(scripted.home, { runs: 16, driverFrom: 8, commitFrom: 99 });
  const other = openStore(scripted.home);
  const { id } = other.createRun(newRun([], { configuration: configuration({ groups: [] }) }));
  expect(await scripted.call('changes', { direction: 'both' })).toMatchObject({
    ...{ total: 0, examined: 0, pending: 16 },
  });
  expect((await scripted.call('history', { query: 'changed' })).total).toBe(0);
  other.finishRun(id, 'cancelled');
  other.close();

  let page = await scripted.call('changes', { direction: 'slower' });
  while (page.pending > 0) page = await scripted.call('changes', { direction: 'slower' });
  expect(page).toMatchObject({ total: 2, examined: 4 });
  expect(page.changes.map(({ variant, after }) => [variant, after.runId])).toEqual([
    ['parallel', ids[8]],
    ['parallel', ids[8]],
  ]);
  const found = await scripted.call('history', { query: 'changed' });
  expect(found.rows.map((row) => [row.id, row.changed])).toEqual([[ids[8], true]]);
  expect(found.rows[0]?.results?.median).toBeDefined();
});

it('says how many runs a case needs, where it has too few', async () => {
  const few = createMeasuringApp();
  try {
    seedNights(few.home, { runs: 5, driverFrom: 99, commitFrom: 99 });
    let page = await few.call('changes', { direction: 'both' });
    while (page.pending > 0) page = await few.call('changes', { direction: 'both' });
    expect(page).toMatchObject({ examined: 0, needed: '4 cases need 1 more run' });
    // Imported ones are not measured again here.
    await few.call('openSample', { id: 'udelar-scan' });
    do page = await few.call('changes', { direction: 'both' });
    while (page.pending > 0);
    expect(page).toMatchObject({ examined: 0, needed: '4 cases need 1 more run' });
  } finally {
    await few.close();
  }
});
