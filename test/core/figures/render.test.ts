import { describe, expect, it } from 'vitest';
import { lightTheme } from '../../../src-main/charts/theme.ts';
import { defaultFigureOptions } from '../../../src-main/contract/figure.ts';
import { loadCanvas } from '../../../src-main/core/figures/canvas.ts';
import { readPngChunks } from '../../../src-main/core/figures/png-chunks.ts';
import { renderPdf, renderPng, renderSvg } from '../../../src-main/core/figures/render.ts';
import { pointsPerMm } from '../../../src-main/core/figures/room.ts';
import { hardSpecs, line, scaling } from './specs.ts';
import { collisions, textBoxes } from './text-boxes.ts';

const spec = scaling({
  title: 'Times <of> "n" & more',
  series: [line('sequential', 'cpu', 0, [1e3, 1e4, 1e6], (x) => x * 1e-6)],
  bands: [{ label: 'n* = 1.8 M [1.5, 2.2 M]', at: 1e4, lo: 8e3, hi: 12e3 }],
});

const chunk = (png: Buffer, type: string) =>
  readPngChunks(png).filter((each) => each.type === type);
const texts = (png: Buffer) =>
  Object.fromEntries(
    chunk(png, 'tEXt').map(({ data }) => data.toString('latin1').split('\0') as [string, string]),
  );

describe('PNG', () => {
  const png = renderPng(spec, { dpi: 300, widthMm: 88.9 });

  it('is 1050 pixels wide at 88.9 mm and 300 dpi, and says 300 dpi', () => {
    const [header] = chunk(png, 'IHDR');
    expect(header?.data.readUInt32BE(0)).toBe(1050);
    expect(header?.data.readUInt32BE(4)).toBe(886);
    const [physical] = chunk(png, 'pHYs');
    expect(physical?.data.readUInt32BE(0)).toBe(11811);
    expect(physical?.data.readUInt32BE(4)).toBe(11811);
    expect(physical?.data.readUInt8(8)).toBe(1);
  });

  it('carries run, device, version and the sentences', () => {
    expect(texts(png)).toMatchObject({
      Run: '01jrun',
      Device: 'NVIDIA H200',
      Software: 'Breakeven 0.1.0',
      Title: spec.title,
      Description: spec.summary,
      Comment: spec.caption,
    });
  });

  it('keeps text beyond Latin-1 as UTF-8', () => {
    const other = renderPng({ ...spec, provenance: { Run: 'Łódź' } });
    expect(chunk(other, 'iTXt').map(({ data }) => data.toString('utf8'))).toContain(
      'Run\0\0\0\0\0Łódź',
    );
  });

  it('gives the same bytes again', () => {
    expect(renderPng(spec, { dpi: 300, widthMm: 88.9 }).equals(png)).toBe(true);
  });

  it('has a white background and coloured data', async () => {
    const { createCanvas, loadImage } = loadCanvas();
    const image = await loadImage(png);
    const canvas = createCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    let blue = 0;
    for (let i = 0; i < data.length; i += 4) {
      blue += data[i] === 0x00 && data[i + 1] === 0x72 && data[i + 2] === 0xb2 ? 1 : 0;
    }
    expect(blue).toBeGreaterThan(500);
  });

  it('leaves title, caption and legend out when asked to', () => {
    const bare = renderSvg(spec, { title: false, caption: false, legend: false });
    const shown = textBoxes(bare).map(({ text }) => text);
    expect(shown).not.toContain(spec.title);
    expect(shown).not.toContain('sequential');
    expect(shown.join(' ')).not.toContain('Centre');
    expect(textBoxes(renderSvg(spec)).map(({ text }) => text)).toContain('sequential');
  });

  it('refuses what is no PNG when reading chunks', () => {
    expect(() => readPngChunks(Buffer.from('no picture at all'))).toThrow('not a PNG');
    const damaged = Buffer.from(png);
    damaged[20] = 99;
    expect(() => readPngChunks(damaged)).toThrow('damaged');
  });
});

