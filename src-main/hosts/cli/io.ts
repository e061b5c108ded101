import { safeForTerminal, safeJson } from './terminal-text.ts';

/** The face of the process as a verb sees it; tests give their own. */
export type CliIo = {
  /** Documents and tables: what a pipe receives. */
  out(text: string): void;
  /** Progress, notes and sentences about errors. */
  err(text: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard error is a terminal: progress may overwrite its line. */
  readonly terminal: boolean;
  /** Width of that terminal in columns. */
  readonly columns: number;
  /** Width of the terminal that shows standard output; absent where a pipe or a file takes it. */
  readonly outColumns?: number | undefined;
  readonly colors: boolean;
  /** Takes the document of a verb as it is, whether it is printed or not. */
  readonly onDocument?: ((document: object) => void) | undefined;
  /** Ctrl-C or a polite kill. Returns the function that takes the listener off again. */
  onInterrupt(listener: () => void): () => void;
};

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Colours text for a terminal that shows colours; else returns it as it is. */
export function paint(io: CliIo, style: keyof typeof codes, text: string): string {
  return io.colors ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}

/** Longer lines of prose are hard to read; a narrower terminal would break them between letters. */
export function proseWidth({ outColumns = 100 }: Pick<CliIo, 'outColumns'>): number {
  return Math.max(40, Math.min(100, outColumns));
}

export function printJson(io: CliIo, document: unknown): void {
  io.out(`${safeJson(JSON.stringify(document, null, 2))}\n`);
}

/** What a verb answers: its document with `--json`, else its text. */
export async function printAnswer(
  io: CliIo,
  json: boolean,
  document: object,
  text: () => string | Promise<string>,
): Promise<void> {
  io.onDocument?.(document);
  if (json) printJson(io, document);
  else io.out(await text());
}

/** The same face, through which nothing reaches a terminal that it would act on, whoever wrote the text. */
export function safeIo(io: CliIo): CliIo {
  const overwrite = '\r\u001b[K';
  return {
    ...io,
    out: (text) => io.out(safeForTerminal(text, io.colors)),
    err(text) {
      const again = io.terminal && text.startsWith(overwrite);
      const rest = safeForTerminal(again ? text.slice(overwrite.length) : text, io.colors);
      io.err(again ? overwrite + rest : rest);
    },
  };
}
