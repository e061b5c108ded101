import { describe, expect, it } from 'vitest';
import {
  format,
  formatCount,
  formatEstimate,
  formatInterval,
  formatRatio,
  formatSize,
  formatSizeWithInterval,
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
  it('share the unit of the upper end, and end at the second digit of their width', () => {
    expect(formatInterval(1_200_000, 1_250_000, 'duration')).toBe('[1.200, 1.250 ms]');
    expect(formatInterval(950_000, 1_250_000, 'duration')).toBe('[0.95, 1.25 ms]');
    expect(formatWithInterval(1_234_567, 1_200_000, 1_250_000, 'duration')).toBe(
      '1.235 ms [1.200, 1.250 ms]',
    );
    expect(formatWithInterval(1.5, 0.5, 3, 'ratio')).toBe('1.5× [0.50, 3.0×]');
    expect(formatWithInterval(2.0004, 2.0001, 2.0007, 'ratio')).toBe(
      '2.00040× [2.00010, 2.00070×]',
    );
  });
  it('have at most six digits, and four where an interval has no width', () => {
    expect(formatWithInterval(2.00000004, 2.00000001, 2.00000007, 'ratio')).toBe(
      '2.00000× [2.00000, 2.00000×]',
    );
    expect(formatWithInterval(2000, 2000, 2000, 'duration')).toBe('2.000 µs [2.000, 2.000 µs]');
  });
  it('keep two digits of an end far below the width', () => {
    expect(formatWithInterval(1.2, 0.052, 3.1, 'ratio')).toBe('1.2× [0.052, 3.1×]');
  });
  it('write a value without its interval as it stands beside it', () => {
    expect(formatEstimate(1_234_567, 1_200_000, 1_250_000, 'duration')).toBe('1.235 ms');
    expect(formatEstimate(950_001, 940_000, 1_250_000, 'duration')).toBe('0.95 ms');
    expect(formatEstimate(1_234_567, null, null, 'duration')).toBe('1.23 ms');
    expect(formatEstimate(null, 1, 2, 'duration')).toBe('–');
  });
  it('write no ratio whose interval is wider than a factor of 10', () => {
    expect(formatRatio(1.25, [0.83, 8.31])).toBe('–');
    expect(formatRatio(1.25, [0.83, 8.29])).toBe('1.3× [0.83, 8.3×]');
    expect(formatRatio(1.25, [1.2, 1.31])).toBe('1.25× [1.20, 1.31×]');
    expect(formatRatio(1.25, null)).toBe('1.25×');
  });
  it('write a size in full, as far as its interval tells it', () => {
    expect(formatSize(1_234_567, [1_200_000, 1_260_000])).toBe('1,235,000');
    expect(formatSize(1_234_567, [1_234_560, 1_234_570])).toBe('1,234,570');
    expect(formatSize(0.4321, [0.41, 0.45])).toBe('0.432');
    expect(formatSize(1234, [1000, 1500])).toBe('1230');
  });
  it('write a size with its interval, all three as far as that tells them', () => {
    expect(formatSizeWithInterval(16_857, [15_900, 18_230])).toBe('16,900 [15,900, 18,200]');
    expect(formatSizeWithInterval(58_000, [11_600, 79_300])).toBe('58,000 [12,000, 79,000]');
    expect(formatSizeWithInterval(1_700_000, [579_912, 16_050_455])).toBe('580,000 – 16,100,000');
    expect(formatSizeWithInterval(9481, [3327, 10_515])).toBe('9500 [3300, 10,500]');
    expect(formatSizeWithInterval(16_857.3, null)).toBe('16,860');
  });
  it('keep their own units when far apart', () => {
    expect(formatInterval(15e3, 22e6, 'duration')).toBe('[15 µs, 22 ms]');
    // Around 0 all three have the unit of the end that is farther from it.
    expect(formatInterval(-103e6, 12e3, 'duration')).toBe('[-103, 0 ms]');
    expect(formatWithInterval(-802e3, -103e6, 102e6, 'duration')).toBe('-0.80 ms [-103, 102 ms]');
    expect(formatWithInterval(-802, -103e6, 102e6, 'duration')).toBe('0 ms [-103, 102 ms]');
  });
  it('are a dash without both ends', () => {
    expect(formatInterval(null, 3, 'duration')).toBe('–');
    expect(formatWithInterval(12_000, null, null, 'duration')).toBe('12.0 µs');
  });
  it('trim counts and keep small ones exact', () => {
    expect(formatCount(1_048_576)).toBe('1.05 M');
    expect(formatCount(9999)).toBe('9999');
    expect(formatCount(999_999)).toBe('1 M');
  });
});
