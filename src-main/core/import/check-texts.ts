/** As long as a note may be: sentences, reasons and help are far below it. */
const longestText = 20_000;
/** What names a thing stands in rows, legends and captions. */
const longestName = 1000;
const names: ReadonlySet<string> = new Set(['id', 'title', 'unit', 'operationUnit', 'label']);

/**
 * The first text in a value that is longer than any program writes; null where there is none. A table of a thousand rows
 * holds some of them a thousand times.
 */
export function textFault(field: string, value: unknown): string | null {
  return mayBeLong(value) ? faultAt(field, value) : null;
}

/** Without the names of fields, which would be made for each of a million values. */
function mayBeLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longestName;
  if (typeof value !== 'object' || value === null) return false;
  for (const key in value) {
    if (key.length > longestName || mayBeLong(Reflect.get(value, key))) return true;
  }
  return false;
}

function faultAt(field: string, value: unknown): string | null {
  if (typeof value === 'string') {
    const max = names.has(field.slice(field.lastIndexOf('.') + 1)) ? longestName : longestText;
    if (value.length <= max) return null;
    return `${field.slice(0, 200)}: got a text of ${value.length} characters, must be at most ${max}`;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    if (key.length > longestName) return `${field}: a key has ${key.length} characters`;
    const fault = faultAt(`${field}.${key}`, part);
    if (fault !== null) return fault;
  }
  return null;
}
