import { describe, expect, it } from 'vitest';
import {
  format,
  formatCount,
  formatInterval,
  formatWithInterval,
} from '../../src-main/contract/units.ts';

describe('format', () => {
  it.each([
    [812, 'duration', '812 ns'],
    [1.5, 'duration', '1.50 ns'],
    [999.7, 'duration', '1.00 µs'],
    [1234.5, 'duration', '1.23 µs'],
    [45_600_000, 'duration', '45.6 ms'],
    [90e9, 'duration', '90.0 s'],
    [150e9, 'duration', '2.50 min'],
    [0, 'duration', '0 ns'],
    [1536, 'bytes', '1.50 KiB'],
    [17, 'bytes', '17 B'],
    [4.29e12, 'bytes-per-second', '4.29 TB/s'],
    [1.776e12, 'operations-per-second', '1.78 Top/s'],
    [3.2149, 'ratio', '3.21×'],
    [0.0523, 'percent', '5.23 %'],
    [1.98e9, 'hertz', '1.98 GHz'],
    [1.8e6, 'count', '1.8 M'],
    [1024, 'count', '1024'],
  ] as const)('writes %d as %s', (value, hint, text) => {
    expect(format(value, hint)).toBe(text);
  });

  it('names what is missing or boundless', () => {
    expect(format(null, 'duration')).toBe('–');
    expect(format(Number.NaN, 'bytes')).toBe('–');
    expect(format(Number.POSITIVE_INFINITY, 'ratio')).toBe('∞');
  });

  it('names operations as the workload does', () => {
    expect(format(2.5e9, 'operations-per-second', { operation: 'FLOP' })).toBe('2.50 GFLOP/s');
  });
});

describe('intervals and counts', () => {
  it('share the unit of the upper end', () => {
    expect(formatInterval(1_200_000, 1_250_000, 'duration')).toBe('[1.20, 1.25 ms]');
    expect(formatInterval(950_000, 1_250_000, 'duration')).toBe('[0.950, 1.25 ms]');
  });
  it('have the prefix of a count on each number: [11.6, 79.3 k] would read as 11.6 to 79,300', () => {
    expect(formatWithInterval(58_000, 11_600, 79_300, 'count')).toBe('58 k [11.6 k, 79.3 k]');
    expect(formatInterval(1.5e6, 2.2e6, 'count')).toBe('[1.5 M, 2.2 M]');
    expect(formatInterval(950e3, 1.2e6, 'count')).toBe('[950 k, 1.2 M]');
    expect(formatWithInterval(9481, 3327, 10_515, 'count')).toBe('9481 [3327, 10.5 k]');
  });
  it('keep their own units when far apart', () => {
    expect(formatInterval(15e3, 22e6, 'count')).toBe('[15 k, 22 M]');
  });
  it('are a dash without both ends', () => {
    expect(formatInterval(null, 3, 'count')).toBe('–');
    expect(formatWithInterval(12_000, null, null, 'count')).toBe('12 k');
  });
  it('trim counts and keep small ones exact', () => {
    expect(formatCount(1_048_576)).toBe('1.05 M');
    expect(formatCount(9999)).toBe('9999');
    expect(formatCount(999_999)).toBe('1 M');
  });
});
