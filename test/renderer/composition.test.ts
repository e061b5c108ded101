import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../src-main/contract/run.ts';
import {
  emptyComposition,
  fileRequest,
  pixelsOf,
  presetOf,
  readComposition,
  sizePresets,
} from '../../src-renderer/state/composition.ts';
import { standardSettings } from '../../src-renderer/state/settings.ts';
import { addTick, clockText, throttleStrip } from '../../src-renderer/state/throttle.ts';
import { storedCase } from '../helpers/stored-case.ts';

describe('the composer', () => {
  const plain = emptyComposition(standardSettings.figure);

  it('begins with one column of a journal at 300 dpi', () => {
    const read = readComposition(plain);
    expect(presetOf(plain)).toBe('ieee');
    if (!read.ok) throw new Error(read.error);
    expect(pixelsOf(read.value)).toBe('1050 pixels wide');
    const square = readComposition({ ...plain, height: '88.9' });
    expect(square.ok && pixelsOf(square.value)).toBe('1050 × 1050 pixels');
    expect(read.value.view).toEqual({ x: {}, y: {} });
    expect(fileRequest({ ref: 'r1', kind: 'scaling' }, read.value, 'pdf')).toMatchObject({
      ref: 'r1',
      kind: 'scaling',
      format: 'pdf',
      options: { widthMm: 88.9, dpi: 300, fontPt: 8, palette: 'colour' },
    });
  });

  it.each(sizePresets)('knows the preset of its size: $title', ({ id, widthMm, heightMm }) => {
    const height = heightMm === null ? '' : String(heightMm);
    expect(presetOf({ ...plain, width: String(widthMm), height })).toBe(id);
  });

  it('says what is wrong with each field', () => {
    const read = readComposition({
      ...plain,
      width: 'wide',
      dpi: '9000',
      y: { label: '', scale: 'log', min: '5', max: '2' },
    });
    expect(read.ok).toBe(false);
    expect(Object.keys(read.errors).sort()).toEqual(['dpi', 'width', 'y-max']);
    expect(read.errors.dpi).toContain('9000 is too large');
  });

  it('writes a figure in the language of the settings, or another one', () => {
    const spanish = emptyComposition({ ...standardSettings.figure, language: 'es' });
    const asked = (composition: typeof plain) => {
      const read = readComposition(composition);
      if (!read.ok) throw new Error(read.error);
      return fileRequest({ ref: 'r1', kind: 'scaling' }, read.value, 'pdf').language;
    };
    expect(asked(spanish)).toEqual({ id: 'es' });
    expect(asked({ ...spanish, language: 'ru' })).toEqual({ id: 'ru' });
    expect(asked(plain)).toBeUndefined();
  });

  it('puts own texts and ends in the place of those of the figure', () => {
    const read = readComposition({
      ...plain,
      titleText: ' Tally ',
      x: { label: 'n', scale: 'auto', min: '1e3', max: '' },
    });
    if (!read.ok) throw new Error(read.error);
    expect(read.value.view).toEqual({ title: 'Tally', x: { label: 'n', min: 1000 }, y: {} });
  });
});

it('the strip of finished cases tells held clocks from throttling, warnings and cases without times', () => {
  const ofCase = (index: number, more: Partial<StoredCase> = {}) =>
    storedCase(index, { workload: 'count', variant: 'accelerated', metrics: {}, ...more });
  const first = ofCase(0);
  const hot = ofCase(1, { attributes: { throttledSamples: 3, throttleReasons: 'power cap' } });
  const strip = throttleStrip([first, hot, ofCase(2, { outcome: 'skipped' })]);
  expect(strip[0]?.state).toBe('calm');
  expect(strip[1]?.state).toBe('throttled');
  expect(strip[1]?.text).toContain('3 samples below three quarters of the clock; power cap');
  expect(strip[2]?.state).toBe('skipped');
  const [warned] = throttleStrip([ofCase(3, { warnings: ['near launch overhead'] })]);
  expect(warned?.state).toBe('warned');
});

describe('the clock under the case under way', () => {
  const clock = (medianHz: number | null, throttledSamples: number) => ({
    medianHz,
    throttledSamples,
  });

  it('is said in one sentence, with the samples that were throttled', () => {
    expect(clockText(undefined)).toBeNull();
    expect(clockText(null)).toBe('No clock is sampled for CPU variants.');
    expect(clockText(clock(1.98e9, 0))).toBe('SM clock 1.98 GHz; no throttling in this case.');
    expect(clockText(clock(1.2e9, 2))).toBe(
      'SM clock 1.20 GHz; 2 samples of this case below three quarters of the default clock.',
    );
    expect(clockText(clock(null, 0))).toBe('SM clock unknown; no throttling in this case.');
  });

  it('is drawn tick by tick, each with what was throttled since the one before', () => {
    let ticks = addTick([], clock(2e9, 0), undefined);
    ticks = addTick(ticks, clock(1.4e9, 3), clock(2e9, 0));
    ticks = addTick(ticks, clock(2e9, 3), clock(1.4e9, 3));
    expect(ticks).toEqual([
      { hz: 2e9, throttled: 0 },
      { hz: 1.4e9, throttled: 3 },
      { hz: 2e9, throttled: 0 },
    ]);
    expect(addTick(ticks, null, undefined)).toBe(ticks);
    for (let i = 0; i < 500; i += 1) ticks = addTick(ticks, clock(1e9 + i, 3), clock(1e9, 3));
    expect(ticks.length).toBe(120);
    expect(ticks.at(-1)?.hz).toBe(1e9 + 499);
  });
});
