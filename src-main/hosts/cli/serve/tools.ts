import { z } from 'zod';
import { procedures } from '../../../contract/api.ts';
import { groupSchema, policySchema } from '../../../contract/configuration.ts';
import { type BreakevenError, badInput, notFound } from '../../../contract/failure.ts';
import { strategies } from '../../../contract/headline.ts';
import { labIdPattern } from '../../../contract/lab.ts';
import { betweenSchema } from '../../../contract/procedures/break-evens.ts';
import { refSchema } from '../../../contract/procedures/history.ts';
import { scalarSchema } from '../../../contract/workload.ts';
import { counterSets } from '../../../core/counters/profile-command.ts';
import { wrongValue } from '../../../core/util/invalid-value.ts';
import { isTooDeep } from '../../../core/util/json-depth.ts';

/**
 * A verb as other programs call it. Fields are its flags and positionals in camel case, so that a tool answers what the
 * verb prints; paths of files and folders are no fields.
 */
export type Tool = {
  readonly description: string;
  /** The verb, and what always stands behind it. */
  readonly words: readonly string[];
  /** Fields that are positionals, in order. */
  readonly positionals: readonly string[];
  readonly input: z.ZodObject;
  /** The field that names a workload, of the catalog or a lab. */
  readonly opens: string | null;
  /** It compiles or measures, and needs the machine alone. */
  readonly measures: boolean;
};

type Given = Pick<Tool, 'description' | 'words'> &
  Partial<Pick<Tool, 'measures' | 'opens'>> & {
    readonly positionals?: z.ZodRawShape;
    readonly fields?: z.ZodRawShape;
  };

function tool({ fields, positionals = {}, ...rest }: Given): Tool {
  const input = z.strictObject({ ...positionals, ...fields });
  return { measures: false, opens: null, ...rest, positionals: Object.keys(positionals), input };
}

const text = (longest: number) => z.string().min(1).max(longest);
const id = z.string().regex(labIdPattern);
const variants = z.array(id).min(1).max(500).optional();
const scope = text(60).optional();
const flag = z.boolean().optional();
const { where, allowDisturbed } = procedures.run.shape;
const ofRun = { run: refSchema };
const perAxis = <Value extends z.ZodType>(value: Value) => z.record(id, value).optional();
const list = z.array(scalarSchema).min(1).max(1000);

const measured = {
  set: perAxis(z.union([scalarSchema, text(500)])).describe('a value for each axis: {"n": 1e6}'),
  sweep: perAxis(z.union([list, text(500)])).describe(
    'values for an axis, as a list or as a range: {"n": "1e3..1e6:x10"}',
  ),
  tell: text(20).optional().describe('the smallest change to detect; "2%" by default'),
  title: text(200).optional(),
};

const side = z.string().regex(/^[\w-]{1,60}(:[\w-]{1,60})?$/);
const workload = id.describe('id of a workload, or of a lab that is trusted');

