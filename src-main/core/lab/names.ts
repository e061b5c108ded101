/** Names that an expression of a variant may use besides axes: what the machine has. */
export const deviceNames = ['sms', 'shared_max', 'threads'] as const;

/** Axes that every case has anyway, words of expressions and of the language: no axis of a lab has such a name. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['seed', 'cache', 'freshInput', 'allocation', 'pages', 'gpu', 'sms', 'shared_max'],
  ...['min', 'max', 'ceildiv', 'floor', 'ceil', 'log2', 'pow2', 'and', 'or', 'not'],
  ...Object.getOwnPropertyNames(Object.prototype),
]);
