import type { RunDetail } from '../../contract/api.ts';

/** What the caller knows beyond the store: with it, tables and documents have ratios, verdicts and break-evens. */
export type Compared = Partial<Pick<RunDetail, 'comparisons' | 'breakEvens' | 'headline'>>;
