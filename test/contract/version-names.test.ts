import { expect, it } from 'vitest';
import { versionName } from '../../src-main/contract/version-names.ts';

it('a version is named as people call it, and by its id where nothing else is known', () => {
  expect(['app', 'cudaDriver', 'cudaRuntime', 'glibc'].map(versionName)).toEqual([
    'Breakeven',
    'CUDA of the driver',
    'CUDA runtime',
    'glibc',
  ]);
});
