import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type ScopeSamples, schemaVersion } from '../../contract/run.ts';
import { encodeDoubles, encodeJson } from '../store/codec.ts';
import type { Store } from '../store/store.ts';

/**
 * A run as one file that another machine can read: gzip around lines of JSON. The first line says what it is, the
 * second has run, machine with its measured peaks, and plan, then comes a line for each case with its descriptor and
 * its counters, its samples (base64 of little-endian doubles) with what their processes say of all samples that they took, and how its repetitions went, before those of a lab the sources and builds that they name, one with the
 * log, and a last one with counts, so that a file that was cut is found out. Its last member has the SHA-256 of all bytes before it: see `sealed`.
 */
export const runFileFormat = 'breakeven-run';
export const runFileVersion = 3;
export const runFileMime = 'application/x-breakeven-run';

export type RunFileStore = Pick<
  Store,
  | 'run'
  | 'samples'
  | 'repetitions'
  | 'counters'
  | 'descriptors'
  | 'logOf'
  | 'measuredPeaks'
  | 'caseBuilds'
  | 'builds'
  | 'source'
>;

const logLines = 500;

/**
 * The pieces of a gzip file and one last member, `{"sha256":"<of all bytes before it>"}`. It is stored, not compressed, so that
 * its bytes follow from the digest: a flipped bit anywhere, be it in a header of gzip, makes another file.
 */
export function* sealed(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  yield seal(hash.digest('hex'));
}

function seal(sha256: string): Buffer {
  return gzipSync(`${JSON.stringify({ sha256 })}\n`, { level: 0 });
}

/** What stands before the digest of a run file; null where the digest is another, or there is none. */
export function unsealed(bytes: Uint8Array): Uint8Array | null {
  const content = bytes.subarray(0, -seal('0'.repeat(64)).length);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return seal(sha256).equals(bytes.subarray(content.length)) ? content : null;
}

/** The bytes of the file, piece by piece: gzip members, which together are one gzip file. */
export function* runFile(store: RunFileStore, ref: string): Generator<Uint8Array> {
  yield* sealed(members(runFileLines(store, ref)));
}

/** Characters of a member at least but for the last: descriptors, which repeat from line to line, are compressed together. */
const memberLength = 2 ** 20;

function* members(lines: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const one of lines) {
    text += one;
    if (text.length < memberLength) continue;
    yield gzipSync(text);
    text = '';
  }
  yield gzipSync(text);
}

function* runFileLines(store: RunFileStore, ref: string): Generator<string> {
  const stored = store.run(ref);
  const { machine, plan, cases } = stored;
  // When it was imported here is nothing of the run.
  const { importedAt: _, ...run } = stored.run;
  const descriptors = store.descriptors(run.id);
  const repetitions = store.repetitions(run.id);
  const scrubbed = run.scrubbed === true ? { scrubbed: true } : {};
  yield line({ format: runFileFormat, version: runFileVersion, schemaVersion, ...scrubbed });
  const { peaks, measuredAt } = store.measuredPeaks(machine.fingerprint);
  const ofMachine = peaks.length === 0 ? {} : { measuredPeaks: { measuredAt, peaks } };
  yield line({ run, machine, plan, ...ofMachine });
  yield* codeLines(store, run.id);
  const counters = store.counters(run.id);
  const caseBuilds = store.caseBuilds(run.id);
  let samples = 0;
  for (const stored of cases) {
    const parts = store.samples(run.id, stored.index);
    samples += parts.reduce((sum, { timesNs }) => sum + timesNs.length, 0);
    yield line({
      // Until a run ends, its metrics lack what is computed from all samples: who reads the file computes them.
      case: run.status === 'running' ? { ...stored, metrics: {} } : stored,
      descriptor: descriptors.get(stored.index),
      samples: parts.map(samplesJson),
      repetitions: repetitions.get(stored.index),
      counters: counters.get(stored.index),
      builds: caseBuilds.get(stored.index),
    });
  }
  for (let after = 0; ; after += logLines) {
    const log = store.logOf(run.id, after, logLines);
    if (log.length > 0) yield line({ log });
    if (log.length < logLines) break;
  }
  yield line({ end: { cases: cases.length, samples } });
}

/** What the cases of a lab were compiled from and how: a line for each text, then one for each build. */
function* codeLines(store: RunFileStore, runId: string): Generator<string> {
  const builds = store.builds(runId);
  const digests = builds.flatMap(({ sources }) => sources.map(({ sha256 }) => sha256));
  for (const sha256 of new Set(digests)) {
    const body = store.source(sha256);
    if (body !== null) yield line({ source: { sha256, body } });
  }
  for (const build of builds) yield line({ build });
}

function line(value: unknown): string {
  return `${encodeJson(value)}\n`;
}

/** Whether it was disturbed stands with its repetition. */
function samplesJson(samples: ScopeSamples) {
  const { timesNs, clocksHz: _1, cpuNs: _2, disturbed: _3, ...rest } = samples;
  return {
    ...rest,
    n: timesNs.length,
    ...(rest.sameAs === undefined ? arraysJson(samples) : {}),
  };
}

function arraysJson({ timesNs, clocksHz, cpuNs }: ScopeSamples) {
  return {
    times: base64(timesNs),
    ...(clocksHz === undefined ? {} : { clocks: base64(clocksHz) }),
    ...(cpuNs === undefined ? {} : { cpu: base64(cpuNs) }),
  };
}

function base64(values: Float64Array): string {
  return encodeDoubles(values).toString('base64');
}
