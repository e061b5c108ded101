import type { ExportedFile, ParsedInput } from '../contract/api.ts';
import { assertNever } from '../contract/failure.ts';
import type { FigureSpec } from '../contract/figure.ts';
import { renderPng, renderSvg } from './figures/render.ts';

type Request = Pick<ParsedInput<'exportFigure'>, 'kind' | 'format' | 'options'>;

/** A figure as a file, named by its run and kind. */
export function renderFigureFile(spec: FigureSpec, runId: string, request: Request): ExportedFile {
  const { kind, format, options = {} } = request;
  const name = `${runId}-${kind}.${format}`;
  switch (format) {
    case 'png':
      return { name, mime: 'image/png', bytes: new Uint8Array(renderPng(spec, options)) };
    case 'svg': {
      const bytes = new TextEncoder().encode(renderSvg(spec, options));
      return { name, mime: 'image/svg+xml', bytes };
    }
    default:
      return assertNever(format);
  }
}
