import { badInput } from '../../contract/failure.ts';
import type { Catalog } from '../../contract/workload.ts';
import type { Comparer } from '../analysis/compare.ts';
import type { Reports } from '../analysis/reports.ts';
import type { Store } from '../store/store.ts';
import { publicStore } from './public-store.ts';
import { writeSite } from './site.ts';
import type { RunPage, SiteOptions } from './site-run-page.ts';

/** Plain data: it goes to a thread. */
export type SiteOfRuns = Omit<SiteOptions, 'scrubbed'> & {
  readonly folder: string;
  /** In the language of history. */
  readonly query: string;
  readonly public: 'all' | 'notes' | undefined;
  /** Of the store, which is not named in what is public. */
  readonly home: string;
  /** So that variants have the colours of the window. */
  readonly catalog: Catalog | null;
};

type Opened = { readonly store: Store; readonly comparer: Comparer; readonly reports: Reports };

/** Writes the runs of a store that fit as a site; the paths. @throws BreakevenError `bad-input` where there is none, or as `writeSite`. */
export function siteOfStore(
  { store, comparer, reports }: Opened,
  { folder, query, title, samples, home, catalog, public: scrub }: SiteOfRuns,
  known?: ReadonlyMap<string, RunPage>,
): readonly string[] {
  const ids: string[] = [];
  for (let rows = store.history({ query, limit: 200 }).rows; rows.length > 0; ) {
    ids.push(...rows.filter(({ status }) => status !== 'running').map(({ id }) => id));
    const after = rows.at(-1);
    rows = after === undefined ? [] : store.history({ query, limit: 200, after }).rows;
  }
  if (ids.length === 0)
    throw badInput(
      'no run to export: --query names runs of the store, --from a folder of .breakeven files',
    );
  const scrubbed = scrub !== undefined;
  const shown = scrubbed ? publicStore(store, home, { keepNotes: scrub === 'notes' }) : store;
  const means = { store: shown, comparer, reports, catalog };
  return writeSite(folder, ids, means, { title, samples, scrubbed }, known);
}
