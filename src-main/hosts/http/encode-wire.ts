import { bytesKey, numberKey } from '../../contract/wire.ts';

/** JSON text of a value; `Uint8Array`, NaN and the infinities survive the way there and back. */
export function encodeWire(value: unknown): string {
  // Most values need nothing of this, and asking of each by a callback takes longer than writing it.
  if (isPlain(value)) return JSON.stringify(value);
  return JSON.stringify(value, function (this: unknown, key: string, item: unknown) {
    // Asked of the holder: what arrives here of a Node Buffer has been through its own toJSON.
    const held = (this as Readonly<Record<string, unknown>>)[key];
    if (held instanceof Uint8Array) {
      const { buffer, byteOffset, byteLength } = held;
      return { [bytesKey]: Buffer.from(buffer, byteOffset, byteLength).toString('base64') };
    }
    if (typeof item === 'number' && !Number.isFinite(item)) return { [numberKey]: String(item) };
    return item;
  });
}

/** Whether JSON says all of it: only finite numbers and no bytes. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof Uint8Array) return false;
  for (const key in value) {
    if (!isPlain((value as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}
