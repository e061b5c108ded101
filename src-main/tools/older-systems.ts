import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, StepFailed } from './steps.ts';

/** What a system has on which packages run: the C library 2.28 and the standard library of GCC 8. */
const limits: Readonly<Record<string, string>> = {
  GLIBC: '2.28',
  GLIBCXX: '3.4.25',
  CXXABI: '1.3.11',
};

export const packageLimits = Object.entries(limits)
  .map((limit) => limit.join('_'))
  .join(', ');

type Imported = {
  readonly name: string;
  readonly version: string | null;
  /** A program starts without it. */
  readonly weak: boolean;
};

/** The ELF files of a folder and the folders in it. */
export function binariesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isElf)
    .sort();
}

/**
 * Lets the libraries of a folder load on older systems: a reference to a function that newer C libraries only moved or
 * renumbered (`pthread_create`, `log`) loses its version, and what the file says to need of the C library is lowered.
 *
 * @throws StepFailed naming a function that the older C library lacks
 */
export async function lowerVersions(folder: string): Promise<void> {
  const older = await functionsOfLimit();
  for (const file of binariesIn(folder)) {
    const newer = (await imports(file)).filter(({ version }) => isAbove(version));
    const lacking = newer.filter(({ name }) => !older.has(name));
    if (lacking.length > 0) throw new StepFailed(complaint(file, lacking));
    if (newer.length === 0) continue;
    const bytes = readFileSync(file);
    lowerElf(bytes, isAbove);
    writeFileSync(file, bytes);
  }
}

/**
 * Reads with `objdump -T` that no binary of a folder needs a symbol above the limits, or one without a version that the
 * older C library lacks. Returns the number of binaries.
 *
 * @throws StepFailed naming the file and its symbols
 */
export async function checkBinaries(folder: string): Promise<number> {
  const [older, newest] = await Promise.all([functionsOfLimit(), functionsOfThisMachine()]);
  const files = binariesIn(folder);
  for (const file of files) {
    const wrong = (await imports(file)).filter(({ name, version, weak }) =>
      version === null ? !weak && newest.has(name) && !older.has(name) : isAbove(version),
    );
    if (wrong.length > 0) throw new StepFailed(complaint(file, wrong));
  }
  return files.length;
}

function complaint(file: string, symbols: readonly Imported[]): string {
  const names = symbols.map(({ name, version }) => `${name}@${version ?? 'any version'}`);
  return `${file} needs ${names.slice(0, 8).join(', ')}; packages run with ${packageLimits}.`;
}

/** Undefined symbols of a library or program. */
async function imports(file: string): Promise<readonly Imported[]> {
  const table = await quietly('reading symbols', 'objdump', ['-T', file]);
  const row = /^[0-9a-f]+ ([^*]*)\*UND\*\t[0-9a-f]+ +(?:\(?(\w+_[\d.]+)\)? +|Base +)?(\S+)$/gm;
  return [...table.matchAll(row)].map(([, flags = '', version, name = '']) => ({
    ...{ name, version: version ?? null, weak: flags.includes('w') },
  }));
}

/** Versioned functions of this machine's C library, those kept for older programs included. */
async function functionsOfLimit(): Promise<ReadonlySet<string>> {
  return exported((version) => !isAbove(version));
}

async function functionsOfThisMachine(): Promise<ReadonlySet<string>> {
  return exported(() => true);
}

async function exported(keep: (version: string) => boolean): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const library of ['libc.so.6', 'libm.so.6']) {
    const path = await quietly('finding the C library', process.env.CC ?? 'cc', [
      `-print-file-name=${library}`,
    ]);
    const table = await quietly('reading symbols', 'objdump', ['-T', path.trim()]);
    for (const [, version = '', name = ''] of table.matchAll(
      /^(?!.*\*UND\*).*\t[0-9a-f]+ +\(?(GLIBC_[\d.]+)\)? +(\S+)$/gm,
    )) {
      if (keep(version)) names.add(name);
    }
  }
  return names;
}

