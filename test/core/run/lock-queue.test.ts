import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinQueue } from '../../../src-main/core/run/lock-queue.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('the queue of those that wait for a lock', () => {
  it('has those of one process in the order in which they came, within a millisecond too', () => {
    const lock = join(temporaryFolder(), 'lock');
    const places = Array.from({ length: 40 }, (_, i) => joinQueue(lock, `place ${i}`));
    expect(places.map((place) => place?.ahead().length)).toEqual(places.map((_, i) => i));
    expect(places[2]?.ahead()).toEqual(['place 0', 'place 1']);
    for (const place of places) place?.leave();
  });
});
