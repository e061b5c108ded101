import type { Input } from '../../src-main/contract/api.ts';
import { bad, good, type Read, readNumber } from '../../src-main/contract/axis-values.ts';
import type { FigureOptions, Language } from '../../src-main/contract/figure.ts';
import type { FigureView } from '../../src-main/contract/procedures/figures.ts';
import type { FigureRequest } from './index.ts';
import type { Settings } from './settings.ts';

/**
 * Widths and heights that journals, theses and slides ask for, in millimetres, with a font size that suits them. Null: as
 * high as the content needs.
 */
export const sizePresets = [
  { id: 'ieee', title: 'IEEE, one column (88.9 mm)', widthMm: 88.9, heightMm: null, fontPt: 8 },
  { id: 'ieee-wide', title: 'IEEE, two columns (182 mm)', widthMm: 182, heightMm: null, fontPt: 8 },
  { id: 'thesis', title: 'Thesis (160 mm)', widthMm: 160, heightMm: null, fontPt: 10 },
  { id: 'slide', title: 'Slide 16:9 (254 mm)', widthMm: 254, heightMm: 142.9, fontPt: 18 },
] as const;

type AxisDraft = {
  readonly label: string;
  readonly scale: 'auto' | 'log' | 'linear';
  readonly min: string;
  readonly max: string;
};

/** What stands in the fields of the composer; empty texts leave what the figure says by itself. */
export type Composition = {
  readonly width: string;
  readonly height: string;
  readonly dpi: string;
  readonly font: string;
  readonly palette: FigureOptions['palette'];
  /** Empty: English. */
  readonly language: Language | '';
  readonly title: boolean;
  readonly caption: boolean;
  readonly legend: boolean;
  readonly titleText: string;
  readonly captionText: string;
  readonly x: AxisDraft;
  readonly y: AxisDraft;
  /** Keys of series that are left out. */
  readonly hidden: readonly string[];
  /** Keys of the break-evens that are drawn; null: as the figure chooses them. */
  readonly breakEvens: readonly string[] | null;
};

const plainAxis: AxisDraft = { label: '', scale: 'auto', min: '', max: '' };

export function emptyComposition(
  figure: Settings['figure'],
  request: Pick<FigureRequest, 'hidden' | 'breakEvens'> = {},
): Composition {
  return {
    width: String(figure.widthMm),
    height: String(figure.heightMm ?? ''),
    dpi: String(figure.dpi),
    font: String(figure.fontPt),
    palette: 'colour',
    language: figure.language ?? '',
    title: true,
    caption: true,
    legend: true,
    titleText: '',
    captionText: '',
    x: plainAxis,
    y: plainAxis,
    hidden: request.hidden ?? [],
    breakEvens: request.breakEvens ?? null,
  };
}

/** The preset whose size stands in the fields; empty: an own size. */
export function presetOf({ width, height }: Composition): string {
  const found = sizePresets.find(
    ({ widthMm, heightMm }) =>
      widthMm === Number(width) && String(heightMm ?? '') === height.trim(),
  );
  return found?.id ?? '';
}

/** Which series and break-evens a figure is made of. */
export type Content = Pick<FigureRequest, 'hidden' | 'breakEvens'>;

export function contentOf({ hidden, breakEvens }: Composition): Content {
  return {
    ...(hidden.length === 0 ? {} : { hidden: [...hidden] }),
    ...(breakEvens === null ? {} : { breakEvens: [...breakEvens] }),
  };
}

export type Composed = {
  readonly content: Content;
  readonly options: Partial<FigureOptions>;
  readonly view: FigureView;
  readonly language?: { readonly id: Language };
};

