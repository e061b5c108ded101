import { z } from 'zod';
import { languages } from '../figure.ts';
import { procedure } from '../procedure.ts';
import { chosenCaseSchema } from './history.ts';

/** What a person chose, kept in the home folder: the same in the window, in a browser and for reports. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** The timing scope that tables and figures show first, under the name that settings are stored with. */
  scope: z.string().min(1).max(60),
  /** Verdicts: a ratio wholly beyond 1 +- `difference` differs, one wholly inside 1 +- `same` is the same. */
  margins: z
    .object({ difference: z.number().min(0).max(0.5), same: z.number().min(0).max(0.5) })
    .refine(
      ({ difference, same }) => difference < same,
      'difference must be smaller than the equivalence margin (same)',
    ),
  /** What New run begins with; null: the default of the product. */
  defaults: z.object({
    repetitions: z.number().int().min(1).max(50).nullable(),
    timeLimitS: z.number().positive().max(1e6).nullable(),
    /** A GPU by index or UUID. */
    gpu: z.string().max(100).nullable(),
  }),
  /** Of the history table, in order; null: the usual ones. */
  columns: z.array(z.string().max(60)).max(60).nullable(),
  /** The case whose median history shows in a column of its own; null: none. */
  historyCase: chosenCaseSchema.nullable(),
  figure: z.object({
    widthMm: z.number().min(20).max(600),
    /** Null: as high as its content needs. */
    heightMm: z.number().min(20).max(600).nullable(),
    dpi: z.number().min(50).max(1200),
    fontPt: z.number().min(5).max(30),
    /** Of figures and reports; null: English. */
    language: z.enum(languages).nullable().default(null),
  }),
});
export type StoredSettings = z.infer<typeof settingsSchema>;

export const settingsProcedures = {
  settings: procedure<StoredSettings>()({}),
  /** Changes what is named and leaves the rest. */
  saveSettings: procedure<StoredSettings>()(settingsSchema.partial().shape),
  storage: procedure<StorageView>()({}),
  backUp: procedure<{ readonly file: string }>()({}),
  /** Gives the space of removed runs back to the disk; refused while a run is under way. */
  compact: procedure<StorageView>()({}),
  /** Moves database and backups into an empty folder and uses them there from now on. */
  moveStore: procedure<StorageView>()({ folder: z.string().min(1).max(1000) }),
  versions: procedure<{ readonly versions: Readonly<Record<string, string>> }>()({}),
};

export type StorageView = {
  readonly home: string;
  readonly file: string;
  readonly bytes: number;
  readonly runs: number;
  readonly trashed: number;
  readonly backups: readonly {
    readonly file: string;
    readonly takenAt: string;
    readonly bytes: number;
  }[];
  /** Free on the disk of the folder. */
  readonly freeBytes: number | null;
  readonly warnings: readonly string[];
  /** Why the folder cannot be moved from here; null when it can. */
  readonly fixed: string | null;
};
