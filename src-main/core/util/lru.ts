export type Lru = ReturnType<typeof createLru>;

/** Keeps what was computed last, the least recently used let go first. */
export function createLru(max: number) {
  const known = new Map<string, unknown>();
  const get = (key: string): unknown => {
    const value = known.get(key);
    if (value === undefined) return undefined;
    known.delete(key);
    known.set(key, value);
    return value;
  };
  const set = (key: string, value: unknown): void => {
    known.delete(key);
    known.set(key, value);
    for (const oldest of known.keys()) {
      if (known.size <= max) break;
      known.delete(oldest);
    }
  };
  return {
    get,
    set,
    /** What was kept under the key, or what `make` makes of it now. */
    remember<T>(key: string, make: () => T): T {
      const before = get(key);
      if (before !== undefined) return before as T;
      const made = make();
      set(key, made);
      return made;
    },
  };
}
