import { nearestName } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { PublishedSeries } from '../study/published.ts';

/** What a figure is of: the series that fit lie over the same workload and axis. */
export type OverlaidFigure = {
  readonly workload: string | undefined;
  readonly axis: string | undefined;
  /** The variants that the figure shows, where they were chosen: of a study or a table, theirs alone are meant. */
  readonly variants?: readonly string[] | undefined;
};

/**
 * The series that are named by key, or all those of a study or of one of its tables that fit the figure.
 *
 * @throws BreakevenError `bad-input` for a name that is none of these, with those that are allowed.
 */
export function chooseSeries(
  known: readonly PublishedSeries[],
  wanted: readonly string[],
  { workload, axis, variants }: OverlaidFigure,
): readonly PublishedSeries[] {
  const isAbout = (series: PublishedSeries): boolean =>
    workload === undefined || series.workload === workload;
  const fits = (series: PublishedSeries): boolean =>
    isAbout(series) && (axis === undefined || series.axis === axis);
  const chosen = wanted.flatMap((name) => {
    const named = known.filter(
      ({ key, study }) => key === name || study === name || key.startsWith(`${name}/`),
    );
    const fitting = named.filter(fits);
    const shown = fitting.filter(
      ({ key, variant }) => key === name || (variants?.includes(variant) ?? true),
    );
    if (shown.length > 0) return shown;
    const other = fitting[0] ?? named.find(isAbout) ?? named[0];
    if (other !== undefined) {
      throw badInput(`published: "${name}" ${mismatch(other)}`);
    }
    const studies = [...new Set(known.filter(isAbout).map(({ study }) => study))];
    const about = workload === undefined ? '' : ` about ${workload}`;
    throw badInput(
      `published: there is no study or series "${name}"; ${
        studies.length === 0
          ? `no published study${about} prints times`
          : allowedText(name, studies, about)
      }`,
    );
  });
  return [...new Set(chosen)];

  function mismatch(other: PublishedSeries): string {
    if (!isAbout(other)) return `is about ${other.workload}, the figure about ${workload}`;
    if (!fits(other)) return `is over ${other.axis}, the figure over ${axis}`;
    return `has no series of ${variants?.join(', ')}`;
  }
}

/** A sentence lists no more studies than this. */
const maxListed = 4;

function allowedText(name: string, studies: readonly string[], about: string): string {
  if (studies.length <= maxListed) {
    return `allowed${about} are ${studies.join(', ')}, or the key of one of their series (list --published)`;
  }
  const near = nearestName(name, studies);
  const hint = near === null ? '' : `did you mean "${near}"? `;
  return `${hint}list --published names the ${studies.length} studies${about} and their series`;
}
