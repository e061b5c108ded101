import { afterEach, beforeEach } from 'vitest';
import { openStore, type Store } from '../../src-main/core/store/store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** For a suite: an empty store in a folder of its own for each test, closed and removed when the test has ended. */
export function freshStore(use: (store: Store, home: string) => void): void {
  let store: Store;
  beforeEach(() => {
    const home = temporaryFolder();
    store = openStore(home);
    use(store, home);
  });
  afterEach(() => store.close());
}
