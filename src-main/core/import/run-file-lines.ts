import { constants } from 'node:buffer';
import { createGunzip } from 'node:zlib';
import { type BreakevenError, badInput } from '../../contract/failure.ts';
import { decodeJson } from '../store/codec.ts';
import { isTooDeep } from '../util/json-depth.ts';

export type RunFileLimits = {
  /** What a file may become when it is unpacked. */
  readonly unpackedBytes: number;
  /** The same as a multiple of its own size, after the first 16 MiB: files of runs unpack to 3 to 5 times theirs. */
  readonly unpackedTimes: number;
  /**
   * Values of one line, and of all lines. `{},` has three bytes, which pack to almost nothing, and takes a hundred in
   * memory: a bound on bytes alone would let a small file end this process.
   */
  readonly lineValues: number;
  readonly values: number;
};

export const runFileLimits: RunFileLimits = {
  unpackedBytes: 2 ** 30,
  unpackedTimes: 64,
  lineValues: 4_000_000,
  values: 25_000_000,
};

const pieceBytes = 256 * 1024;
const freeBytes = 16 * 2 ** 20;
const newline = 0x0a;
/** By byte, 1 for `,`, `[` and `{`: in front of each value but the first stands one of them. */
const marks = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number([0x2c, 0x5b, 0x7b].includes(byte)),
);

/** A refusal of a run file, in one sentence. */
export function badRunFile(why: string): BreakevenError {
  return badInput(`This run file cannot be read: ${why}.`);
}

/**
 * The lines of a run file, parsed, one after the other: only what is read of them stays in memory.
 *
 * @throws BreakevenError `bad-input` for what is no gzip of lines of JSON, or more than is read.
 */
export async function* runFileLines(
  bytes: Uint8Array,
  limits: RunFileLimits,
): AsyncGenerator<unknown, undefined> {
  let line = createLine(limits.lineValues);
  let unpacked = 0;
  let values = 0;
  for await (const piece of unpackedPieces(bytes)) {
    unpacked += piece.length;
    if (unpacked > limits.unpackedBytes) {
      throw badRunFile(`it unpacks to more than ${limits.unpackedBytes} bytes`);
    }
    if (unpacked > freeBytes + limits.unpackedTimes * bytes.length) {
      throw badRunFile(`it unpacks to more than ${limits.unpackedTimes} times its own size`);
    }
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      line.add(piece.subarray(from, end));
      values += line.values();
      if (values > limits.values) {
        throw badRunFile(`it holds more than ${limits.values} values`);
      }
      yield parsed(line.text());
      line = createLine(limits.lineValues);
      from = end + 1;
    }
    line.add(piece.subarray(from));
  }
  if (!line.isEmpty()) throw badRunFile('its last line is cut off');
}

/** A line that comes in parts; it is refused before it is whole once it is too much. */
function createLine(maxValues: number) {
  const parts: Buffer[] = [];
  let size = 0;
  let values = 0;
  return {
    add(part: Buffer): void {
      if (part.length === 0) return;
      parts.push(part);
      size += part.length;
      values += valuesIn(part);
      if (values > maxValues) {
        throw badRunFile(`a line of it holds more than ${maxValues} values`);
      }
      if (size > constants.MAX_STRING_LENGTH) {
        throw badRunFile(`a line of it has more than ${constants.MAX_STRING_LENGTH} bytes`);
      }
    },
    values: () => values,
    isEmpty: () => size === 0,
    text: () => Buffer.concat(parts).toString('utf8'),
  };
}

/** At most so many values are in a text of JSON. */
function valuesIn(text: Buffer): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) count += marks[text[i] ?? 0] ?? 0;
  return count;
}

async function* unpackedPieces(bytes: Uint8Array): AsyncGenerator<Buffer, undefined> {
  const unpacking = createGunzip({ chunkSize: pieceBytes });
  unpacking.end(bytes);
  try {
    for await (const piece of unpacking) yield piece;
  } catch {
    throw badRunFile('it is cut off, damaged or something else');
  }
}

function parsed(line: string): unknown {
  let value: unknown;
  try {
    value = decodeJson<unknown>(line);
  } catch {
    throw badRunFile('a line of it is not JSON, or nests too deeply');
  }
  if (isTooDeep(value)) throw badRunFile('a line of it nests too deeply');
  return value;
}
