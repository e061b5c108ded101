import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireRunLock, type LockOptions } from '../../../src-main/core/run/run-lock.ts';
import { openLockFile } from '../../../src-main/core/store/file-lock.ts';
import { holdElsewhere } from '../../helpers/hold-elsewhere.ts';
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
    first.release();
    (await acquireRunLock({ name, holder })).release();
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
        first.release();
      },
    });
    (await second).release();
    expect(said).toEqual([
      'the run "second" is being measured on this machine by grace (process 1); waiting for it',
    ]);
  });

  it('is left by a process that is killed, and can be waited for in vain', async () => {
    const name = freshName();
    const other = await holdElsewhere(name);
    const said: string[] = [];
    const onWait = (sentence: string) => said.push(sentence);
    await expect(acquireRunLock({ name, holder, waitMs: 600, onWait })).rejects.toMatchObject({
      code: 'wait-ended',
      message: `the wait is over: the run "first" is being measured on this machine by ada (process ${other.pid})`,
    });
    // It was tried again by then.
    expect(said).toHaveLength(1);
    other.kill('SIGKILL');
    const lock = await acquireRunLock({ name, holder, waitMs: 10_000 });
    lock.release();
  });

  it('is left by whoever announces itself, and kept by whoever does not: the file alone decides', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const file = join(folder, `breakeven-${name}.lock`);
    // As a container does whose network is its own.
    const other = await holdElsewhere(name, '', file);
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({
      code: 'busy',
      message: 'another process is measuring on this machine and does not say who',
    });
    // Another folder, another lock; another name too.
    (await acquireRunLock({ name, folder: temporaryFolder(), holder })).release();
    (await acquireRunLock({ name: 'gpu-GPU-8f2c', folder, holder })).release();
    other.kill('SIGKILL');
    const lock = await acquireRunLock({ name, folder, holder, waitMs: 10_000 });
    lock.release();
  });

  it('has one empty file of every user, which is neither written nor removed', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const file = join(folder, `breakeven-${name}.lock`);
    const mask = process.umask(0o077);
    (await acquireRunLock({ name, folder, holder })).release();
    process.umask(mask);
    const { ino, size, mode } = statSync(file);
    expect([size, mode & 0o7777]).toEqual([0, 0o666]);
    const again = await acquireRunLock({ name, folder, holder });
    expect(statSync(file)).toMatchObject({ ino, size: 0 });
    again.release();
    expect(readdirSync(folder)).toEqual([`breakeven-${name}.lock`]);
  });

  it.each([
    ['a link to nothing', (file: string) => symlinkSync(`${file}.target`, file), 'it is a link'],
    [
      'a link to a file',
      (file: string) => {
        writeFileSync(`${file}.target`, 'precious');
        symlinkSync(`${file}.target`, file);
      },
      'it is a link',
    ],
    ['a folder', (file: string) => mkdirSync(file), 'it is a folder'],
    ['a FIFO', (file: string) => execFileSync('mkfifo', [file]), 'it is not a regular file'],
  ])('is refused where its file is %s', async (_, put, reason) => {
    const name = freshName();
    const folder = temporaryFolder();
    const file = join(folder, `breakeven-${name}.lock`);
    put(file);
    const before = readdirSync(folder);
    await expect(acquireRunLock({ name, folder, holder, waitMs: 60_000 })).rejects.toMatchObject({
      code: 'environment',
      message: `${file} cannot be locked: ${reason}; remove it, or name another folder with BREAKEVEN_LOCK_FOLDER`,
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is refused where the folder is gone, or where everybody could replace its file', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const gone = join(folder, 'gone');
    await expect(acquireRunLock({ name, folder: gone, holder })).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringContaining('its folder does not exist'),
    });
    chmodSync(folder, 0o777);
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({
      code: 'environment',
      message: `the run lock in ${folder} could be replaced by every user: set its sticky bit (chmod +t), or name another folder with BREAKEVEN_LOCK_FOLDER`,
    });
    chmodSync(folder, 0o1777);
    (await acquireRunLock({ name, folder, holder })).release();
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
      }).then((lock) => {
        order.push(what);
        lock.release();
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
    // Behind the last one, not at the place that is free.
    const fifth = arrive('e');
    await fifth.said;
    first.release();
    // It finds the holder gone, and those before it have not looked yet.
    const sixth = arrive('f');
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({ code: 'busy' });
    await Promise.all([second, fourth, fifth, sixth].map(({ taken }) => taken));
    expect(order).toEqual(['b', 'd', 'e', 'f']);
  });

  it('goes past the place of a process that was killed while it waited', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const first = await acquireRunLock({ name, folder, holder });
    const file = openLockFile(join(folder, `breakeven-${name}.lock`));
    expect(file.tryLock(1)).toBe(true);
    const waits = Promise.withResolvers<string>();
    const taken = acquireRunLock({ name, folder, holder, waitMs: 60_000, onWait: waits.resolve });
    expect(await waits.promise).toContain('and 1 other waits for it before this one');
    first.release();
    // As the end of its process does.
    file.close();
    const second = await taken;
    // Nobody waits any more.
    await expect(acquireRunLock({ name, folder, holder })).rejects.toMatchObject({
      message: 'the run "second" is being measured on this machine by grace (process 1)',
    });
    second.release();
  });

  const cores = [0, 1, 2, 3, 4, 5, 6, 7];
  const partOf = (name: string, own: readonly number[], gpus: readonly string[] = []) => ({
    ...{ name, holder },
    share: { cores: own, others: cores.filter((core) => !own.includes(core)), gpus },
  });

  it('is given at once to runs whose cores and GPUs do not meet, which name each other', async () => {
    const name = freshName();
    const first = await acquireRunLock(partOf(name, [0, 1, 2, 5], ['GPU-1']));
    expect(await first.neighbours()).toEqual([]);
    const job = { ...holder, pid: 2, job: '4711' };
    const second = await acquireRunLock({ ...partOf(name, [3, 4], ['GPU-2']), holder: job });
    expect(await first.neighbours()).toEqual(['job 4711 on cores 3-4 and GPU-2']);
    expect(await second.neighbours()).toEqual(['process 1 on cores 0-2, 5 and GPU-1']);
    const third = await acquireRunLock(partOf(name, [6]));
    expect(await second.neighbours()).toEqual([
      'process 1 on cores 0-2, 5 and GPU-1',
      'process 1 on cores 6',
    ]);
    first.release();
    third.release();
    expect(await second.neighbours()).toEqual([]);
    second.release();
  });

  it('tells of a neighbour that does not say who it is', async () => {
    const name = freshName();
    const folder = temporaryFolder();
    const held = await acquireRunLock({ ...partOf(name, [0, 1]), folder });
    const file = openLockFile(join(folder, `breakeven-${name}.lock`));
    for (const core of [4, 5]) expect(file.tryLock(1000 * core)).toBe(true);
    expect(await held.neighbours()).toEqual(['a process on cores 4-5']);
    file.close([4000, 5000]);
    held.release();
  });

  it.each([
    ['a core', [2, 3], []],
    ['all cores', cores, []],
    ['a GPU', [4], ['GPU-2', 'GPU-1']],
  ])('keeps runs apart that have %s in common', async (_, own, gpus) => {
    const name = freshName();
    const first = await acquireRunLock(partOf(name, [0, 1, 2], ['GPU-1']));
    await expect(acquireRunLock(partOf(name, own, gpus))).rejects.toMatchObject({
      code: 'busy',
      message: 'the run "second" is being measured on this machine by grace (process 1)',
    });
    // What it had of its share by then is free again.
    (await acquireRunLock(partOf(name, [3, 4, 5, 6, 7], ['GPU-2']))).release();
    first.release();
    (await acquireRunLock(partOf(name, own, gpus))).release();
  });

  it('is given to all in the end, whatever they have in common', async () => {
    const name = freshName();
    let measuring: number[] = [];
    const runs = [
      ...[[0, 1, 2], [2, 3], [3, 0], [1], [0, 1, 2, 3, 4], [4, 3], [2, 0], [4]].map(async (own) => {
        const held = await acquireRunLock({ ...partOf(name, own), waitMs: 60_000 });
        expect(measuring.filter((core) => own.includes(core))).toEqual([]);
        measuring = [...measuring, ...own];
        await held.neighbours();
        measuring = measuring.filter((core) => !own.includes(core));
        held.release();
      }),
    ];
    await Promise.all(runs);
    expect(runs).toHaveLength(8);
  });

  it('is given up on when the wait is cancelled', async () => {
    const name = freshName();
    const first = await acquireRunLock({ name, holder });
    const stop = new AbortController();
    const second = acquireRunLock({ name, holder, waitMs: 60_000, signal: stop.signal });
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    first.release();
  });
});
