/** Names that an expression of a variant may use besides axes: what the machine has. */
export const deviceNames = ['sms', 'shared_max', 'threads'] as const;

/** Axes that the harness adds to the cases of a lab. */
export const addedAxes: readonly string[] = ['seed', 'cache', 'freshInput', 'allocation', 'pages'];

/** Axes that every case has anyway, words of expressions and of the language: no axis of a lab has such a name. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...[...addedAxes, 'gpu', 'sms', 'shared_max'],
  ...['min', 'max', 'ceildiv', 'floor', 'ceil', 'log2', 'pow2', 'and', 'or', 'not'],
  ...Object.getOwnPropertyNames(Object.prototype),
]);
