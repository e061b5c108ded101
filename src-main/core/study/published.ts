import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BreakevenError, environmentFault } from '../../contract/failure.ts';
import { resourcePath } from '../util/paths.ts';

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
  /** The timing scope that it belongs to. */
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
      throw environmentFault(
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
