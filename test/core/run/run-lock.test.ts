import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireRunLock } from '../../../src-main/core/run/run-lock.ts';

const holder = { pid: 1, user: 'grace', what: 'the run "second"' };
let count = 0;
const freshName = (): string => {
  count += 1;
  return `test-${process.pid}-${count}`;
};

describe('the lock of measuring runs', () => {
  it('is given to one at a time and says who has it', async () => {
    const name = freshName();
    const first = await acquireRunLock({ name, holder });
    await expect(acquireRunLock({ name, holder })).rejects.toMatchObject({
      code: 'busy',
      message: 'the run "second" is being measured on this machine by grace (process 1)',
    });
    await first.release();
    await (await acquireRunLock({ name, holder })).release();
  });

  it('is waited for, and the wait is announced', async () => {
    const name = freshName();
    const first = await acquireRunLock({ name, holder });
    const said: string[] = [];
    const second = acquireRunLock({
      name,
      holder,
      waitMs: 20_000,
      onWait: (sentence) => {
        said.push(sentence);
        void first.release();
      },
    });
    await (await second).release();
    expect(said).toEqual([
      'the run "second" is being measured on this machine by grace (process 1); waiting for it',
    ]);
  });

  it('is left by a process that is killed, and can be waited for in vain', async () => {
    const name = freshName();
    const file = join(import.meta.dirname, '..', '..', 'helpers', 'lock-holder.ts');
    const other = spawn(process.execPath, [file, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    const said: string[] = [];
    const onWait = (sentence: string) => said.push(sentence);
    await expect(acquireRunLock({ name, holder, waitMs: 300, onWait })).rejects.toMatchObject({
      code: 'busy',
      message: `the run "first" is being measured on this machine by ada (process ${other.pid})`,
    });
    // It was tried again several times by then.
    expect(said).toHaveLength(1);
    other.kill('SIGKILL');
    const lock = await acquireRunLock({ name, holder, waitMs: 10_000 });
    await lock.release();
  });

  it('is given up on when the wait is cancelled', async () => {
    const name = freshName();
    const first = await acquireRunLock({ name, holder });
    const stop = new AbortController();
    const second = acquireRunLock({ name, holder, waitMs: 60_000, signal: stop.signal });
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await first.release();
  });
});
