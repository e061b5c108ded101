import { afterEach, describe, expect, it } from 'vitest';
import { clockText, timeText } from '../../src-main/contract/times.ts';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone ?? '';
});

describe('a moment', () => {
  it('has its zone', () => {
    expect(timeText('2026-11-22T06:10:07.123Z')).toBe('2026-11-22 06:10 UTC');
    expect(timeText('2026-11-22T06:10:07.123Z', 'utc', { seconds: true })).toBe(
      '2026-11-22 06:10:07 UTC',
    );
    expect(clockText('2026-11-22T06:10:07.123Z')).toBe('06:10:07 UTC');
  });

  it.each([
    ['Europe/Berlin', '2026-11-22T23:30:00Z', '2026-11-23 00:30 +01:00'],
    ['Europe/Berlin', '2026-07-22T23:30:00Z', '2026-07-23 01:30 +02:00'],
    ['America/St_Johns', '2026-11-22T01:00:00Z', '2026-11-21 21:30 -03:30'],
    ['UTC', '2026-11-22T06:10:00Z', '2026-11-22 06:10 UTC'],
  ])('is told by the clock of %s with its offset', (name, iso, text) => {
    process.env.TZ = name;
    expect(timeText(iso, 'local')).toBe(text);
    // What is told is the moment itself.
    expect(Date.parse(text.replace(' UTC', 'Z').replace(/ ([+-])/, '$1'))).toBe(Date.parse(iso));
  });

  it('stays what it is where it is none', () => {
    expect(timeText('yesterday', 'local')).toBe('yesterday');
    expect(clockText('')).toBe('');
  });
});
