import { type PublishedSeries, type PublishedStudy, readPublished } from './published.ts';
import * as modules from './studies/index.ts';
import type { Study } from './study.ts';
import type { Theory } from './theory.ts';

/** By the preset that reproduces each, in the order of the alphabet. */
export const studies: Readonly<Record<string, Study>> = modules;

/** How the time of a workload is predicted, wherever a study does so. */
export function theoryFor(workload: string): Theory | null {
  const all = Object.values(studies).flatMap(({ theory = [] }) => theory);
  return all.find((one) => one.workload === workload) ?? null;
}

/**
 * The columns of times that a study prints over an axis of the workload: one series for each table and column, as the tables of
 * its presets read them. Empty where the study prints none.
 */
export function publishedSeries(study: PublishedStudy): readonly PublishedSeries[] {
  return Object.values(studies)
    .filter(({ published }) => published === study.id)
    .flatMap(({ tables }) => tables.flatMap((table) => table.series?.(study) ?? []));
}

/**
 * What studies found when they tried values of a parameter of a variant, in the same workload or in the one that the
 * study is about.
 */
export function publishedSearches(
  workload: string,
  variant: string,
  parameter: string,
): readonly PublishedSeries[] {
  return readPublished().flatMap((study) =>
    publishedSeries(study).filter(
      (series) =>
        series.axis === parameter &&
        series.variant === variant &&
        [series.workload, study.workload].includes(workload),
    ),
  );
}
