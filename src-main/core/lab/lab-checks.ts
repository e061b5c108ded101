import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Failure } from '../../contract/failure.ts';
import type { CheckedVariant } from '../../contract/procedures/labs.ts';
import { changeFile, textOf } from '../store/changed-file.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { digestOf } from './file-content.ts';
import type { Lab } from './lab.ts';

/** What the last check of each lab found: a window that is opened later shows it. */
const checkedSchema = z.object({
  id: z.string(),
  state: z.enum(['verified', 'wrong', 'not-compiled', 'unavailable']),
  reason: z.string().nullable(),
  warnings: z.array(z.string()).readonly(),
  log: z.string(),
  cases: z.number(),
  flags: z.string(),
  /** Of the code that was checked. */
  code: z.string(),
});
const checkSchema = z.object({
  path: z.string(),
  at: z.string(),
  fault: z.object({ message: z.string(), log: z.string(), code: z.string() }).nullable(),
  variants: z.array(checkedSchema),
});
export type KeptCheck = z.infer<typeof checkSchema>;
const fileSchema = z.record(z.string(), checkSchema);

const fileOf = (home: string): string => join(home, 'lab-checks.json');
/** The end of a longer log is what says why. */
const longestLog = 100_000;

const checksOf = (text: string | null): Readonly<Record<string, KeptCheck>> =>
  parsedJson(text, fileSchema) ?? {};

/** Null where the lab was not checked at its place. */
export function keptCheck(home: string, id: string, path: string): KeptCheck | null {
  return checkAt(checksOf(textOf(fileOf(home))), id, path);
}

function checkAt(
  checks: Readonly<Record<string, KeptCheck>>,
  id: string,
  path: string,
): KeptCheck | null {
  const check = checks[id];
  return check?.path === path ? check : null;
}

/** Digest of what decides the state of a variant: its file, the reference, generator and check, the contract. */
export function codeOfVariantFile(lab: Lab, variant: string): string {
  const source = lab.sources.get(variant);
  return digest([
    ...[lab.description.contract, digestOf(lab.reference.path)],
    ...[lab.generate, lab.check].flatMap((one) => (one === null ? [] : [digestOf(one.path)])),
    ...(source === undefined ? [] : [digestOf(source.path), ...source.flags]),
    ...(source?.sources ?? []).map(digestOf),
  ]);
}

/** Digest of the files that the whole lab stands on. */
export function codeOfLab(lab: Lab): string {
  return digest([digestOf(join(lab.folder, lab.file)), codeOfVariantFile(lab, '')]);
}

/** Keeps what a check found; variants that it left out keep what is known of them. */
export function keepCheck(home: string, lab: Lab, checked: readonly CheckedVariant[]): void {
  const now = checked.map((one) => ({
    ...one,
    log: one.log.slice(-longestLog),
    code: codeOfVariantFile(lab, one.id),
  }));
  keep(home, lab, (before) => {
    const others = before.filter((one) => !now.some((other) => other.id === one.id));
    return { ...beginning(lab), variants: [...others, ...now] };
  });
}

/** Keeps why a lab that can be read could not be opened. */
export function keepFault(home: string, lab: Lab, { message, detail = '' }: Failure): void {
  const fault = { message, log: detail.slice(-longestLog), code: codeOfLab(lab) };
  keep(home, lab, (variants) => ({ ...beginning(lab), fault, variants: [...variants] }));
}

function beginning(lab: Lab): Pick<KeptCheck, 'path' | 'at' | 'fault'> {
  return { path: lab.path, at: new Date().toISOString(), fault: null };
}

/** A list that cannot be written costs the window a state, and nothing else. */
function keep(
  home: string,
  { description: { id }, path }: Lab,
  next: (before: KeptCheck['variants']) => KeptCheck,
): void {
  try {
    changeFile(fileOf(home), (text) => {
      const checks = checksOf(text);
      const before = checkAt(checks, id, path)?.variants ?? [];
      return JSON.stringify({ ...checks, [id]: next(before) });
    });
  } catch {
    // The check itself is complete; only its stored copy is missing.
  }
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
