import type { RunRow } from '../../src-main/contract/run.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { configuration, machine, newRun } from '../core/store/fixtures.ts';

/**
 * Fills a store with so many finished runs without cases, `r000001` the oldest, seven minutes apart; every second one
 * has the tag `lab`.
 */
export function seedRuns(home: string, count: number): void {
  const store = openStore(home);
  const { plan } = newRun([], { configuration: configuration() });
  store.together(() => {
    for (let i = 0; i < count; i += 1) {
      const createdAt = new Date(Date.UTC(2026, 10, 1) + i * 420_000).toISOString();
      const run: RunRow = {
        ...{ id: `r${String(i + 1).padStart(6, '0')}`, createdAt, finishedAt: createdAt },
        ...{ title: `Sweep ${i}`, preset: null, workloads: [], device: '' },
        ...{ cases: 0, ok: 0, failed: 0, skipped: 0, note: '', pinned: false, baseline: false },
        status: 'complete',
        tags: i % 2 === 0 ? ['lab'] : [],
      };
      store.importRun({ run, machine, plan, cases: [], log: [] });
    }
  });
  store.close();
}
