import { z } from 'zod';
import { counterPassSchema } from '../../contract/counters.ts';
import {
  buildRoles,
  type CaseBuild,
  caseBuildSchema,
  type LabBuild,
  labBuildSchema,
} from '../../contract/lab.ts';
import { maxRunFileBytes } from '../../contract/limits.ts';
import { machineSchema, measuredPeakSchema } from '../../contract/machine.ts';
import {
  type Descriptor,
  descriptorSchema,
  planSchema,
  processSchema,
  repetitionSchema,
  runRowSchema,
  type ScopeSamples,
  schemaVersion,
  storedCaseSchema,
  withSameSamples,
} from '../../contract/run.ts';
import { withProcesses } from '../../stats/process-summary.ts';
import { runFileFormat, runFileVersion, unsealed } from '../export/run-file.ts';
import type { BuildToStore } from '../store/builds.ts';
import { canonicalJson, contentHash, decodeDoubles, hasOnlyFinite } from '../store/codec.ts';
import type { ImportedRun } from '../store/import.ts';
import { wrongValue } from '../util/invalid-value.ts';
import { checkedCase, instantFault, maxCases } from './check-imported.ts';
import { textFault } from './check-texts.ts';
import { planFault } from './check-values.ts';
import {
  badRunFile as bad,
  type RunFileLimits,
  runFileLimits,
  runFileLines,
} from './run-file-lines.ts';

/** A run of a day writes some thousands. */
const maxLogLines = 200_000;

/** Sources, and builds, of one file. */
const maxSources = 20_000;

const headerSchema = z.object({
  format: z.literal(runFileFormat),
  version: z.number().int().min(1),
  schemaVersion: z.number().int().optional(),
});

const peaksSchema = z.object({
  measuredAt: z.string().nullable(),
  peaks: z.array(measuredPeakSchema.extend({ value: z.number().positive() })).max(1000),
});
const runLineSchema = z.object({
  run: runRowSchema,
  machine: machineSchema,
  plan: planSchema,
  measuredPeaks: peaksSchema.optional(),
});
/** By character code, 1 for what base64 is written with. */
const base64Codes = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z\d+/]/.test(String.fromCharCode(code))),
);
/** As `z.base64()` checks it, which decodes megabytes only to find out. */
const base64Schema = z.string().check(({ value, issues }) => {
  const end = value.length - (value.endsWith('==') ? 2 : Number(value.endsWith('=')));
  let at = 0;
  while (at < end && base64Codes[value.charCodeAt(at)] === 1) at++;
  if (at === end && value.length % 4 === 0) return;
  issues.push({ code: 'invalid_format', format: 'base64', input: value });
});
const samplesSchema = z.object({
  scope: z.string().min(1).max(60),
  repetition: z.number().int().min(0).max(10_000),
  repeats: z.number().int().min(1),
  launchIncluded: z.boolean(),
  n: z.number().int().min(0),
  sameAs: z.literal('kernel').optional(),
  /** None with `sameAs`. */
  times: base64Schema.default(''),
  clocks: base64Schema.optional(),
  cpu: base64Schema.optional(),
  process: processSchema.optional(),
});
const caseLineSchema = z.object({
  case: storedCaseSchema,
  descriptor: descriptorSchema,
  samples: z.array(samplesSchema).max(10_000),
  repetitions: z.array(repetitionSchema).max(10_000).optional(),
  counters: z.array(counterPassSchema).max(2).optional(),
  builds: z.array(caseBuildSchema).max(buildRoles.length).optional(),
});
const restOfCaseSchema = caseLineSchema.omit({ descriptor: true });
const sourceLineSchema = z.object({
  source: z.object({ sha256: z.string(), body: z.string().max(2 ** 20) }),
});
const buildLineSchema = z.object({ build: labBuildSchema });
const logLineSchema = z.object({
  log: z.array(
    z.object({
      at: z.iso.datetime(),
      level: z.enum(['info', 'warning', 'error']),
      text: z.string().max(4000),
      caseIndex: z.number().int().nullable(),
    }),
  ),
});
const endLineSchema = z.object({ end: z.object({ cases: z.number(), samples: z.number() }) });

/**
 * Reads a run file that nobody vouches for: its size and what it unpacks to are bounded, every value is checked, and
 * paths in it are not kept, so that nothing on this machine is ever opened because a file said so.
 *
 * @param limits in place of the usual ones
 * @throws BreakevenError `bad-input` with one sentence.
 */
export async function readRunFile(
  bytes: Uint8Array,
  limits: Partial<RunFileLimits> = {},
): Promise<ImportedRun> {
  return await withLines(bytes, limits, readLines);
}

