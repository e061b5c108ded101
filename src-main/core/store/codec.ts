import { createHash } from 'node:crypto';
import { endianness } from 'node:os';

/**
 * JSON for columns. Numbers that JSON lacks (NaN, infinities) are kept, because an attribute that is not known is not
 * the same as one that is null.
 */
export function encodeJson(value: unknown): string {
  // A function that is asked about each value takes several times as long.
  if (hasOnlyFinite(value)) return JSON.stringify(value);
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'number' && !Number.isFinite(part) ? { $number: String(part) } : part,
  );
}

export function hasOnlyFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  for (const key in value) if (!hasOnlyFinite(value[key as keyof typeof value])) return false;
  return true;
}

/** Inverse of `encodeJson`. The caller states the type: it is what the store wrote. */
export function decodeJson<T>(text: string): T {
  if (!text.includes('"$number"')) return JSON.parse(text) as T;
  return JSON.parse(text, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && '$number' in part ? Number(part.$number) : part,
  ) as T;
}

/** JSON with object keys in sorted order at every level: equal content gives equal text. */
export function canonicalJson(value: unknown): string {
  return encodeJson(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(sorted.map(([key, part]) => [key, sortKeys(part)]));
}

/** The JSON path of a timing scope in the metrics of a case. */
export function scopePath(scope: string): string {
  return `$."${scope.replaceAll('"', '')}"`;
}

export function contentHash(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}

/** Little-endian IEEE doubles, the store's format on every machine. */
export function encodeDoubles(values: Float64Array): Buffer {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap64();
}

/** Inverse of `encodeDoubles`; copies, because a column's bytes need not be aligned. */
export function decodeDoubles(bytes: Buffer): Float64Array<ArrayBuffer> {
  const values = new Float64Array(Math.floor(bytes.length / 8));
  const target = Buffer.from(values.buffer);
  bytes.copy(target);
  if (endianness() !== 'LE') target.swap64();
  return values;
}
