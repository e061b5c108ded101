import type { ReaderLanguage } from '../../contract/figure.ts';
import type { ExportFormatView } from '../../contract/procedures/files.ts';
import type { DecimalMark } from '../table/table.ts';
import type { Compared } from './compared.ts';
import type { ReportMeans } from './report-page.ts';
import type { RunFileStore } from './run-file.ts';
import type { ExportSource } from './source.ts';

/** One file of an export; its text comes in pieces, so that no export is held in memory as a whole. */
export type FormatFile = {
  readonly name: string;
  readonly mime: string;
  readonly pieces: () => Iterable<string | Uint8Array>;
};

export type FormatRequest = {
  readonly store: RunFileStore;
  readonly source: ExportSource;
  readonly compared: Compared;
  readonly decimal?: DecimalMark;
  readonly language?: ReaderLanguage;
  readonly report?: ReportMeans;
};

/** A file of `formats/` exports one as `format`. */
export type ExportFormat = ExportFormatView & {
  /** What `breakeven export --help` says of it, one sentence. */
  readonly help: string;
  /** What the form of another tool has no room for. */
  readonly lost?: string;
  /** Always holds the whole run, under a name of its own: it has no choice of cases and replaces no other run. */
  readonly wholeRun?: true;
  /** Takes `a..b` as well: the run b with its difference to a. */
  readonly comparesRuns?: true;
  /** Its files are no text. */
  readonly binary?: true;
  /** A comma may stand before its decimals. */
  readonly takesDecimal?: true;
  /** Its titles, captions and notes may be in the language of the reader. */
  readonly takesLanguage?: true;
  /** The first file is the table of results. */
  readonly files: (request: FormatRequest) => readonly FormatFile[];
};

export const csvMime = 'text/csv;charset=utf-8;header=present';

export function jsonFile(name: string, text: () => string): FormatFile {
  return { name, mime: 'application/json', pieces: () => [text()] };
}
