import { describe, expect, it } from 'vitest';
import { languages } from '../../../src-main/contract/figure.ts';
import { commaNumbers } from '../../../src-main/contract/numbers.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { inLanguage } from '../../../src-main/core/figures/languages.ts';
import { renderSvg } from '../../../src-main/core/figures/render.ts';
import { crossing, sourceOf, sweep } from './fixture.ts';
import { textBoxes } from './text-boxes.ts';

const full = sourceOf(sweep, [crossing]);
const scaling = buildFigure('scaling', full);

/** What a figure still has of English words that carry its meaning. */
const english = /\b(?:time|bar|confidence|samples?|faster|than|over|device)\b/i;

describe('numbers with a decimal comma', () => {
  it.each([
    ['1.8 M [1.5, 2.2 M]', '1,8 M [1,5; 2,2 M]'],
    ['n = 256,000, blockSize = 256', 'n = 256\u00a0000, blockSize = 256'],
    ['1,048,576.5', '1\u00a0048\u00a0576,5'],
    ['0.5 ms, 16 and 3.2×.', '0,5 ms, 16 and 3,2×.'],
    ['[5500, 6400]', '[5500; 6400]'],
    ['CUDA 12.2.0 on H200', 'CUDA 12.2.0 on H200'],
  ])('%s', (text, written) => expect(commaNumbers(text)).toBe(written));
});

describe('a figure in the language of its reader', () => {
  it('has axes, caption and break-evens in Spanish, and names of variants as they are', () => {
    const spec = inLanguage(scaling, 'es');
    expect(spec.y.label).toBe('Tiempo (µs)');
    expect(spec.caption).toMatch(/^Centro: mediana del tiempo de kernel; barra: su intervalo/);
    expect(spec.bands[0]?.label).toBe('shared-atomics frente a sequential: n* = 6000 [5500; 6400]');
    expect(spec.series.map(({ label }) => label)).toEqual(scaling.series.map(({ label }) => label));
    expect(spec.caption).toContain(scaling.provenance.Device);
  });

  it.each(languages)('has translations of all that figures say: %s', (language) => {
    const figures = [
      ...[scaling, buildFigure('phases', full, { as: 'share' })],
      ...(['throughput', 'percent-of-peak', 'speedup'] as const).map((kind) =>
        buildFigure(kind, full),
      ),
      ...(['histogram', 'ridgeline', 'ecdf', 'box'] as const).map((as) =>
        buildFigure('distribution', full, { as }),
      ),
    ];
    for (const spec of figures.map((figure) => inLanguage(figure, language))) {
      const { Device = '' } = spec.provenance;
      const [first] = spec.caption.split(Device);
      const texts = [spec.title, first ?? '', spec.x.label, spec.y.label];
      const labels = spec.series.filter(({ device }) => device === null);
      for (const text of [...texts, ...labels.map(({ label }) => label)]) {
        // Axes and their values are what a command takes.
        const words = text.replaceAll(/[\w-]+ = [^,.]+/g, '');
        expect(words.replaceAll(/\bhost\b/gi, '')).not.toMatch(english);
      }
    }
  });

  it('translates a label of several words, which is no variant', () => {
    const { label: _, ...series } = scaling.series[0] as (typeof scaling.series)[number];
    const labelled = { ...series, label: 'input stays' } as (typeof scaling.series)[number];
    const [translated] = inLanguage({ ...scaling, series: [labelled] }, 'de').series;
    expect(translated?.label).toBe('Eingabe bleibt');
  });

  it('writes ticks with a comma, and draws Cyrillic', () => {
    const near = { ...scaling, y: { ...scaling.y, scale: 'linear' as const, min: 0, max: 1.2 } };
    const shown = (language: 'ru' | undefined) =>
      textBoxes(renderSvg(inLanguage(near, language))).map(({ text }) => text);
    expect(shown(undefined)).toContain('0.6');
    expect(shown('ru')).toContain('0,6');
    expect(shown('ru')).toContain('Время (µs)');
  });

  it('takes phrases of the reader before its own, and those alone where no language is named', () => {
    const own = { Time: 'Durée', 'kernel time': 'durée du noyau' };
    expect(inLanguage(scaling, 'fr', own).y.label).toBe('Durée (µs)');
    const alone = inLanguage(scaling, undefined, own);
    expect(alone.caption).toMatch(/^Centre: median durée du noyau; bar: its 95 %/);
    expect(inLanguage(scaling, undefined)).toBe(scaling);
  });
});
