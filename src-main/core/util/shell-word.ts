/** A word of a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w.,=:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
