import { afterEach, beforeEach } from 'vitest';
import { openStore, type Store } from '../../src-main/core/store/store.ts';
import { temporaryHome } from '../core/store/fixtures.ts';

/** For a suite: an empty store in a folder of its own for each test, closed and removed when the test has ended. */
export function freshStore(use: (store: Store, home: string) => void): void {
  let place: ReturnType<typeof temporaryHome>;
  let store: Store;
  beforeEach(() => {
    place = temporaryHome();
    store = openStore(place.home);
    use(store, place.home);
  });
  afterEach(() => {
    store.close();
    place.remove();
  });
}
