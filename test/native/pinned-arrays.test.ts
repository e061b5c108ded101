import { describe, expect, it } from 'vitest';
import { engineCase, obstacle, openAddon, runCase, testAddonFolder } from './native-addons.ts';

const why = obstacle('histogram', 'test-moving-cuda', testAddonFolder);

describe.skipIf(why !== null)(`page-locked arrays${why === null ? '' : ` (${why})`}`, () => {
  it.each(['pinned', 'device'])(
    'may lie where another one of the variant lay before: %s',
    async (memory) => {
      const cuda = openAddon('cuda', testAddonFolder);
      const values = { n: 64, bins: 8, memory };
      const result = await runCase(cuda, engineCase('histogram', 'test-moving-cuda', values));
      expect(result.outcome, String(result.reason)).toBe('ok');
    },
  );
});