/**
 * What a run file says of its run before its cases, checked as all of it is; the rest is not unpacked.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function readRunHead(bytes: Uint8Array): Promise<RunHead> {
  return withLines(bytes, {}, readHead);
}

type RunHead = Pick<ImportedRun, 'run' | 'machine' | 'plan' | 'peaks'>;
type Lines = AsyncGenerator<unknown, undefined>;

async function withLines<T>(
  bytes: Uint8Array,
  limits: Partial<RunFileLimits>,
  read: (lines: Lines, isWhole: boolean) => Promise<T>,
): Promise<T> {
  if (bytes.length > maxRunFileBytes) {
    throw bad(`it has ${bytes.length} bytes, more than the ${maxRunFileBytes} that are read`);
  }
  const content = unsealed(bytes);
  const lines = runFileLines(content ?? bytes, { ...runFileLimits, ...limits });
  try {
    return await read(lines, content !== null);
  } finally {
    await lines.return(undefined);
  }
}

async function readHead(lines: Lines, isWhole: boolean): Promise<RunHead> {
  const header = headerSchema.safeParse((await lines.next()).value);
  if (!header.success) throw bad('it is something else');
  if (header.data.version > runFileVersion) {
    throw bad(
      `a newer version of Breakeven wrote it (format ${header.data.version}, this one reads ${runFileVersion}); update Breakeven`,
    );
  }
  if (header.data.version < runFileVersion) {
    throw bad('it is of Breakeven 0.1, which version 0.2 does not read');
  }
  refuseNewer('schema', header.data.schemaVersion ?? 1);
  if (!isWhole) throw bad('it was cut off or changed after it was written: its digest differs');
  const runLine = parse(runLineSchema, (await lines.next()).value, 'its run');
  const { run, machine, plan, measuredPeaks: peaks } = runLine;
  refuseNewer('schema of the plan', plan.schemaVersion);
  refuse(
    'its run',
    textFault('run', run) ??
      textFault('machine', machine) ??
      textFault('plan', plan) ??
      instantFault('createdAt', run.createdAt) ??
      instantFault('finishedAt', run.finishedAt) ??
      instantFault('measuredPeaks.measuredAt', peaks?.measuredAt ?? null),
  );
  return { run, machine, plan, ...(peaks === undefined ? {} : { peaks }) };
}

async function readLines(lines: Lines, isWhole: boolean): Promise<ImportedRun> {
  const { plan, ...head } = await readHead(lines, isWhole);
  const cases: ImportedRun['cases'][number][] = [];
  const log: ImportedRun['log'][number][] = [];
  const seen = new Set<number>();
  const described = new Map<string, Descriptor>();
  const code = createCodeReader();
  const caseOf = createCaseReader();
  let count = 0;
  for await (const value of lines) {
    if (code.take(value)) continue;
    const end = lineOf('end', endLineSchema, value);
    if (end !== null) {
      const whole = end.end.cases === cases.length && end.end.samples === count;
      if (!whole || (await lines.next()).done !== true)
        throw bad('what it holds is not what it says');
      refuse('its run', planFault(plan, [...described.values()]));
      return { ...head, plan: withoutPaths(plan), cases, log };
    }
    const noted = lineOf('log', logLineSchema, value);
    if (noted !== null) {
      if (log.length + noted.log.length > maxLogLines) {
        throw bad(`its log has more than ${maxLogLines} lines`);
      }
      for (const line of noted.log) log.push(line);
      continue;
    }
    const read = caseOf(value, `case ${cases.length}`);
    const { index } = read.case;
    if (seen.has(index)) throw bad(`case ${index} appears twice`);
    if (cases.length >= maxCases) throw bad(`it has more than ${maxCases} cases`);
    seen.add(index);
    const { repetitions = [], counters = [], builds: named = [] } = read;
    const long = textFault('case', read.case) ?? textFault('descriptor', read.descriptor);
    if (long !== null) throw bad(`case ${index}: ${long}`);
    const builds = code.buildsOf(named, index);
    const disturbed = new Map(
      repetitions.map((each) => [each.repetition, each.disturbed ?? undefined]),
    );
    const parts = withSameSamples(
      read.samples.map((part) => samplesOf(part, index, disturbed.get(part.repetition))),
    );
    const lacking = read.samples.find(({ n }, i) => parts[i]?.timesNs.length !== n);
    if (lacking !== undefined) {
      throw bad(`case ${index}: ${lacking.scope} has other samples than the scope that it names`);
    }
    count += parts.reduce((sum, { timesNs }) => sum + timesNs.length, 0);
    const stored = checkedCase(read.case, read.descriptor, parts);
    if (typeof stored === 'string') throw bad(`case ${index}: ${stored}`);
    described.set(JSON.stringify([stored.workload, stored.variant]), read.descriptor);
    const samples = withProcesses(parts);
    cases.push({ stored, descriptor: read.descriptor, samples, repetitions, counters, builds });
  }
  throw bad('it is truncated');
}

/** Cases have one descriptor for each text of it: a file repeats some in hundreds of lines. */
function createCaseReader() {
  const known = new Map<string, Descriptor>();
  return (value: unknown, what: string): z.output<typeof caseLineSchema> => {
    const given = typeof value === 'object' && value !== null && Reflect.get(value, 'descriptor');
    // In JSON, what is no number is like what is null.
    const key = hasOnlyFinite(given) ? JSON.stringify(given) : '';
    const descriptor = known.get(key);
    if (descriptor !== undefined) return { ...parse(restOfCaseSchema, value, what), descriptor };
    const read = parse(caseLineSchema, value, what);
    if (key !== '') known.set(key, read.descriptor);
    return read;
  };
}

