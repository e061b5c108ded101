import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineCase, openAddon, runCase, testAddonFolder } from './native-addons.ts';

/** Why it cannot be tried here; null where it can. */
function obstacle(): string | null {
  if (!existsSync(join(testAddonFolder, 'breakeven_cuda.node'))) {
    return 'no CUDA addon with test variants here: `npm run test:gpu` builds it';
  }
  const found = openAddon('cuda', testAddonFolder)
    .catalog()
    .workloads.flatMap(({ variants }) => variants)
    .find(({ id }) => id === 'test-moving-cuda');
  return found?.available === true ? null : (found?.reason ?? 'the variant is not in this build');
}

const why = obstacle();

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
