import { z } from 'zod';
import type { Failure } from '../failure.ts';
import type { CaseBuild, LabBuild } from '../lab.ts';
import { labIdPattern, type MachineCodeKind, machineCodeKinds } from '../lab.ts';
import { procedure } from '../procedure.ts';
import { comparisonViewSchema } from '../verdict.ts';
import { type Values, valuesSchema } from '../workload.ts';

/**
 * Labs in a window, by their id: only content that is trusted is compiled and run. A page never names a folder of this
 * machine and never trusts: the desktop app asks its user in a dialog, and serve mode shows what to type at the terminal.
 */
const idSchema = z.string().regex(labIdPattern);
const refSchema = z.string().min(1).max(200);

export const labProcedures = {
  /** The labs that are remembered, as their files are now, with what is known of each variant. */
  labs: procedure<{
    readonly labs: readonly LabView[];
    /** Folders can be chosen and shown: the desktop app. */
    readonly folders: boolean;
    /** What `newLab` can begin with. */
    readonly starts: readonly { readonly id: string; readonly title: string }[];
    /** How the program is called on the command line. */
    readonly program: string;
  }>()({}),
  /** Makes a trusted lab a workload of the catalog. Its reference is compiled. */
  openLab: procedure<{ readonly id: string }>()({ id: idSchema }),
  /** Compiles and verifies variants of a trusted lab; `labs` has the result. One check or watch at a time. */
  checkLab: procedure<{ readonly checked: readonly CheckedVariant[] }>()({
    id: idSchema,
    variants: z.array(z.string().max(40)).max(500).optional(),
  }),
  /**
   * Begins to measure each version of a trusted lab as it is saved; `lab-activity` tells of it. Null: the user was asked and
   * does not trust what will be saved.
   */
  watchLab: procedure<LabActivity | null>()({
    id: idSchema,
    variant: z.string().max(40).optional(),
    set: valuesSchema.default({}),
  }),
  /** The check or watch that is under way, or the last watch. */
  labActivity: procedure<LabActivity | null>()({}),
  /** Ends the check or watch under way; one that has ended is put away. */
  stopLab: procedure<{ readonly stopped: boolean }>()({}),
  /** What the cases of a stored run were compiled from; empty for a run of no lab. */
  runCode: procedure<{
    readonly builds: readonly RunBuildView[];
    readonly texts: Readonly<Record<string, string>>;
  }>()({ ref: refSchema }),
  /** What a kernel of a stored run was compiled to; `build` is the digest of its build. */
  machineCode: procedure<MachineCode>()({
    ref: refSchema,
    build: z.string().min(1).max(64),
    kind: z.enum(machineCodeKinds),
  }),
  /** What differs between the codes of two stored runs, by variant. */
  codeDifference: procedure<{ readonly variants: readonly CodeDifference[] }>()({
    before: refSchema,
    after: refSchema,
  }),
  /** Takes a trusted lab off the list; its files and its runs stay. */
  forgetLab: procedure<{ readonly id: string }>()({ id: idSchema }),
  /**
   * Desktop only: asks whether to trust the content of a lab, of one of the list or of a folder or file that the user
   * chooses first. Null where the user does not.
   */
  trustLab: procedure<{ readonly id: string | null }>()({
    id: idSchema.optional(),
    choose: z.enum(['folder', 'file']).default('folder'),
  }),
  /** Desktop only: asks for a folder and makes a lab of this name in it, trusted. */
  newLab: procedure<{ readonly id: string | null }>()({ name: idSchema, from: z.string().max(40) }),
  /** Desktop only: shows the folder of a trusted lab. */
  openLabFolder: procedure<{ readonly opened: boolean }>()({ id: idSchema }),
  /** Asks the user for an input file of this machine, by the ends of its name; the desktop app alone. */
  chooseFile: procedure<{ readonly file: string | null }>()({
    ends: z.array(z.string().regex(/^[a-z0-9]{1,12}$/i)).max(20),
  }),
};

/** How a variant fared: what did not go well first. */
export type CheckedVariant = {
  readonly id: string;
  /** `unavailable`: it cannot run here; nothing is wrong with it as far as can be seen. */
  readonly state: 'verified' | 'wrong' | 'not-compiled' | 'unavailable';
  /** One sentence; null for a verified one. */
  readonly reason: string | null;
  /** What its cases say that are right all the same, each once: a replay that cannot be looked for. */
  readonly warnings: readonly string[];
  /** What the compiler printed, warnings of a file that was compiled included. */
  readonly log: string;
  readonly cases: number;
  /** Why it was not verified at some sizes, where it was at others. */
  readonly leftOut?: string;
  readonly flags: string;
};

/** `changed`: its file is another one than was checked. `built`: compiled by a run, and not checked. */
export type LabVariantState = CheckedVariant['state'] | 'built' | 'changed' | 'unchecked';

/** Lines of a file of the lab around the one that a message names. */
export type LabExcerpt = {
  readonly file: string;
  readonly line: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
};

