import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pieceBytes } from '../../src-main/contract/limits.ts';
import type { Client } from '../../src-renderer/client.ts';
import { base64Of, importRunFile } from '../../src-renderer/state/import-files.ts';
import { historyOf } from '../helpers/curated-history.ts';
import { repositoryRoot } from '../helpers/paths.ts';

const sample = readFileSync(
  join(repositoryRoot, 'resources', 'sample-results', 'histogram-cpu.breakeven'),
);

describe('a run file', () => {
  const file = (bytes: Uint8Array<ArrayBuffer>) =>
    Object.assign(new Blob([bytes]), { name: 'a.breakeven' });

  it('is sent in pieces, the last of which makes the run', async () => {
    const { client, history } = await historyOf(0);
    const sizes: number[] = [];
    const watched: Client = {
      ...client,
      call: ((name: string, input: { data: string; last: boolean }) => {
        if (name === 'importRun') sizes.push(Buffer.from(input.data, 'base64').length);
        return client.call(name as never, input as never);
      }) as Client['call'],
    };
    const { run, already } = await importRunFile(watched, file(sample));
    expect(run.importedAt).toBeDefined();
    expect(already).toBe(false);
    expect(sizes.length).toBe(Math.ceil(sample.length / pieceBytes));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(sample.length);
    await history.load();
    expect(history.rows.value.map(({ id }) => id)).toEqual([run.id]);
  });

  it('is written as base64 whatever its bytes', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => i % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});
