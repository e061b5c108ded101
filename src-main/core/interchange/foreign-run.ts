import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { badInput } from '../../contract/failure.ts';
import type { Device, Scalar, Values } from '../../contract/workload.ts';
import { wrongValue } from '../util/invalid-value.ts';
import { isTooDeep } from '../util/json-depth.ts';
import { plainFileFault } from '../util/plain-file.ts';

/** One benchmark at one point, as another tool measured it. Nothing of it was verified. */
export type ForeignCase = {
  /** As the tool names it. */
  readonly benchmark: string;
  /** Its type axes, or the command; null where it has none. */
  readonly variant: string | null;
  readonly values: Values;
  /** Of the values, those of a variant alone: parameters of a tuner. */
  readonly parameters?: readonly string[];
  readonly device: Device;
  readonly scope: string;
  /** Scopes that these times stand for as well. */
  readonly alsoScopes?: readonly ('call' | 'total')[];
  /** One entry a sample, in nanoseconds; empty where the file has means only. */
  readonly timesNs: Float64Array<ArrayBuffer>;
  readonly meanNs: number | null;
  /** Executions in one sample, of which the time is that of one; 1 where the tool does not say. */
  readonly repeats?: number;
  /** Why it was not measured, or failed; null where it was measured. */
  readonly skipped: string | null;
  readonly failed?: true;
  /** Joules of one execution on the card. */
  readonly joules?: number;
  /** What else the tool says of it. */
  readonly attributes?: Readonly<Record<string, number | string>>;
};

/** The machine, as far as a file names it. */
export type ForeignMachine = {
  readonly host?: string | undefined;
  readonly cpu?: string | undefined;
  readonly cores?: number | undefined;
  readonly gpus: readonly string[];
};

/** What one file of another tool says. */
export type ForeignRun = {
  readonly tool: string;
  /** When it was measured; null where the file does not say. */
  readonly date: string | null;
  readonly machine: ForeignMachine;
  readonly cases: readonly ForeignCase[];
};

/** A result file, parsed, and what lies beside it. */
export type ForeignSource = {
  readonly name: string;
  readonly document: unknown;
  /** A file beside it by the last parts of its path; null where there is none. */
  readonly sidecar: (parts: readonly string[]) => Uint8Array | null;
};

/** A format of result files: a file of `formats/` exports one as `format`. */
export type ForeignFormat = {
  readonly id: string;
  readonly title: string;
  /** What a process is in its files: one file, or each time. */
  readonly process: 'file' | 'time';
  /** What to do for samples in place of means. */
  readonly samplesBy: string;
  /** Why some of its times are 0, and how to measure without; absent where only the clock is to blame. */
  readonly zeroTimes?: string;
  /** What its times have or lack, said with each case; null for nothing. */
  readonly warning: string | null;
  /** Whether a parsed file is of this format, damaged or not. */
  recognise(document: unknown): boolean;
  /** A text that ends too early, closed as its tool leaves it open. */
  readonly close?: (text: string) => string;
  /** @throws BreakevenError `bad-input` with one sentence that names the file. */
  read(source: ForeignSource): ForeignRun;
};

/** Result files beyond it are none that a benchmark wrote. */
const maxBytes = 512 * 2 ** 20;

/** @throws BreakevenError `bad-input` with one sentence. */
export function fileSource(path: string, formats: readonly ForeignFormat[]): ForeignSource {
  const name = basename(path);
  const fault = plainFileFault(path, maxBytes);
  if (fault !== null) throw badInput(`${name} is not read: ${fault}`);
  return textSource(name, readFileSync(path, 'utf8'), formats, (parts) => {
    const file = join(dirname(path), ...parts);
    return plainFileFault(file, maxBytes) === null ? readFileSync(file) : null;
  });
}

/** @throws BreakevenError `bad-input` with one sentence. */
export function textSource(
  name: string,
  text: string,
  formats: readonly ForeignFormat[],
  sidecar: ForeignSource['sidecar'] = () => null,
): ForeignSource {
  const closed = formats.flatMap(({ close }) => (close === undefined ? [] : [close]));
  for (const close of [(whole: string) => whole, ...closed]) {
    const document = parsed(close(text));
    if (document === undefined) continue;
    if (isTooDeep(document)) throw badInput(`${name} nests too deeply`);
    return { name, document, sidecar };
  }
  throw badInput(`${name} is not JSON, or it is cut off`);
}

/** NaN and infinities, which tools write bare, become null; undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(
      text.replaceAll(/("(?:[^"\\]|\\.)*")|-?\b(?:NaN|nan|Infinity|inf)\b/g, (all, quoted) =>
        quoted === undefined ? 'null' : all,
      ),
    );
  } catch {
    return undefined;
  }
}

/** The document by the schema of its format. @throws BreakevenError `bad-input`: which field. */
export function checkedDocument<S extends z.ZodType>(
  schema: S,
  { name, document }: ForeignSource,
  title: string,
): z.output<S> {
  const read = schema.safeParse(document);
  if (read.success) return read.data;
  const wrong = wrongValue(read.error, document).replaceAll(/\s+/g, ' ');
  throw badInput(`${name} is no file of ${title}: ${wrong.slice(0, 400)}`);
}

/** Whether a document is an object with these members. */
export function hasMembers(document: unknown, ...members: readonly string[]): boolean {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return false;
  return members.every((member) => Object.hasOwn(document, member));
}

/** An id of an axis: letters, digits and -, so that `--set` can name it. */
export function axisId(name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return (/^[A-Za-z]/.test(plain) ? plain : `axis-${plain}`).slice(0, 90);
}

/** A number where the text is one. */
export function numberOrText(text: string): Scalar {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
}

/** Times in nanoseconds, all of them: to leave out those that are too short to be told from 0 would make a case slower. */
export function timesOf(
  times: readonly (number | null)[],
  unitNs: number,
): Float64Array<ArrayBuffer> {
  return Float64Array.from(times, (time) => (time ?? 0) * unitNs);
}

export const timeSchema = z.array(z.number().nullable());
