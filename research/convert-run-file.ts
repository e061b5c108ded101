import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Versions 1 and 2, of Breakeven 0.1, to version 3. Also started by itself: `node research/convert-run-file.ts OLD NEW`. */
export const title =
  'Maps a run file of the version before to the names of now, with the same values. Arguments: OLD NEW.';

const names: ReadonlyMap<string, string> = new Map([
  ['span', 'scope'],
  ['spans', 'scopes'],
  ['round', 'repetition'],
  ['rounds', 'repetitions'],
  ['maxRounds', 'maxRepetitions'],
  ['firstRound', 'firstRepetition'],
  ['facts', 'attributes'],
  ['tie', 'link'],
  ['ceilings', 'measuredPeaks'],
  ['probes', 'peaks'],
]);

/** Their keys are ids of axes, attributes and programs. */
const data = new Set(['values', 'set', 'sweep', 'tie', 'parameters', 'facts', 'versions']);

function renamed(value: unknown, inside = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part, inside));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      nameOf(key, inside),
      data.has(key) ? part : renamed(part, key),
    ]),
  );
}

function nameOf(key: string, inside: string): string {
  if (inside === 'policy' && key === 'rule') return 'criterion';
  return (
    names.get(key) ?? key.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
  );
}

type Part = Record<string, unknown>;

/** Version 3 has samples that a call shares with its kernel once. */
function withSameAs(line: unknown): unknown {
  const { samples } = line as { readonly samples?: readonly Part[] };
  if (samples === undefined) return line;
  const shared = (part: Part) => {
    const kernel = samples.find(
      ({ scope, repetition }) => scope === 'kernel' && repetition === part.repetition,
    );
    const keys = ['n', 'repeats', 'launchIncluded', 'times', 'clocks', 'cpu'];
    const same = part.n !== 0 && keys.every((key) => kernel?.[key] === part[key]);
    if (part.scope !== 'call' || !same) return part;
    const { times: _1, clocks: _2, cpu: _3, ...rest } = part;
    return { ...rest, sameAs: 'kernel' };
  };
  return { ...(line as object), samples: samples.map(shared) };
}

/** The run file in the form of version 3. */
export function convertRunFile(bytes: Uint8Array): Buffer {
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  const converted = lines.map((line, i) => {
    const value: object = JSON.parse(line);
    if (i === 0) return { ...value, version: 3 };
    // Sources, builds and the log stay to the last byte: builds are named by their digest.
    return 'run' in value || 'case' in value ? withSameAs(renamed(value)) : value;
  });
  return gzipSync(`${converted.map((line) => JSON.stringify(line)).join('\n')}\n`, { level: 9 });
}

export async function main([from, to]: readonly string[]): Promise<number> {
  if (from === undefined || to === undefined) {
    console.error('convert-run-file takes a run file of 0.1 and the name of the new file');
    return 2;
  }
  writeFileSync(to, convertRunFile(readFileSync(from)));
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
