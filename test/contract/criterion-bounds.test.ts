import { expect, it } from 'vitest';
import { boundsFault } from '../../src-main/contract/criterion-bounds.ts';

it('finds a minimum above its maximum, and nothing else', () => {
  expect(boundsFault({ minSamples: 50, maxSamples: 20, minTime: 9 })).toEqual({
    parameter: 'maxSamples',
    sentence: 'maxSamples: 20 is below minSamples (50)',
  });
  expect(boundsFault({ minSamples: 20, maxSamples: 20 })).toBeNull();
  expect(boundsFault({ minute: 5, maxute: 1, samples: 3 })).toBeNull();
});