export type LabVariantView = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly language: string;
  /** Below the folder of the lab; of a prebuilt library, the library. */
  readonly file: string;
  readonly state: LabVariantState;
  readonly reason: string | null;
  readonly excerpt: LabExcerpt | null;
  readonly warnings: readonly string[];
  readonly log: string;
  /** Cases that were verified. */
  readonly cases: number;
  readonly flags: string;
};

/** Why a lab as a whole cannot be used: its descriptor, its reference or its generator. */
export type LabFault = {
  readonly message: string;
  readonly log: string;
  readonly excerpt: LabExcerpt | null;
};

/** A file of a lab whose content is not the one that was trusted. */
export type ChangedFile = {
  readonly name: string;
  readonly state: 'new' | 'changed' | 'gone';
  /** Marked by - and + in front; empty for a file that is no text. */
  readonly lines: readonly string[];
  /** Lines that are left out at its end. */
  readonly left: number;
};

/** What of a lab is not trusted, and how it is. */
export type UntrustedView = {
  readonly digest: string;
  /** Whether other content of it was trusted before. */
  readonly before: boolean;
  readonly files: readonly ChangedFile[];
  /** The line that trusts this content at the terminal. */
  readonly command: string;
};

export type LabView = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly folder: string;
  /** The size axis with its default, where the descriptor can be read. */
  readonly size: { readonly id: string; readonly default: number } | null;
  readonly baseline: string | null;
  readonly fault: LabFault | null;
  /** Null where the content is trusted, or cannot be read. */
  readonly untrusted: UntrustedView | null;
  readonly variants: readonly LabVariantView[];
  /** When it was last checked; null: never. */
  readonly checkedAt: string | null;
};

export const verdictEventSchema = z.object({
  type: z.literal('verdict'),
  variant: z.string(),
  /** Counts the versions that this watch has measured, from 1. */
  version: z.number().int(),
  medianNs: z.number().nullable(),
  /** Medians over the size axis, the smallest size first; at the watched size alone where no other was measured. */
  curve: z.object({
    axis: z.string(),
    points: z.array(
      z.object({ size: z.number(), medianNs: z.number(), baselineNs: z.number().nullable() }),
    ),
  }),
  /** Null where the variant is the baseline, or has no version before. */
  baseline: comparisonViewSchema.nullable(),
  before: comparisonViewSchema.nullable(),
  /** What the cases of this version say of themselves, each once. */
  warnings: z.array(z.string()),
  /** From the save to this verdict. */
  milliseconds: z.number(),
  /** In so many processes at the watched size; the verdict of the first comes soon, later ones take its place. */
  repetitions: z.number().int(),
  /** More repetitions or sizes follow. */
  refining: z.boolean(),
});

export type LabWatchEvent =
  /** What can be is compiled, and the fault that was told last is gone; the next change is measured. */
  | { readonly type: 'ready'; readonly folder: string }
  /** The lab, or a file of it, cannot be read or compiled. */
  | { readonly type: 'fault'; readonly variant: string | null; readonly reason: string }
  | z.infer<typeof verdictEventSchema>;
export type WatchCurve = Extract<LabWatchEvent, { type: 'verdict' }>['curve'];

/** A file of a lab with what its compiler says of its lines. */
export type AnnotatedSource = {
  readonly variant: string | null;
  readonly file: string;
  readonly lines: readonly string[];
  readonly notes: readonly SourceNote[];
};

export type SourceNote = {
  readonly line: number;
  /** `resources`: registers and spills of the kernel that begins there. */
  readonly kind: 'error' | 'warning' | 'resources';
  readonly text: string;
};

export type LabActivity = {
  readonly id: string;
  readonly kind: 'check' | 'watch';
  /** The variant that is verified now, or the only one that is watched. */
  readonly variant: string | null;
  readonly underway: boolean;
  /** Of a watch, the newest first. */
  readonly events: readonly {
    readonly at: string;
    readonly event: LabWatchEvent;
    readonly excerpt: LabExcerpt | null;
  }[];
  /** Of a watch, the file that was saved last, as it was compiled. */
  readonly source: AnnotatedSource | null;
  /** Values of axes at which a watch measures, where they are not the default. */
  readonly set: Values;
  /** Why a watch ended by itself. */
  readonly failure: Failure | null;
};

/** One build of a run, with its texts by digest. What it was compiled to is asked for by itself. */
export type RunBuildView = {
  readonly workload: string;
  readonly variant: string;
  readonly role: CaseBuild['role'];
  readonly build: Omit<LabBuild, MachineCodeKind>;
  /** What is stored of it as machine code: nothing of code that runs on the host. */
  readonly machineCode: readonly MachineCodeKind[];
};

export type MachineCode = {
  /** Null: nothing is stored, and `reason` says why. */
  readonly text: string | null;
  readonly reason: string | null;
  /** Characters that are left out at its end. */
  readonly left: number;
};

export type CodeDifference = {
  readonly workload: string;
  readonly variant: string;
  /** Compiler commands; null where they are equal. */
  readonly command: { readonly before: string; readonly after: string } | null;
  /** Files that differ, with their lines marked by - and + in front. */
  readonly files: readonly { readonly name: string; readonly lines: readonly string[] }[];
};
