import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BreakevenError } from '../contract/failure.ts';
import { nearestName } from './nearest.ts';
import { resourcePath } from './paths.ts';
import { readStudy, studyIds } from './study/definition.ts';

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

/** One column of a study's table over the size of the problem. Times in nanoseconds. */
export type PublishedSeries = {
  readonly key: string;
  readonly study: string;
  readonly workload: string;
  readonly table: string;
  readonly column: string;
  /** `Universidad de La Laguna 2024, shared-atomics, mean (3.1)`. */
  readonly label: string;
  /** The span of ours that it belongs to; null where none was settled. */
  readonly span: string | null;
  /** Where it was measured, what was timed, what the source does not state, and the span. */
  readonly note: string;
  readonly points: readonly { readonly x: number; readonly ns: number }[];
};

/** The span in which the table of a study is reproduced. */
function spanOf(study: string, table: string): string | null {
  const definitions = studyIds().flatMap((id) => readStudy(id) ?? []);
  const tables = definitions.flatMap((one) => (one.study === study ? one.tables : []));
  const found = tables.find((one) => one.table === table);
  return found !== undefined && 'span' in found ? found.span : null;
}

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

/** Columns that describe an input, a model or a difference, and no measured time. */
const noTime = /^(k|rows|nnz|density|gpuShare|speedup|ratio|theory-.*|delta-.*)$/;

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
 * The time series of a study over `sizeAxis` (a column of that name): one for each table and column of times. Empty
 * where the study prints none, or is about another axis.
 */
export function publishedSeries(
  study: PublishedStudy,
  sizeAxis: string,
): readonly PublishedSeries[] {
  const { unit } = study;
  if (unit === undefined) {
    return [];
  }
  // Square pictures: the study counts rows, and the axis columns.
  const sizeColumn = sizeAxis === 'xres' ? 'yres' : sizeAxis;
  return Object.entries(study.tables).flatMap(([table, rows]) => {
    if (study.tableUnits?.[table] !== undefined) {
      return [];
    }
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
      (column) => column !== sizeColumn && !noTime.test(column),
    );
    const span = spanOf(study.id, table);
    return columns.flatMap((column): PublishedSeries[] => {
      const points = rows.flatMap((row) => {
        const x = row[sizeColumn];
        const value = row[column];
        return typeof x === 'number' && typeof value === 'number'
          ? [{ x, ns: value * nanoseconds[unit] }]
          : [];
      });
      return points.length === 0
        ? []
        : [
            {
              key: `published/${study.id}/${table}/${column}`,
              study: study.id,
              workload: study.workload,
              table,
              column,
              label: `${studyName(study)}: ${column}, ${table}`,
              span,
              note: [
                studyNote(study),
                ...(span === null ? [] : [`It belongs to the span ${span}.`]),
              ].join(' '),
              points,
            },
          ];
    });
  });
}

/**
 * The series that are named by key, or all those of a study that is named by its id and is about this workload.
 *
 * @throws BreakevenError `bad-input` for a name that is neither, with those that are allowed.
 */
export function chooseSeries(
  known: readonly PublishedSeries[],
  wanted: readonly string[],
  workload: string | undefined,
): readonly PublishedSeries[] {
  const fitting = known.filter((series) => workload === undefined || series.workload === workload);
  const chosen = wanted.flatMap((name) => {
    const byKey = known.filter(({ key }) => key === name);
    if (byKey.length > 0) return byKey;
    const ofStudy = known.filter(({ study }) => study === name);
    const here = ofStudy.filter((series) => fitting.includes(series));
    if (here.length > 0) return here;
    const other = ofStudy[0];
    if (other !== undefined) {
      throw new BreakevenError(
        'bad-input',
        `published: "${name}" is about ${other.workload}, the figure about ${workload}`,
      );
    }
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
}

/** More studies than this are not listed: they would bury the sentence. */
const mostListed = 4;

function allowedText(name: string, studies: readonly string[], about: string): string {
  if (studies.length <= mostListed) {
    return `allowed${about} are ${studies.join(', ')}, or the key of one of their series (list --published)`;
  }
  const near = nearestName(name, studies);
  const hint = near === null ? '' : `did you mean "${near}"? `;
  return `${hint}list --published names the ${studies.length} studies${about} and their series`;
}
