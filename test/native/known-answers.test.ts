import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, verifyCase } from './native-addons.ts';
import { histogramDigest } from './second-histogram.ts';

const distributions = 'uniform degenerate gaussian zipf sorted bank-stride two-hot'.split(' ');

describe('answers of a second implementation', () => {
  const inputs = distributions.flatMap((distribution) =>
    ['bins', 'wide'].flatMap((range) => [
      { n: 5003, bins: 8, distribution, range, seed: 1 },
      { n: 3001, bins: 1000, distribution, range, seed: 9_007_199_254_740_991 },
      { n: 777, bins: 65_536, distribution, range, seed: 42 },
      { n: 100, bins: 1, distribution, range, seed: 0 },
    ]),
  );

  it.each(inputs)('$distribution, $range, n $n, bins $bins, seed $seed', async (input) => {
    const result = await verifyCase(openAddon('cpu'), engineCase('histogram', 'sequential', input));
    expect(result.outcome).toBe('ok');
    expect(result.answer?.sha256).toBe(histogramDigest(input));
    expect(result.answer?.attributes).toMatchObject({ bins: input.bins, total: input.n });
  });

  it('an empty input has counts of zero', async () => {
    const values = { n: 0, bins: 16 };
    const result = await verifyCase(
      openAddon('cpu'),
      engineCase('histogram', 'sequential', values),
    );
    const zeros = createHash('sha256').update(Buffer.alloc(64)).digest('hex');
    expect(result.answer?.sha256).toBe(zeros);
  });

  it('hashes answers of any length as another implementation does', async () => {
    const folder = temporaryFolder();
    // The digest is over the counts: 4 * bins bytes, so these cross the 64-byte blocks and the padding's edge.
    for (const bins of [1, 13, 14, 15, 16, 17, 29, 30, 31, 32, 33, 1023]) {
      const values = Int32Array.from({ length: bins * 3 }, (_, i) => (i * i) % 4096);
      const path = join(folder, `values-${bins}.i32`);
      writeFileSync(path, values);
      const counts = new Uint32Array(bins);
      for (const value of values) counts[value % bins] = (counts[value % bins] ?? 0) + 1;
      const request = engineCase('histogram', 'sequential', { bins }, { input: path });
      const result = await verifyCase(openAddon('cpu'), request);
      const expected = createHash('sha256').update(counts).digest('hex');
      expect(result.answer?.sha256, `bins ${bins}`).toBe(expected);
    }
  });
});
