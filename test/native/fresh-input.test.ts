import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, testAddonFolder } from './native-addons.ts';
import { encode, npyFile } from './npy.ts';

/** A variant of the test build that fails where a sample has the matrix of the one before. */
const variant = 'test-fresh';

describe('fresh input of row-ordering', () => {
  const addon = openAddon('cpu', testAddonFolder);
  const run = (values: Values) => {
    const request = engineCase('row-ordering', variant, { ...values, freshInput: true });
    return runCase(addon, {
      ...request,
      policy: { ...request.policy, parameters: { samples: 12, otherSamples: 12 } },
    });
  };

  it.each<Values>([
    { matrix: 'random-sparse', n: 500 },
    { matrix: 'random-sparse', n: 500, nonzeros: 4000 },
    { matrix: 'laplacian-2d', n: 400, nonzeros: 2500 },
  ])('is another matrix for each sample: %o', async (values) => {
    const result = await run(values);
    expect(result, String(result.reason)).toMatchObject({
      outcome: 'ok',
      verification: { passed: true },
    });
  });

  it('is the same one where a structure leaves nothing to draw', async () => {
    expect(await run({ matrix: 'banded', n: 400 })).toMatchObject({
      outcome: 'failed',
      reason: 'the matrix is the one of the sample before',
    });
  });
});

describe('fresh input of a file', () => {
  it('is refused: generated values would take its place', async () => {
    const path = join(temporaryFolder(), 'values.npy');
    const data = encode('<i4', [1, 2, 3]);
    writeFileSync(path, npyFile({ descr: '<i4', shape: [3], data }));
    const request = engineCase('histogram', 'sequential', { freshInput: true }, { input: path });
    await expect(runCase(openAddon('cpu'), request)).rejects.toMatchObject({
      message: expect.stringContaining('freshInput is true, but the input is a file'),
    });
  });
});