export const tools: Readonly<Record<string, Tool>> = {
  list_workloads: tool({
    description:
      'Workloads, their axes and variants, and which of them this machine can run; of one where it is named. A lab is compiled for that.',
    words: ['list'],
    opens: 'workload',
    fields: { workload: workload.optional() },
  }),
  list_labs: tool({
    description:
      "The user's own workloads: id, folder, and the digest of the content that is trusted. Files are edited in the folder.",
    words: ['lab', 'list'],
  }),
  check_lab: tool({
    description:
      'Compiles the variants of a lab and verifies their answers at its sizes; says what the compiler refused or which value is wrong.',
    words: ['lab', 'check'],
    positionals: { lab: id },
    measures: true,
    fields: { variants, log: flag },
  }),
  run: tool({
    description:
      'Measures variants in several fresh processes, verifies every answer and stores the run: which variant is fastest, and from which size on. A second call with the same input gives another run, to compare with.',
    words: ['run'],
    opens: 'workload',
    measures: true,
    fields: {
      workload: workload.optional(),
      preset: id.optional(),
      variants: z
        .union([z.literal('all'), variants.unwrap()])
        .optional()
        .describe('all, or a list of ids'),
      ...measured,
      link: groupSchema.shape.link,
      scale: groupSchema.shape.scale,
      gpu: text(60).optional(),
      repetitions: policySchema.shape.repetitions.optional(),
      maxRepetitions: policySchema.shape.maxRepetitions,
      energy: policySchema.shape.energyS.describe(
        'also measure joules of an execution, in up to so many seconds of each process (0.6 to 2)',
      ),
      untilDecided: flag,
      tag: z.array(text(60)).max(50).optional(),
      note: text(20_000).optional(),
    },
  }),
  ab: tool({
    description:
      'Compares two versions pair by pair until it is decided which is faster: two variants, each as workload:variant (also of a lab), or two labs by id.',
    words: ['ab'],
    positionals: { base: side, head: side },
    measures: true,
    fields: {
      variants,
      ...measured,
      scope,
      pairs: z.number().int().min(5).max(50).optional(),
      time: text(20).optional(),
    },
  }),
  refine: tool({
    description:
      'Measures further sizes near the break-evens of a run until their intervals are narrow, and adds them to the run.',
    words: ['break-even', '--refine'],
    positionals: ofRun,
    measures: true,
    fields: {
      scope,
      workload: id.optional(),
      variants,
      timeLimit: z.number().min(0).max(1e6).optional(),
    },
  }),
  profile: tool({
    description:
      'Counts one execution of each GPU case that fits with Nsight Compute (ncu) and stores the counters with the run.',
    words: ['counters'],
    positionals: ofRun,
    measures: true,
    fields: { where, set: z.enum(counterSets).optional() },
  }),
  counters: tool({
    description: 'The hardware counters that are stored with a run.',
    words: ['counters', '--stored'],
    positionals: ofRun,
    fields: { where },
  }),
  compare: tool({
    description:
      'Compares one stored run, or one variant of a run (run:variant), with another; a speedup above 1 means that the contender is faster.',
    words: ['compare'],
    positionals: { contender: refSchema, baseline: refSchema },
    fields: { scope, where, why: flag, allowDisturbed },
  }),
  break_even: tool({
    description:
      'The size from which one variant of a stored run is faster than another, with its interval, or by energy needs fewer joules, or by machine on each of several runs; or the number of calls, or how each variant scales with threads.',
    words: ['break-even'],
    positionals: ofRun,
    fields: {
      scope,
      workload: id.optional(),
      variants,
      ...betweenSchema.partial().shape,
      over: id.optional(),
      strategy: z.enum(strategies).optional(),
      by: z.enum(['time', 'energy', 'machine']).optional(),
      with: z.array(refSchema).max(50).optional(),
      allowDisturbed,
    },
  }),
  source: tool({
    description:
      'What a variant of a stored run of a lab was compiled from: sources, compiler and command; its log, PTX or machine code; or its difference from another run.',
    words: ['lab', 'show'],
    positionals: ofRun,
    fields: {
      variant: text(80).optional(),
      diff: refSchema.optional(),
      ...{ log: flag, ptx: flag, sass: flag },
    },
  }),
  show_run: tool({
    description: 'A stored run: its answer, results and verdicts by size and variant.',
    words: ['show'],
    positionals: ofRun,
    fields: { where, scope, why: flag, long: flag, allowDisturbed },
  }),
  history: tool({
    description:
      'Stored runs, newest first, that a query finds: workload:histogram status:failed tag:lab n>=1M.',
    words: ['history'],
    positionals: { query: text(500).optional() },
    fields: { limit: z.number().int().min(1).max(200).optional() },
  }),
};

/** `allowDisturbed` is `--allow-disturbed`. */
export const flagOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The command line of a call.
 *
 * @param labs ids of the labs that are known here
 * @throws BreakevenError `bad-input` for what is no input of the tool, `not-found` for a lab that is not known
 */
export function wordsOf(
  name: string,
  { words, positionals, input, opens }: Tool,
  given: unknown,
  labs: readonly string[],
): readonly string[] {
  if (isTooDeep(given)) throw badInput(`${name}: lists and objects nest too deeply in it`);
  const parsed = input.safeParse(given ?? {});
  if (!parsed.success) throw badInput(wrongValue(parsed.error, given, name));
  const fields = Object.entries(parsed.data);
  const behind = positionals.flatMap((field) => {
    const value = parsed.data[field];
    return value === undefined ? [] : [String(value)];
  });
  const named =
    name === 'check_lab' || name === 'ab' ? behind.filter((one) => !one.includes(':')) : [];
  const unknown = named.find((one) => !labs.includes(one));
  if (unknown !== undefined) throw unknownLab(unknown);
  return [
    ...words,
    ...fields.flatMap(([field, value]) =>
      positionals.includes(field)
        ? []
        : flagWords(field === opens && labs.includes(String(value)) ? 'lab' : flagOf(field), value),
    ),
    ...(behind.length === 0 ? [] : ['--', ...behind]),
  ];
}

const unknownLab = (id: string): BreakevenError =>
  notFound(`no lab "${id}" is known here; "breakeven lab trust <folder>" adds one`);

function flagWords(flag: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${flag}`];
  // Flags that are repeated; a list of any other is joined by commas.
  if ((flag === 'tag' || flag === 'with') && Array.isArray(value)) {
    return value.map((one) => `--${flag}=${one}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([axis, one]) => `--${flag}=${axis}=${one}`);
  }
  return [`--${flag}=${value}`];
}
