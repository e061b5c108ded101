import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { nearestName } from '../../contract/did-you-mean.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { resourcePath } from '../util/paths.ts';
import { readStudy, studyIds, type TableDefinition } from './definition.ts';

const cell = z.union([z.number(), z.string(), z.null()]);

/** A published study: its tables as printed, with what is known of how they were taken. */
export const publishedStudySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  institution: z.string().min(1),
  /** Absent where the source does not state it. */
  year: z.number().int().optional(),
  workload: z.string().min(1),
  parameters: z.record(z.string(), z.json()),
  hardware: z.string().min(1),
  /** Of all numbers but those of `tableUnits`; absent where there are none. */
  unit: z.enum(['ns', 'us', 'ms', 's']).optional(),
  quantity: z.string().min(1),
  claims: z.array(z.string()).optional(),
  notes: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.record(z.string(), cell)).min(1)),
  tableUnits: z.record(z.string(), z.string()).optional(),
  theory: z.record(z.string(), z.json()).optional(),
});
export type PublishedStudy = z.infer<typeof publishedStudySchema>;

/** One column of a study's table over an axis, most often the size of the problem. Times in nanoseconds. */
export type PublishedSeries = {
  readonly key: string;
  readonly study: string;
  /** What the figure that it lies over is of, and over which axis. */
  readonly workload: string;
  readonly axis: string;
  readonly table: string;
  readonly column: string;
  /** Our variant that the column is of, and which of the table's columns of that variant it is. */
  readonly variant: string;
  readonly part: number;
  /** `Universidad de La Laguna 2024, shared-atomics, mean (3.1)`. */
  readonly label: string;
  /** The timing scope of ours that it belongs to. */
  readonly scope: string;
  /**
   * Where it was measured and what was timed; what the source leaves open; the timing scope. A sentence or two each.
   */
  readonly notes: readonly string[];
  readonly points: readonly { readonly x: number; readonly ns: number }[];
};

/** Reads the studies that come with the product, by id. A damaged file is named. */
export function readPublished(folder = resourcePath('published')): readonly PublishedStudy[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return names.map((name) => {
    const parsed = publishedStudySchema.safeParse(readJson(join(folder, name)));
    if (!parsed.success) {
      throw new BreakevenError(
        'environment',
        `the published series ${name} is damaged: ${z.prettifyError(parsed.error)}`,
      );
    }
    return parsed.data;
  });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new BreakevenError('environment', `${path} cannot be read as JSON`, String(error));
  }
}

const nanoseconds = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/** Institution and year, which say how a study is called in a figure. */
export function studyName({ institution, year }: PublishedStudy): string {
  return `${institution}, ${year ?? 'year not stated'}`;
}

/** One sentence after another: device, what was timed, and the source's gaps. */
export function studyNote(study: PublishedStudy): string {
  const device = /^not stated$/i.test(study.hardware) ? 'hardware not stated' : study.hardware;
  const unit = study.unit === undefined ? ['unit not stated'] : [];
  return `${studyName(study)}: ${[device, ...unit, study.quantity].join('; ')}.`;
}

/**
 * The columns of times that a study prints over an axis of ours: one series for each table and column, as the tables of
 * its presets read them. Empty where the study prints none.
 */
export function publishedSeries(study: PublishedStudy): readonly PublishedSeries[] {
  const { unit } = study;
  if (unit === undefined) return [];
  const definitions = studyIds().flatMap((id) => readStudy(id) ?? []);
  const tables = definitions.flatMap((one) => (one.study === study.id ? one.tables : []));
  return tables.flatMap((table) =>
    'kind' in table || study.tableUnits?.[table.table ?? ''] !== undefined
      ? []
      : seriesOf(study, table, nanoseconds[unit]),
  );
}

function seriesOf(
  study: PublishedStudy,
  { table = '', columns, row, span: scope, workload, notes }: TableDefinition,
  factor: number,
): readonly PublishedSeries[] {
  const { axis } = row;
  const rows = study.tables[table] ?? [];
  const parts = new Map<string, number>();
  return Object.entries(columns).flatMap(([column, definition]): PublishedSeries[] => {
    if (axis === undefined || !('variant' in definition)) return [];
    const points = rows.flatMap((each) => {
      const [x, value] = [each[row.column], each[column]];
      return typeof x === 'number' && typeof value === 'number' ? [{ x, ns: value * factor }] : [];
    });
    if (points.length === 0) return [];
    const { variant } = definition;
    const part = parts.get(variant) ?? 0;
    parts.set(variant, part + 1);
    const timed = definition.span ?? scope;
    return [
      {
        key: `published/${study.id}/${table}/${column}`,
        study: study.id,
        workload: definition.workload ?? workload,
        axis,
        table,
        column,
        variant,
        part,
        // A column that is called by its unit says nothing of what was timed.
        label: `${studyName(study)}: ${column === study.unit ? variant : column}, ${table}`,
        scope: timed,
        notes: [studyNote(study), ...notes, `Timing scope: ${scopeName(timed)}.`],
        points: points.sort((a, b) => a.x - b.x),
      },
    ];
  });
}

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
    const own = known.filter(
      ({ key, study }) => key === name || study === name || key.startsWith(`${name}/`),
    );
    const here = own.filter(fits);
    const shown = here.filter(
      ({ key, variant }) => key === name || (variants?.includes(variant) ?? true),
    );
    if (shown.length > 0) return shown;
    const [other] = here.length > 0 ? here : own.some(isAbout) ? own.filter(isAbout) : own;
    if (other !== undefined) {
      throw new BreakevenError('bad-input', `published: "${name}" ${mismatch(other)}`);
    }
    const fitting = known.filter(isAbout);
    const studies = [...new Set(fitting.map(({ study }) => study))];
    const about = workload === undefined ? '' : ` about ${workload}`;
    throw new BreakevenError(
      'bad-input',
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
