import { z } from 'zod';
import { configurationSchema } from '../configuration.ts';
import { type FigureSpec, languageSchema } from '../figure.ts';
import { pieceBytes } from '../limits.ts';
import { procedure } from '../procedure.ts';
import type { RunRow } from '../run.ts';

/** A format that runs are exported in, as menus show it. */
export type ExportFormatView = {
  readonly id: string;
  readonly title: string;
  /** Of its files, as people name it: `CSV`. */
  readonly suffix: string;
  /** It is text that papers and notes take from the clipboard. */
  readonly copies?: true;
};

const presetIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'a-z, 0-9 and - are allowed');

export const fileProcedures = {
  exportRun: procedure<{ readonly files: readonly ExportedFile[] }>()({
    ref: z.string().min(1).max(200),
    /** An id of `exportFormats`. */
    format: z.string().max(60),
    /** Of a report, and of tables for a paper. */
    language: languageSchema.optional(),
  }),
  exportFormats: procedure<{ readonly formats: readonly ExportFormatView[] }>()({}),
  /**
   * A run file in pieces of at most `pieceBytes`, as base64: the first without an `upload`, the others with the one that
   * the first was given. With the last piece the run is checked and stored, unless a run of its id is stored already:
   * then nothing is changed, and `stored` is that run, be it in the trash.
   */
  importRun: procedure<{
    readonly upload: string;
    readonly received: number;
    readonly run: RunRow | null;
    readonly stored?: RunRow;
  }>()({
    upload: z.string().max(60).nullable().default(null),
    /** Of the file; without one it is a run file. */
    name: z.string().max(300).optional(),
    data: z.base64().max(Math.ceil(pieceBytes / 3) * 4),
    last: z.boolean(),
  }),
  /** Results that come with the product and open without any hardware. */
  sampleResults: procedure<{ readonly samples: readonly SampleResult[] }>()({}),
  /** Its times over the size, without storing it. */
  sampleFigure: procedure<FigureSpec>()({ id: z.string().max(100) }),
  /** Stores a sample result, unless it is there, and says which run it is. */
  openSample: procedure<{ readonly runId: string }>()({ id: z.string().max(100) }),
  presets: procedure<readonly Preset[]>()({}),
  /** Saves an own preset; without an id it gets one from its title, with one it is replaced. */
  savePreset: procedure<{ readonly id: string }>()({
    id: presetIdSchema.optional(),
    title: z.string().trim().min(1).max(100),
    summary: z.string().max(500).default(''),
    configuration: configurationSchema,
  }),
  renamePreset: procedure<{ readonly id: string }>()({
    id: presetIdSchema,
    title: z.string().trim().min(1).max(100),
  }),
  deletePreset: procedure<{ readonly id: string }>()({ id: presetIdSchema }),
  exportPreset: procedure<{ readonly file: ExportedFile }>()({ id: presetIdSchema }),
  /** The text of an exported preset. */
  importPreset: procedure<{ readonly id: string }>()({ text: z.string().max(500_000) }),
  /** The command lines that do the same run. */
  commandOf: procedure<Commands>()({ configuration: configurationSchema }),
};

export type SampleResult = {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
  readonly workloads: readonly string[];
  readonly device: string;
  readonly cases: number;
  /** Measured with a GPU. */
  readonly gpu: boolean;
  /** The run, where it has been opened. */
  readonly runId: string | null;
};

/** One command line, as words and as a text that a POSIX shell reads. */
export type CommandLine = { readonly words: readonly string[]; readonly text: string };

export type Commands = {
  readonly run: CommandLine;
  /** The same under NVIDIA's profiler of whole programs. */
  readonly nsys: CommandLine;
};

export type Preset = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly configuration: z.input<typeof configurationSchema>;
  /** Saved by the user: can be renamed and deleted. */
  readonly own?: boolean;
};

export type ExportedFile = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** What is not as asked for in it, in one sentence; absent where all is. */
  readonly note?: string;
};
