/**
 * Values of the API as JSON text for HTTP: plain data goes as it is, bytes as base64 under a key that no value of the
 * API has, numbers that JSON does not know by name. IPC needs none of this.
 */
const bytesKey = '$bytes';
const numberKey = '$number';

/** JSON text of a value; `Uint8Array`, NaN and the infinities survive the way there and back. */
export function encodeWire(value: unknown): string {
  // Most values need nothing of this, and asking of each by a callback takes longer than writing it.
  if (isPlain(value)) return JSON.stringify(value);
  return JSON.stringify(value, function (this: unknown, key: string, item: unknown) {
    // Asked of the holder: what arrives here of a Node Buffer has been through its own toJSON.
    const held = (this as Readonly<Record<string, unknown>>)[key];
    if (held instanceof Uint8Array) return { [bytesKey]: toBase64(held) };
    if (typeof item === 'number' && !Number.isFinite(item)) return { [numberKey]: String(item) };
    return item;
  });
}

/** The value that `encodeWire` was given. Throws a SyntaxError when the text is not JSON. */
export function decodeWire(text: string): unknown {
  if (!text.includes(`"${bytesKey}"`) && !text.includes(`"${numberKey}"`)) return JSON.parse(text);
  return JSON.parse(text, (_key, item: unknown) => {
    const bytes = only(item, bytesKey);
    if (bytes !== null) return fromBase64(bytes);
    const number = only(item, numberKey);
    return number === null ? item : Number(number);
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

function only(item: unknown, key: string): string | null {
  if (typeof item !== 'object' || item === null || !(key in item)) return null;
  const text = (item as Readonly<Record<string, unknown>>)[key];
  return typeof text === 'string' && Object.keys(item).length === 1 ? text : null;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a figure has more bytes than a call may have arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