function isAbove(version: string | null): boolean {
  const [, family = '', number = ''] = /^([A-Z]+)_([\d.]+)$/.exec(version ?? '') ?? [];
  const limit = limits[family];
  if (limit === undefined) return false;
  return number.localeCompare(limit, 'en', { numeric: true }) > 0;
}

function isElf(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4);
    return readSync(file, head, 0, 4, 0) === 4 && head.toString('latin1') === '\x7fELF';
  } finally {
    closeSync(file);
  }
}

type Section = {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
};

const typeOfVersions = 0x6fffffff;
const typeOfNeeds = 0x6ffffffe;
/** A symbol without a version: the default one of the library that is loaded. */
const anyVersion = 1;

/**
 * Rewrites a 64-bit little-endian ELF file in place: symbols of a version above the limit lose it, and the version leaves the
 * list of those that have to be there. A list has at least one: where none is left, it is the oldest of the C library.
 */
export function lowerElf(bytes: Buffer, above: (version: string) => boolean): void {
  const sections = sectionsOf(bytes);
  const versions = sections.find(({ type }) => type === typeOfVersions);
  const needs = sections.find(({ type }) => type === typeOfNeeds);
  const strings = needs === undefined ? undefined : sections[needs.link];
  if (versions === undefined || needs === undefined || strings === undefined) return;
  const nameAt = (entry: number): string => {
    const start = strings.offset + bytes.readUInt32LE(entry + 8);
    return bytes.toString('latin1', start, bytes.indexOf(0, start));
  };
  const libraries = linked(bytes, needs.offset, 12).map((library) => ({
    library,
    entries: linked(bytes, library + bytes.readUInt32LE(library + 8), 12),
  }));
  const dropped = new Set<number>();
  const oldest = libraries
    .flatMap(({ entries }) => entries)
    .filter((entry) => /^GLIBC_/.test(nameAt(entry)) && !above(nameAt(entry)))
    .sort((a, b) => nameAt(a).localeCompare(nameAt(b), 'en', { numeric: true }))[0];
  for (const { library, entries } of libraries) {
    const kept = entries.filter((entry) => !above(nameAt(entry)));
    if (kept.length === entries.length) continue;
    for (const entry of entries)
      if (!kept.includes(entry)) dropped.add(bytes.readUInt16LE(entry + 6));
    const last = entries[0];
    if (kept.length === 0 && last !== undefined) {
      if (oldest === undefined) throw new StepFailed('no version of the C library is left');
      bytes.copy(bytes, last, oldest, oldest + 4);
      bytes.copy(bytes, last + 8, oldest + 8, oldest + 12);
      kept.push(last);
    }
    bytes.writeUInt16LE(kept.length, library + 2);
    bytes.writeUInt32LE((kept[0] ?? library) - library, library + 8);
    kept.forEach((entry, index) => {
      bytes.writeUInt32LE((kept[index + 1] ?? entry) - entry, entry + 12);
    });
  }
  for (let at = versions.offset; at < versions.offset + versions.size; at += 2) {
    if (dropped.has(bytes.readUInt16LE(at) & 0x7fff)) bytes.writeUInt16LE(anyVersion, at);
  }
}

function sectionsOf(bytes: Buffer): readonly Section[] {
  const start = Number(bytes.readBigUInt64LE(0x28));
  const [size, count] = [bytes.readUInt16LE(0x3a), bytes.readUInt16LE(0x3c)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 0x18)),
      size: Number(bytes.readBigUInt64LE(at + 0x20)),
      link: bytes.readUInt32LE(at + 0x28),
    };
  });
}

/** Where the entries of a chained list are; each has the distance to the next, 0 in the last. */
function linked(bytes: Buffer, first: number, distanceAt: number): readonly number[] {
  const entries = [first];
  for (let at = first, step = -1; step !== 0; at += step) {
    step = bytes.readUInt32LE(at + distanceAt);
    if (step !== 0) entries.push(at + step);
  }
  return entries;
}
