import { describe, expect, it } from 'vitest';
import { seriesStyle } from '../../../src-main/charts/style.ts';
import { lightTheme } from '../../../src-main/charts/theme.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { renderSvg } from '../../../src-main/core/figures/render.ts';
import { crossing, roof, sourceOf, sweep } from './fixture.ts';
import { line, scaling } from './specs.ts';
import { textBoxes } from './text-boxes.ts';

const second = { ...crossing, large: 'cub-even', at: 20_000, ci95: [18_000, 22_000] as const };
const source = {
  ...sourceOf(sweep, [crossing, { ...second, ci95: [...second.ci95] }]),
  roofOf: () => roof(),
};
const atomics = 'histogram/shared-atomics/kernel';

describe('a hidden series', () => {
  it('leaves its line, its break-evens, the summary and the count of the caption too', () => {
    const whole = buildFigure('scaling', source);
    expect(whole.summary).toContain('shared-atomics overtakes sequential');
    const spec = buildFigure('scaling', source, { hidden: [atomics] });
    expect(JSON.stringify(spec)).not.toContain('shared-atomics');
    expect(spec.bands.map(({ key }) => key)).toEqual(['cub-even/sequential']);
    expect(spec.summary).toContain('cub-even overtakes sequential');
    expect(renderSvg(spec)).not.toContain('shared-atomics');
  });

  it.each([
    ['distribution', 'histogram'],
    ['distribution', 'ecdf'],
    ['distribution', 'box'],
    ['throughput', undefined],
    ['speedup', undefined],
    ['roofline', undefined],
    ['trend', undefined],
  ] as const)('is not in the %s figure (%s)', (kind, as) => {
    const key = (spec: ReturnType<typeof buildFigure>) =>
      JSON.stringify([spec.series, spec.summary]);
    expect(key(buildFigure(kind, source, { as }))).toContain('cub-even');
    const hidden = ['histogram/cub-even/kernel', 'histogram/cub-even/kernel/level'];
    const spec = buildFigure(kind, source, { as, hidden });
    expect(key(spec)).not.toContain('cub-even');
    expect(spec.x.categories ?? []).not.toContain('cub-even');
  });

  it('leaves a stack of phases, and what is said of it', () => {
    const spec = buildFigure('phases', source, { hidden: ['phase/kernel'] });
    expect(JSON.stringify([spec.series, spec.summary])).not.toContain('kernel');
  });

  it('changes no style of the others, and no ratio', () => {
    const split = sourceOf([
      ...sweep,
      ...sweep.map((each) => ({ ...each, values: { ...each.values, bins: 64 } })),
    ]);
    const styles = (hidden: readonly string[]) =>
      new Map(
        buildFigure('scaling', split, { seriesBy: ['bins'], hidden }).series.map((each) => [
          each.key,
          seriesStyle(each, lightTheme),
        ]),
      );
    const without = styles(['histogram/sequential/kernel/bins = 8']);
    const all = styles([]);
    expect(without.size).toBe(all.size - 1);
    for (const [key, style] of without) expect(style).toEqual(all.get(key));
    const ratios = (hidden: readonly string[]) =>
      buildFigure('speedup', source, { hidden }).series.find(({ label }) => label === 'cub-even');
    expect(ratios(['histogram/sequential/kernel'])).toEqual(ratios([]));
  });

  it('is refused when nothing would be left', () => {
    const hidden = buildFigure('scaling', source).series.map(({ key }) => key);
    expect(() => buildFigure('scaling', source, { hidden })).toThrow('every series is hidden');
  });
});

describe('break-evens of a scaling figure', () => {
  it('are those that are asked for, of all that are offered', () => {
    const whole = buildFigure('scaling', source);
    expect(whole.bandChoices?.map(({ key }) => key)).toEqual([
      'shared-atomics/sequential',
      'cub-even/sequential',
    ]);
    const spec = buildFigure('scaling', source, { breakEvens: ['cub-even/sequential'] });
    expect(spec.bands.map(({ key }) => key)).toEqual(['cub-even/sequential']);
    expect(spec.summary).toContain('cub-even overtakes sequential');
    expect(spec.caption).toContain('1 further break-even is not drawn.');
    expect(buildFigure('scaling', source, { breakEvens: [] }).bands).toEqual([]);
  });

  it('lie on the line of the variant that is faster beyond them', () => {
    const spec = buildFigure('scaling', source);
    const line = spec.series.find(({ key }) => key === atomics);
    const [band] = spec.bands;
    if (line?.mark !== 'line') throw new Error('no line');
    const [a, b] = line.points;
    expect(band?.series).toBe(atomics);
    expect(band?.y).toBeGreaterThan(a?.y ?? Number.NaN);
    expect(band?.y).toBeLessThan(b?.y ?? Number.NaN);
  });
});

describe('texts of an exported figure', () => {
  const label = 'cuda-warp-private-with-a-long-name over sequential: n* = 48.5 k [47.9 k, 49.1 k]';
  const caption = `${'A sentence of the caption. '.repeat(12)}The last word is n*.`;
  const spec = scaling({
    caption,
    series: [line('sequential', 'cpu', 0, [1e3, 1e6], (x) => x * 1e-6, 0.1)],
    bands: [{ label, at: 48_500, lo: 47_900, hi: 49_100 }],
  });

  it('lose no character, at a given height either', () => {
    const svg = renderSvg(spec, { widthMm: 88.9, heightMm: 120 });
    const shown = textBoxes(svg)
      .map(({ text }) => text)
      .join(' ')
      .replaceAll('\u00a0', ' ');
    expect(shown).toContain('n* = 48.5 k [47.9 k,');
    expect(shown).toContain('The last word is n*.');
    expect(shown).not.toContain('…');
  });
});
