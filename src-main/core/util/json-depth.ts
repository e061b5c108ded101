/** A configuration has a tenth of it; what recurses through a value runs out of stack at thousands. */
export const maxDepth = 64;

/** Whether lists and objects lie in each other deeper than that. Keeps its own stack, so that no value exhausts it. */
export function isTooDeep(value: unknown, limit = maxDepth): boolean {
  const waiting: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next;
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) continue;
    if (depth >= limit) return true;
    for (const inner of Object.values(part)) {
      if (typeof inner === 'object') waiting.push({ part: inner, depth: depth + 1 });
    }
  }
  return false;
}
