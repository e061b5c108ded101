import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { type BreakevenError, badInput } from '../../contract/failure.ts';

/**
 * What a file of results says of its run stands at one of its ends, however large it is: text chunks come before a
 * picture, the notes of a table and the attributes of a PDF after it.
 */
const endLength = 64 * 1024;

/**
 * As documents, notes and attributes put it: `"run": { "id": "…"`, `Run …, `, `Run: …`; a PNG; the first row of a CSV.
 */
const namings = [
  /\b[Rr]un\W{1,12}(?:id\W{1,6})?(?=[a-z]*\d)([0-9a-hjkmnp-tv-z]{12})\b/,
  /tEXtRun\W([0-9a-hjkmnp-tv-z]{12})/,
  /^run,[^\n]*\n([0-9a-hjkmnp-tv-z]{12}),/,
];

/** Files of other tools' formats, which have no room for a run. */
const ofName = /^([0-9a-hjkmnp-tv-z]{12})-nvbench(?:\.json|-\d+\.bin)$/;

/**
 * The rule for files whose names are not the user's: results of another run, and what is not known to be of this one,
 * are replaced only by `force`. The same run may write its own files again.
 *
 * @throws BreakevenError `bad-input` that names the first such file and whose it is; nothing has been written then.
 */
export function checkReplaced(
  files: readonly string[],
  runId: string,
  { force = false }: { readonly force?: boolean | undefined } = {},
): void {
  if (force) return;
  for (const file of files) {
    if (!isFile(file) || isOfRun(file, runId)) continue;
    const owner = ownerOf(file);
    const whose =
      owner === null
        ? `exists and does not belong to run ${runId}`
        : `holds results of run ${owner}, not of ${runId}`;
    throw refusal(file, whose, 'folder');
  }
}

/** The same for a file of no run: only equal bytes replace what is there. */
export function checkReplacedBytes(
  file: string,
  bytes: Uint8Array,
  { force = false }: { readonly force?: boolean | undefined } = {},
): void {
  if (force || !isFile(file) || holds(file, bytes)) return;
  throw refusal(file, 'exists with other content', 'file');
}

function refusal(file: string, whose: string, other: 'file' | 'folder'): BreakevenError {
  return badInput(`${file} ${whose}; --out names another ${other}, --force replaces it`);
}

/** Whether a file says that it is of a run, by its name, itself or through the `.meta.json` next to it. */
export function isOfRun(file: string, runId: string): boolean {
  if (path.basename(file).startsWith(`${runId}-`)) return true;
  const [own, beside] = textsOf(file);
  return own.includes(runId) || (namedRun(own) === null && beside.includes(runId));
}

/** The run whose results a file holds, as far as it says; null where it names none. */
export function ownerOf(file: string): string | null {
  return (
    textsOf(file)
      .map(namedRun)
      .find((id) => id !== null) ??
    ofName.exec(path.basename(file))?.[1] ??
    null
  );
}

function namedRun(text: string): string | null {
  return namings.map((one) => one.exec(text)?.[1]).find((id) => id !== undefined) ?? null;
}

/** What the file says, and what describes it: a wide table has no room for the id of its run. */
function textsOf(file: string): readonly [own: string, beside: string] {
  const beside = path.join(path.dirname(file), `${path.parse(file).name}.meta.json`);
  return [endsOf(file), endsOf(beside)];
}

/** Both ends of a file as text; empty where it cannot be read. */
function endsOf(file: string): string {
  if (!isFile(file)) return '';
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = statSync(file);
    const read = (from: number): string => {
      const bytes = Buffer.alloc(endLength);
      return bytes.toString('latin1', 0, readSync(handle, bytes, 0, endLength, from));
    };
    const head = read(0);
    return size <= endLength ? head : `${head}\n${read(Math.max(endLength, size - endLength))}`;
  } finally {
    closeSync(handle);
  }
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether a file has these bytes and no other. */
export function holds(file: string, bytes: Uint8Array): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== bytes.byteLength) return false;
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}
