import { type CliIo, proseWidth } from './io.ts';
import { wrap } from './table.ts';
import { oneLine } from './terminal-text.ts';

/** Text as one line for a pipe, and broken between words where a terminal shows it. */
export function proseLine(io: Pick<CliIo, 'outColumns'>, text: string): string {
  const line = oneLine(text);
  return io.outColumns === undefined ? line : wrap(line, proseWidth(io), 2);
}
