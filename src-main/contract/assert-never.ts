/** Makes a switch over a union exhaustive at compile time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