describe('SVG', () => {
  it('draws the interval of a break-even on its line in no colour of a curve', () => {
    const [band] = spec.bands;
    const [first] = spec.series;
    if (band === undefined || first === undefined) throw new Error('no band');
    const strokes = (svg: string, colour: string) =>
      svg.match(new RegExp(`stroke="${colour}"`, 'gi'))?.length ?? 0;
    const plain = renderSvg(spec);
    const crossed = renderSvg({ ...spec, bands: [{ ...band, series: first.key, y: 0.01 }] });
    // A whisker and its two ends.
    expect(strokes(crossed, lightTheme.mutedText) - strokes(plain, lightTheme.mutedText)).toBe(3);
  });

  const svg = renderSvg(spec);

  it('has its size in millimetres and real text', () => {
    expect(svg).toContain('width="88.9mm" height="75mm"');
    const shown = textBoxes(svg).map(({ text }) => text);
    expect(shown).toContain('Time (ms)');
    expect(shown).toContain('n* = 1.8 M [1.5, 2.2 M]');
    expect(shown).toContain('Times <of> "n" & more');
  });

  it('has a title, a sentence for screen readers and its provenance', () => {
    expect(svg).toContain('<title id="title">Times &lt;of&gt; &quot;n&quot; &amp; more</title>');
    expect(svg).toContain(`<desc id="summary">${spec.summary}</desc>`);
    expect(svg).toContain('Run: 01jrun');
  });

  it('brings its font and nothing from elsewhere', () => {
    expect(svg).toContain('src:url(data:font/woff2;base64,');
    expect([...svg.matchAll(/url\((?!data:|#)/g)]).toHaveLength(0);
  });

  it('gives the same text again', () => {
    expect(renderSvg(spec)).toBe(svg);
  });

  it('hatches the sizes at which it is not known what is faster, inside the plot alone', () => {
    const lines = (text: string) => [...text.matchAll(/<path[^>]*>/g)].map(([line]) => line);
    const plain = new Set(lines(svg));
    const hatched = lines(renderSvg({ ...spec, unknown: [[1e5, 1e9]] }));
    const added = hatched.filter((line) => !plain.has(line));
    expect(added.length).toBeGreaterThan(10);
    expect(lines(renderSvg({ ...spec, unknown: [[1e7, 1e9]] }))).toEqual(lines(svg));
  });

  it('has a line at 1 in a figure of speedups, and no slope between levels of a trend', () => {
    const count = (text: string) => text.match(/<path /g)?.length ?? 0;
    expect(count(renderSvg({ ...spec, kind: 'speedup' }))).toBe(count(svg) + 1);
    const points = [1, 1, 3, 3].map((at, i) => ({ x: i + 1, y: at, lo: null, hi: null, n: 0 }));
    const level = { key: 'a', label: 'a', device: 'cuda' as const, slot: 2, published: false };
    const y = { label: 'Time (s)', scale: 'linear' as const };
    const bare = { ...level, mark: 'line' as const, bare: true };
    const series = [{ ...bare, points }];
    const of = (kind: string) => renderSvg({ ...spec, kind, y, bands: [], series });
    const drawn = (text: string) =>
      [...text.matchAll(/<path d="([^"]*)"[^>]*stroke="#666600"/g)].map(([, d = '']) => d);
    const isFlat = (d: string) =>
      new Set([...d.matchAll(/[ML][\d.-]+[ ,]([\d.-]+)/g)].map(([, at]) => at)).size === 1;
    expect(drawn(of('trend')).length).toBeGreaterThan(1);
    expect(drawn(of('trend')).every(isFlat)).toBe(true);
    expect(drawn(of('scaling')).every(isFlat)).toBe(false);
  });
});

it('PDF is one page of the asked size, the same again', () => {
  const pdf = renderPdf(spec, { widthMm: 127, heightMm: 76.2 });
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text).toContain('/MediaBox [0 0 360 216]');
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(renderPdf(spec, { widthMm: 127, heightMm: 76.2 }).equals(pdf)).toBe(true);
});

describe.each(Object.entries(hardSpecs))('text of "%s"', (_name, hard) => {
  it.each([
    ['a column', {}],
    ['a page', { widthMm: 182, heightMm: 110, fontPt: 9 }],
    ['a small square', { widthMm: 60, heightMm: 60, caption: false }],
  ])('neither collides nor leaves the picture, and is at least 7 pt: %s', (_size, given) => {
    const options = { ...defaultFigureOptions, ...given };
    const svg = renderSvg(hard, options);
    const boxes = textBoxes(svg);
    const heightMm = Number(/height="([\d.]+)mm"/.exec(svg)?.[1]);
    expect(boxes.length).toBeGreaterThan(2);
    expect(collisions(boxes)).toEqual([]);
    const outside = boxes.filter(
      ({ left, right, top, bottom }) =>
        left < -0.5 ||
        top < -0.5 ||
        right > options.widthMm * pointsPerMm + 0.5 ||
        bottom > heightMm * pointsPerMm + 0.5,
    );
    expect(outside).toEqual([]);
    expect(Math.min(...boxes.map(({ size }) => size))).toBeGreaterThanOrEqual(7);
  });
});

it('refuses a picture of more pixels than can be drawn before it tries', () => {
  expect(() => renderPng(spec, { widthMm: 600, heightMm: 600, dpi: 1200 })).toThrow(
    'dpi: 600 x 600 mm at 1200 dots per inch are 28346 x 28346 pixels, more than the 100000000 that a PNG may have',
  );
});
