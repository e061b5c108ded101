import { describe, expect, it } from 'vitest';
import { firstValues, valueBetween } from '../../../src-main/core/adaptive/tune-values.ts';
import { share } from './search-fixtures.ts';

describe('values that a search tries', () => {
  it('begins with the whole range', () => {
    const axis = { id: 'blockSize', title: '', help: '', role: 'variant' } as const;
    const number_ = { ...axis, type: 'integer', min: 32, max: 1024, default: 256 } as const;
    expect(firstValues({ ...number_, scale: 'log' })).toEqual([32, 64, 256, 512, 1024]);
    expect(firstValues({ ...number_, min: 48, scale: 'log' })).toContain(1024);
    const choice = { ...axis, type: 'choice', default: 'a' } as const;
    const choices = ['a', 'b'].map((id) => ({ id, help: '' }));
    expect(firstValues({ ...choice, choices })).toEqual(['a', 'b']);
    expect(() => firstValues({ ...axis, type: 'text', default: '' })).toThrow('cannot be searched');
  });

  it('takes powers of two first for the threads of a block', () => {
    const size = { ...share, id: 'blockSize', type: 'integer', min: 32, max: 1024 } as const;
    const axis = { ...size, scale: 'log' } as const;
    expect(valueBetween(axis, 64, 1024, new Set())).toBe(256);
    expect(valueBetween(axis, 256, 512, new Set())).toBe(352);
    expect(valueBetween(axis, 256, 512, new Set([352]))).toBe(320);
    expect(
      valueBetween(
        { ...size, min: 1, max: 4, id: 'threads', default: 2, scale: 'log' },
        2,
        4,
        new Set(),
      ),
    ).toBe(3);
  });
});
