import { readFileSync } from 'node:fs';
import { BreakevenError } from '../../contract/failure.ts';
import type { Device, Values } from '../../contract/workload.ts';
import { isTooDeep } from '../util/json-depth.ts';
import { plainFileFault } from '../util/plain-file.ts';

/** One benchmark at one point, as one process of another tool measured it. Nothing of it was verified. */
export type ForeignCase = {
  /** As the tool names it. */
  readonly benchmark: string;
  /** Its type axes; null where it has none. */
  readonly variant: string | null;
  readonly values: Values;
  readonly device: Device;
  readonly scope: string;
  /** One entry a sample, in nanoseconds; empty where the file has means only. */
  readonly timesNs: Float64Array;
  readonly meanNs: number | null;
  /** Why it was not measured; null where it was. */
  readonly skipped: string | null;
};

/** What one process of another tool said: one file is one process. */
export type ForeignRun = { readonly tool: string; readonly cases: readonly ForeignCase[] };

/** A format of result files, registered by its module. */
export type ForeignFormat = {
  readonly id: string;
  readonly title: string;
  /** Whether a parsed file is of this format. */
  recognise(document: unknown): boolean;
  /** @throws BreakevenError `bad-input` with one sentence that names the file. */
  read(path: string): ForeignRun;
};

/** Result files beyond it are none that a benchmark wrote. */
const maxBytes = 512 * 2 ** 20;

/** A JSON file as tools write it: NaN and infinities stand bare in it and become null. */
export function readForeignJson(path: string, name: string): unknown {
  const fault = plainFileFault(path, maxBytes);
  if (fault !== null) throw new BreakevenError('bad-input', `${name} is not read: ${fault}`);
  let document: unknown;
  try {
    const text = readFileSync(path, 'utf8');
    document = JSON.parse(
      text.replaceAll(/("(?:[^"\\]|\\.)*")|-?\b(?:NaN|nan|Infinity|inf)\b/g, (all, quoted) =>
        quoted === undefined ? 'null' : all,
      ),
    );
  } catch {
    throw new BreakevenError('bad-input', `${name} is not JSON, or it is cut off`);
  }
  if (isTooDeep(document)) throw new BreakevenError('bad-input', `${name} nests too deeply`);
  return document;
}

/** An id of an axis: letters, digits and -, so that `--set` can name it. */
export function axisId(name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return /^[A-Za-z]/.test(plain) ? plain : `axis-${plain}`;
}