/** What the fields mean, or what is wrong with each, by its name. */
export function readComposition(
  composition: Composition,
): Read<Composed> & { readonly errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {};
  const number = (id: string, name: string, text: string, min: number, max: number): number => {
    const read = readNumber(name, text, { min, max, whole: false });
    if (read.ok) return read.value;
    errors[id] = read.error;
    return min;
  };
  const options: Partial<FigureOptions> = {
    widthMm: number('width', 'width', composition.width, 20, 600),
    heightMm:
      composition.height.trim() === ''
        ? null
        : number('height', 'height', composition.height, 20, 600),
    dpi: number('dpi', 'resolution', composition.dpi, 50, 1200),
    fontPt: number('font', 'font size', composition.font, 5, 30),
    palette: composition.palette,
    title: composition.title,
    caption: composition.caption,
    legend: composition.legend,
  };
  const axis = (id: 'x' | 'y') => {
    const { label, scale, min, max } = composition[id];
    const end = (which: 'min' | 'max', text: string) =>
      text.trim() === ''
        ? {}
        : { [which]: number(`${id}-${which}`, `${id} ${which}`, text, -1e18, 1e18) };
    const ends: { min?: number; max?: number } = { ...end('min', min), ...end('max', max) };
    const faulty = `${id}-min` in errors || `${id}-max` in errors;
    if (ends.min !== undefined && ends.max !== undefined && !faulty && ends.min >= ends.max)
      errors[`${id}-max`] = `${id} max: ${max} is not above ${min}`;
    return {
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(scale === 'auto' ? {} : { scale }),
      ...ends,
    };
  };
  const view: FigureView = {
    ...(composition.titleText.trim() === '' ? {} : { title: composition.titleText.trim() }),
    ...(composition.captionText.trim() === '' ? {} : { caption: composition.captionText.trim() }),
    x: axis('x'),
    y: axis('y'),
  };
  const { language } = composition;
  const [first] = Object.values(errors);
  return {
    ...(first === undefined
      ? good({
          ...{ options, view, content: contentOf(composition) },
          ...(language === '' ? {} : { language: { id: language } }),
        })
      : bad(first)),
    errors,
  };
}

export type FigureFormat = Input<'exportFigure'>['format'];

/** What is asked of the host for a file. */
export function fileRequest(
  request: FigureRequest,
  { options, view, content, language }: Composed,
  format: FigureFormat,
): Input<'exportFigure'> {
  return {
    ...{ ...withContent(request, content), view, options, format },
    ...(language === undefined ? {} : { language }),
  };
}

/** The figure with other series and break-evens than before. */
export function withContent(
  { hidden: _hidden, breakEvens: _breakEvens, ...request }: FigureRequest,
  content: Content,
): FigureRequest {
  return { ...request, ...content };
}

/** Figures that a batch makes of a run: the kinds and forms that need no more than the run. */
export type BatchKind = Pick<FigureRequest, 'kind' | 'as'>;
export const batchKinds: readonly (BatchKind & { readonly title: string })[] = [
  { kind: 'scaling', title: 'Time over size' },
  { kind: 'throughput', title: 'Throughput' },
  { kind: 'speedup', title: 'Speedup' },
  { kind: 'distribution', as: 'ridgeline', title: 'Ridgeline of samples' },
  { kind: 'distribution', as: 'histogram', title: 'Histogram of samples' },
  { kind: 'distribution', as: 'ecdf', title: 'Cumulative distribution' },
  { kind: 'distribution', as: 'box', title: 'Boxes' },
  { kind: 'phases', as: 'time', title: 'Phases' },
  { kind: 'roofline', title: 'Roofline' },
  { kind: 'percent-of-peak', title: 'Percent of peak' },
  { kind: 'calls', title: 'Calls that pay' },
];

/** The pixels that a picture of this size and resolution has. */
export function pixelsOf({ options }: Composed): string {
  const pixels = (mm: number) => Math.round((mm / 25.4) * (options.dpi ?? 300));
  const width = pixels(options.widthMm ?? 0);
  const { heightMm } = options;
  return heightMm === undefined || heightMm === null
    ? `${width} pixels wide`
    : `${width} × ${pixels(heightMm)} pixels`;
}