/** Null where it is another line. */
function lineOf<S extends z.ZodType>(key: string, schema: S, value: unknown): z.output<S> | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
  return schema.safeParse(value).data ?? null;
}

/** Texts and builds of a file, which cases name by digest. They are kept as text: nothing is compiled or run. */
function createCodeReader() {
  const sources = new Map<string, string>();
  const builds = new Map<string, LabBuild>();
  return {
    /** Whether the line was one of these. */
    take(value: unknown): boolean {
      const source = lineOf('source', sourceLineSchema, value);
      if (source !== null) {
        const { sha256, body } = source.source;
        if (contentHash(body) !== sha256) throw bad('a source is not what its digest says');
        if (sources.size >= maxSources) throw bad(`it has more than ${maxSources} sources`);
        sources.set(sha256, body);
        return true;
      }
      const build = lineOf('build', buildLineSchema, value);
      if (build === null) return false;
      const { hash, ...whole } = build.build;
      if (contentHash(canonicalJson(whole)) !== hash) {
        throw bad('a build is not what its digest says');
      }
      if (builds.size >= maxSources) throw bad(`it has more than ${maxSources} builds`);
      const missing = whole.sources.find(({ sha256 }) => !sources.has(sha256));
      if (missing !== undefined) throw bad(`the source ${missing.name} of a build is not in it`);
      builds.set(hash, build.build);
      return true;
    },
    buildsOf: (named: readonly CaseBuild[], index: number): readonly BuildToStore[] =>
      named.map(({ hash, role }) => {
        const build = builds.get(hash);
        if (build === undefined) throw bad(`case ${index}: a build of it is not in the file`);
        return { build, role, bodies: sources };
      }),
  };
}

function refuse(what: string, fault: string | null): void {
  if (fault !== null) throw bad(`${what}: ${fault}`);
}

function refuseNewer(what: string, version: number): void {
  if (version <= schemaVersion) return;
  throw bad(
    `a newer version of Breakeven wrote it (${what} ${version}, this one reads ${schemaVersion}); update Breakeven`,
  );
}

function parse<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = parseLoosely(schema, value);
  if (parsed.success) return parsed.data;
  throw bad(`${what}: ${wrongValue(parsed.error, value)}`);
}

function samplesOf(
  part: z.output<typeof samplesSchema>,
  index: number,
  disturbed: string | undefined,
): ScopeSamples {
  const { n, times, clocks, cpu, process, ...rest } = part;
  const doubles = (text: string): Float64Array<ArrayBuffer> => {
    const values = Buffer.from(text, 'base64');
    if (values.length !== (part.sameAs === undefined ? 8 * n : 0)) {
      throw bad(`case ${index}: ${part.scope} has ${values.length / 8} values where it says ${n}`);
    }
    return decodeDoubles(values);
  };
  return {
    ...rest,
    timesNs: doubles(times),
    ...(clocks === undefined ? {} : { clocksHz: doubles(clocks) }),
    ...(cpu === undefined ? {} : { cpuNs: doubles(cpu) }),
    ...(process === undefined ? {} : { process }),
    ...(disturbed === undefined ? {} : { disturbed }),
  };
}

function withoutPaths(plan: ImportedRun['plan']): ImportedRun['plan'] {
  const { matrices: _matrices, ...configuration } = plan.configuration;
  return {
    ...plan,
    configuration: {
      ...configuration,
      groups: configuration.groups.map(({ input: _input, ...group }) => group),
    },
    cases: plan.cases.map(({ input: _input, ...planned }) => planned),
  };
}

type Path = readonly (string | number)[];

/**
 * Parses as the schema does, but takes NaN and the infinities where it asks for a number: a statistic that is not known
 * is NaN, which the contract's numbers do not take.
 */
function parseLoosely<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  if (hasOnlyFinite(value)) return schema.safeParse(value);
  const odd: { readonly path: Path; readonly value: number }[] = [];
  const plain = replaced(value, [], (path, found) => odd.push({ path, value: found }));
  const parsed = schema.safeParse(plain);
  if (!parsed.success) return parsed;
  for (const { path, value: found } of odd) putBack(parsed.data, path, found);
  return parsed;
}

function replaced(value: unknown, path: Path, note: (path: Path, value: number) => void): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    note(path, value);
    return 0;
  }
  if (Array.isArray(value)) return value.map((part, i) => replaced(part, [...path, i], note));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, replaced(part, [...path, key], note)]),
  );
}

/** What the schema has dropped stays away. */
function putBack(target: unknown, path: Path, value: number): void {
  let place = target;
  for (const key of path.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return;
    place = Reflect.get(place, key);
  }
  const last = path.at(-1);
  if (typeof place !== 'object' || place === null || last === undefined) return;
  if (Object.hasOwn(place, last)) Reflect.set(place, last, value);
}
