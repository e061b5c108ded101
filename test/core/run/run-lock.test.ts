import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireRunLock, type LockOptions } from '../../../src-main/core/run/run-lock.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

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
      code: 'wait-ended',
      message: `the wait is over: the run "first" is being measured on this machine by ada (process ${other.pid})`,
    });
    // It was tried again several times by then.
    expect(said).toHaveLength(1);
    other.kill('SIGKILL');
    const lock = await acquireRunLock({ name, holder, waitMs: 10_000 });
    await lock.release();
  });

  it('holds for containers that share its folder, and is left there by a process that is killed', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const file = join(folder, `breakeven-${name}.lock`);
    const script = join(import.meta.dirname, '..', '..', 'helpers', 'lock-holder.ts');
    const other = spawn(process.execPath, [script, name, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({
      code: 'busy',
      message:
        'the run "first" is being measured on this machine by ada (process 7 in container-2)',
    });
    // Its endpoint was free, and is so again.
    await (await acquireRunLock({ name, folder: temporaryFolder(), holder })).release();
    other.kill('SIGKILL');
    const lock = await acquireRunLock({ name, folder, holder, waitMs: 10_000 });
    await lock.release();
    expect(readdirSync(folder).filter((each) => !each.includes('.by-'))).toEqual([]);
  });

  it('is not refused where no file can be kept', async () => {
    const name = freshName();
    const folder = join(temporaryFolder(), 'gone');
    const lock = await acquireRunLock({ name, folder, holder });
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({ code: 'busy' });
    await lock.release();
  });

  it('is given in the order of arrival, and those that wait are told behind whom', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const order: string[] = [];
    const arrive = (what: string, more: Partial<LockOptions> = {}) => {
      const waits = Promise.withResolvers<string>();
      const taken = acquireRunLock({
        ...{ name, folder, holder: { ...holder, what }, waitMs: 60_000 },
        onWait: waits.resolve,
        ...more,
      }).then(async (lock) => {
        order.push(what);
        await lock.release();
      });
      return { taken, said: waits.promise };
    };
    const first = await acquireRunLock({ name, folder, holder });
    const second = arrive('b');
    await second.said;
    const stop = new AbortController();
    const third = arrive('c', { signal: stop.signal });
    expect(await third.said).toMatch(
      /^the run "second" is being measured .*, and 1 other waits for it before this one; waiting for it$/,
    );
    const fourth = arrive('d');
    expect(await fourth.said).toMatch(/, and 2 others wait for it before this one; waiting/);
    // Whoever does not wait is told how many do.
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/, and 3 others wait for it$/),
    });
    stop.abort();
    await expect(third.taken).rejects.toMatchObject({ code: 'cancelled' });
    await first.release();
    await Promise.all([second.taken, fourth.taken]);
    expect(order).toEqual(['b', 'd']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes past the place of a process that was killed while it waited', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const ticket = join(folder, `breakeven-${name}.lock.wait-0000000000001-1-abc`);
    writeFileSync(ticket, '');
    writeFileSync(`${ticket}.by-0`, 'anything');
    const lock = await acquireRunLock({ name, folder, holder });
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
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
