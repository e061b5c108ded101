import { figureTable } from '../../charts/table.ts';
import type { ParsedInput } from '../../contract/api.ts';
import { assertNever } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import type { ExportedFile } from '../../contract/procedures/files.ts';
import { csvRows } from '../table/csv.ts';
import { glyphNote } from './glyphs.ts';
import { inLanguage } from './languages.ts';
import { renderPdf, renderPng, renderSvg } from './render.ts';

type Request = Pick<
  ParsedInput<'exportFigure'>,
  'kind' | 'as' | 'scope' | 'format' | 'options' | 'language'
>;

/** A figure as a file, named by its runs, kind and timing scope, with a note where its font lacks characters of it. */
export function renderFigureFile(
  english: FigureSpec,
  runs: string,
  request: Request,
): ExportedFile {
  const { format, language } = request;
  // Programs read the names of the columns.
  const spec = format === 'csv' ? english : inLanguage(english, language?.id, language?.phrases);
  const file = rendered(spec, runs, request);
  const note = request.format === 'csv' ? null : glyphNote(spec, request.options);
  return note === null ? file : { ...file, note };
}

function rendered(spec: FigureSpec, runs: string, request: Request): ExportedFile {
  const { kind, as, scope, format, options = {} } = request;
  const parts = [runs, kind, as, scope].filter((part) => part !== undefined);
  const name = `${parts.join('-')}.${format}`;
  switch (format) {
    case 'png':
      return { name, mime: 'image/png', bytes: new Uint8Array(renderPng(spec, options)) };
    case 'svg':
      return { name, mime: 'image/svg+xml', bytes: encode(renderSvg(spec, options)) };
    case 'pdf':
      return { name, mime: 'application/pdf', bytes: new Uint8Array(renderPdf(spec, options)) };
    case 'csv': {
      const { columns, rows } = figureTable(spec);
      const text = csvRows([columns, ...rows]);
      return { name, mime: 'text/csv;charset=utf-8;header=present', bytes: encode(text) };
    }
    default:
      return assertNever(format);
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
