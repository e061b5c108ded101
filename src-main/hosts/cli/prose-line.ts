import { type CliIo, paint, proseWidth } from './io.ts';
import { wrap } from './table.ts';
import { oneLine } from './terminal-text.ts';

/** Text as one line for a pipe, and broken between words where a terminal shows it. */
export function proseLine(io: Pick<CliIo, 'outColumns'>, text: string): string {
  const line = oneLine(text);
  return io.outColumns === undefined ? line : wrap(line, proseWidth(io), 2);
}

/** `skipped 6 cases: …`, as wide as the terminal with its first word. */
export function markedLine(
  io: CliIo,
  word: 'failed' | 'skipped' | 'warning',
  text: string,
): string {
  const painted = paint(io, word === 'failed' ? 'red' : 'yellow', word);
  return `${proseLine(io, `${word} ${text}`).replace(word, painted)}\n`;
}
