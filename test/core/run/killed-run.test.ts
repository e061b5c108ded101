import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src-main/core/app.ts';
import { isAlive } from '../../helpers/is-alive.ts';
import { runToEnd } from '../../helpers/run-to-end.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Follows the owner until it has finished so many cases; gives the pids of its engines. */
async function until(owner: ChildProcess, finished: number): Promise<readonly number[]> {
  const engines: number[] = [];
  if (owner.stdout === null) throw new Error('the owner has no output');
  for await (const line of createInterface({ input: owner.stdout })) {
    const [word, number] = line.split(' ');
    if (word === 'engine') engines.push(Number(number));
    if (word === 'done' && Number(number) >= finished) break;
  }
  return engines;
}

describe('a run whose main process is killed', () => {
  it('keeps its finished cases and is resumed', async () => {
    const finished = 60;
    const home = temporaryFolder();
    const lockName = `killed-${process.pid}`;
    const file = join(import.meta.dirname, '..', '..', 'helpers', 'run-owner.ts');
    const owner = spawn(process.execPath, [file, home, lockName], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const engines = await until(owner, finished);
    owner.kill('SIGKILL');
    await expect.poll(() => engines.filter(isAlive)).toEqual([]);

    const app = createApp({ home, lockName, forkEngine: forkScriptedEngine });
    try {
      const before = await app.api.run({ ref: 'latest' });
      expect(before.run.status).toBe('partial');
      expect(before.cases.length).toBeGreaterThanOrEqual(finished);
      expect(before.cases.length).toBeLessThan(300);
      expect(before.cases.every(({ metrics }) => metrics.kernel?.n === 15)).toBe(true);
      expect(before.cases.every(({ metrics }) => (metrics.kernel?.minNs ?? 0) > 0)).toBe(true);
      await runToEnd(app, () => app.api.resumeRun({ ref: before.run.id }));
      const after = await app.api.run({ ref: before.run.id });
      expect(after.run).toMatchObject({ status: 'complete', ok: 300 });
      const kept = new Map(after.cases.map(({ index, finishedAt }) => [index, finishedAt]));
      for (const { index, finishedAt } of before.cases) expect(kept.get(index)).toBe(finishedAt);
    } finally {
      await app.close();
    }
  });
});
