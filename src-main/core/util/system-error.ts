/** The system's code of an error of Node's (`ENOENT`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return;
  return typeof error.code === 'string' ? error.code : undefined;
}
