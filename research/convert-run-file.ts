import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type {
  Descriptor,
  Process,
  Repetition,
  ScopeProcess,
  StoredCase,
} from '../src-main/contract/run.ts';
import { disturbedMark } from '../src-main/contract/target.ts';
import { sealed, unsealed } from '../src-main/core/export/run-file.ts';
import { withEstimate } from '../src-main/stats/metric.ts';
import { timeStepNs } from '../src-main/stats/time-step.ts';
import { disturbedWarning, undisturbed } from '../src-main/stats/undisturbed.ts';

/** Versions 1 to 3 to version 3, with the estimates of now. Also started by itself: `node research/convert-run-file.ts OLD NEW`. */
export const title =
  'Maps a run file of a version before to the names and estimates of now, with the same samples. Arguments: OLD NEW.';

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

type CaseLine = {
  readonly case: StoredCase;
  readonly descriptor: Descriptor;
  readonly samples: readonly (Omit<ScopeProcess, 'disturbed'> & { readonly process: Process })[];
  readonly repetitions?: readonly Repetition[];
};

/** Of each timing scope the location of the processes that count, and its intervals. */
function withEstimates(line: CaseLine): CaseLine {
  const { repetitions = [], descriptor } = line;
  const { device } = descriptor.variant;
  const disturbed = new Map(repetitions.map((one) => [one.repetition, one.disturbed ?? undefined]));
  const metrics = Object.entries(line.case.metrics).map(([scope, old]) => {
    const parts = line.samples.flatMap(({ process, ...part }) =>
      part.scope === scope && (process?.n ?? 0) > 0
        ? [{ ...part, ...process, disturbed: disturbed.get(part.repetition) }]
        : [],
    );
    const { repeat95LoNs: _1, repeat95HiNs: _2, ...pooled } = old;
    const resolutionNs = timeStepNs(line.case.attributes, device, scope, parts);
    return [scope, withEstimate(pooled, undisturbed(parts), { device, scope, resolutionNs })];
  });
  const warnings = line.case.warnings.filter((text) => !text.startsWith(disturbedMark));
  const told = disturbedWarning(repetitions);
  return {
    ...line,
    case: {
      ...line.case,
      metrics: Object.fromEntries(metrics),
      warnings: told === null ? warnings : [...warnings, told],
    },
  };
}

/** The run file in the form of version 3. */
export function convertRunFile(bytes: Uint8Array): Buffer {
  const lines = gunzipSync(unsealed(bytes) ?? bytes)
    .toString()
    .trimEnd()
    .split('\n');
  const { version } = JSON.parse(lines[0] ?? '{}') as { readonly version: number };
  const converted = lines.map((line, i) => {
    const value: object = JSON.parse(line);
    if (i === 0) return { ...value, version: 3 };
    // Sources, builds and the log stay to the last byte: builds are named by their digest.
    if (!('run' in value || 'case' in value)) return value;
    const named = version < 3 ? withSameAs(renamed(value)) : value;
    return 'case' in value ? withEstimates(named as CaseLine) : named;
  });
  const text = `${converted.map((line) => JSON.stringify(line)).join('\n')}\n`;
  return Buffer.concat([...sealed([gzipSync(text, { level: 9 })])]);
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
