import fc from 'fast-check';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Fuzzed } from './fuzzed-parsers.ts';

/** What an input did that none may do. */
export type Fault = { readonly input: Buffer; readonly what: string };
export type Fuzzing = {
  readonly inputs: number;
  readonly refused: number;
  readonly slowestMs: number;
  readonly faults: readonly Fault[];
};

type Edit = {
  readonly at: number;
  readonly cut: number;
  readonly put: string | number | null;
};

/** A reader is given so many inputs: sound ones with changes, and ones that are nothing but text. */
export async function fuzz(
  { seeds, tokens, read }: Fuzzed,
  {
    inputs,
    seed,
    limitMs = maxMs,
  }: { readonly inputs: number; readonly seed: number; readonly limitMs?: number },
): Promise<Fuzzing> {
  const faults: Fault[] = [];
  let [refused, slowestMs] = [0, 0];
  const arbitrary = inputsOf(seeds, tokens);
  for (let made = 0; made < inputs; made += batch) {
    const numRuns = Math.min(batch, inputs - made);
    for (const input of fc.sample(arbitrary, { numRuns, seed: seed + made })) {
      const { what, ms } = await attempt(read, input);
      if (what === 'refused') refused += 1;
      else if (what !== 'read') faults.push({ input, what });
      const again = ms > limitMs ? (await attempt(read, input)).ms : ms;
      slowestMs = Math.max(slowestMs, Math.min(ms, again));
      if (again > limitMs)
        faults.push({ input, what: `it took ${Math.round(again)} ms of CPU time, twice` });
    }
  }
  return { inputs, refused, slowestMs, faults };
}

/** Longest time that any input may take, in milliseconds of CPU time: other work on the machine is none of its own. */
const maxMs = 1000;
/** Inputs that are held at once. */
const batch = 2000;

async function attempt(
  read: Fuzzed['read'],
  input: Buffer,
): Promise<{ readonly what: string; readonly ms: number }> {
  const begun = process.cpuUsage();
  let what = 'read';
  try {
    await read(input);
  } catch (error) {
    what = faultOf(error) ?? 'refused';
  }
  const { user, system } = process.cpuUsage(begun);
  return { what, ms: (user + system) / 1000 };
}

/** Null for a refusal in one sentence of a readable length; else what is wrong with it. */
function faultOf(error: unknown): string | null {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (!(error instanceof BreakevenError) && code !== 'bad-input') return String(error);
  if (code === 'internal' || code === 'store') return `${String(code)}: ${String(message)}`;
  if (typeof message !== 'string' || message === '') return 'it says nothing';
  return message.length <= maxMessage ? null : `a message of ${message.length} characters`;
}

/** Names of all verbs, fields or axes stand in some. */
const maxMessage = 3000;

function inputsOf(seeds: readonly Buffer[], tokens: readonly string[]): fc.Arbitrary<Buffer> {
  const put = fc.oneof(
    fc.constantFrom(...tokens),
    fc.string({ maxLength: 8, unit: 'binary' }),
    fc.nat(255),
    fc.constant(null),
  );
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.oneof(fc.nat(3), fc.nat(40)),
    put,
  });
  const changed = fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([sound, edits]) => edits.reduce(edited, sound));
  const free = fc
    .array(fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' })), { maxLength: 6 })
    .map((parts) => Buffer.from(parts.join('')));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: free });
}

/** A byte, a piece of text, or the end cut off. */
function edited(content: Buffer, { at, cut, put }: Edit): Buffer {
  const from = Math.floor(at * content.length);
  const before = content.subarray(0, from);
  if (put === null) return Buffer.from(before);
  const piece = typeof put === 'number' ? Buffer.from([put]) : Buffer.from(put);
  return Buffer.concat([before, piece, content.subarray(from + cut)]);
}
