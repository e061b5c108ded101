/** A configuration has a tenth of it; what recurses through a value runs out of stack at thousands. */
export const maxDepth = 64;

/** Whether lists and objects lie in each other deeper than that: no deeper does it look. */
export function isTooDeep(value: unknown, limit = maxDepth): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (limit <= 0) return true;
  for (const key in value) if (isTooDeep(value[key as keyof typeof value], limit - 1)) return true;
  return false;
}
