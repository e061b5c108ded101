/**
 * Values of the API as JSON text for HTTP: plain data goes as it is, bytes as base64 under a key that no value of the
 * API has, numbers that JSON does not know by name. IPC needs none of this.
 */
export const bytesKey = '$bytes';
export const numberKey = '$number';

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

function only(item: unknown, key: string): string | null {
  if (typeof item !== 'object' || item === null || !(key in item)) return null;
  const text = (item as Readonly<Record<string, unknown>>)[key];
  return typeof text === 'string' && Object.keys(item).length === 1 ? text : null;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
