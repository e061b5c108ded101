import { describe, expect, it } from 'vitest';
import type { Client } from '../../src-renderer/client.ts';
import { base64Of, importRunFile } from '../../src-renderer/state/import-files.ts';
import { historyOf } from '../helpers/curated-history.ts';

describe('a run file', () => {
  const file = (bytes: Uint8Array<ArrayBuffer>) =>
    Object.assign(new Blob([bytes]), { name: 'a.breakeven' });

  it('is sent in pieces, the last of which makes the run', async () => {
    const { app, client } = await historyOf(0);
    const sizes: number[] = [];
    const watched: Client = {
      ...client,
      call: ((name: string, input: { data: string; last: boolean }) => {
        if (name === 'importRun') sizes.push(Buffer.from(input.data, 'base64').length);
        return client.call(name as never, input as never);
      }) as Client['call'],
    };
    const { run, already } = await importRunFile(watched, file(new Uint8Array(900_000).fill(7)));
    expect(run.title).toBe('From another machine');
    expect(already).toBe(false);
    expect(sizes.length).toBe(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(900_000);
    expect(app.stored.length).toBe(1);
  });

  it('of a run that is stored gives that one, and leaves it alone', async () => {
    const { app, client } = await historyOf(2);
    const bytes = new TextEncoder().encode('run r000001');
    const { run, already } = await importRunFile(client, file(bytes));
    expect([run.id, already]).toEqual(['r000001', true]);
    expect(app.stored.length).toBe(2);
  });

  it('that is none is refused with a sentence', async () => {
    const { client } = await historyOf(0);
    const bytes = new TextEncoder().encode('not a run file');
    await expect(importRunFile(client, file(bytes))).rejects.toThrow('is no run file');
    const large = { name: 'big.breakeven', size: 2 ** 40, slice: () => new Blob() };
    await expect(importRunFile(client, large)).rejects.toThrow('a run file has at most');
  });

  it('is written as base64 whatever its bytes', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => i % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});
