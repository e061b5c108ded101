import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { acquireRunLock } from '../../../src-main/core/run/run-lock.ts';
import { programPath } from '../../../src-main/core/util/programs.ts';
import { holdElsewhere } from '../../helpers/hold-elsewhere.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const nobody = 65_534;
const asNobody = { uid: nobody, gid: nobody };
const isRoot = process.getuid?.() === 0;
/** Not so below the home folder of root. */
const nobodyReads =
  isRoot && spawnSync('test', ['-r', import.meta.filename], asNobody).status === 0;
const holder = { pid: process.pid, user: 'root', what: 'the run "mine"' };

let count = 0;
let folder: string;
let name: string;
let file: string;
let victim: string;
beforeEach(() => {
  count += 1;
  name = `attacked-${process.pid}-${count}`;
  // As /tmp is.
  folder = temporaryFolder();
  chmodSync(folder, 0o1777);
  file = join(folder, `breakeven-${name}.lock`);
  victim = join(temporaryFolder(), 'victim');
  writeFileSync(victim, 'precious');
});

/** A program of nobody's that says when it is ready, killed when the test ends. */
async function attack(script: string, ...words: readonly string[]): Promise<ChildProcess> {
  const began = `const net = require('node:net'); process.setgid(${nobody}); process.setuid(${nobody});
    const ready = () => process.stdout.write('ready');`;
  return ready(spawn(process.execPath, ['-e', began + script, ...words], { stdio: 'pipe' }));
}

async function ready(other: ChildProcess): Promise<ChildProcess> {
  onTestFinished(() => void other.kill('SIGKILL'));
  if (other.stdout !== null) await once(other.stdout, 'data');
  return other;
}

const acquire = (more: { readonly waitMs?: number } = {}) =>
  acquireRunLock({ name, folder, holder, ...more });

describe.skipIf(!isRoot)(
  'the run lock of root, attacked by nobody (skipped for others than root)',
  () => {
    it('follows no link that nobody has put there', async () => {
      execFileSync('ln', ['-s', victim, file], asNobody);
      await expect(acquire()).rejects.toMatchObject({
        code: 'environment',
        message: expect.stringContaining('it is a link'),
      });
      expect(readFileSync(victim, 'utf8')).toBe('precious');
      expect(statSync(victim).mode & 0o777).not.toBe(0o666);
    });

    it('makes no file at the end of a link', async () => {
      execFileSync('ln', ['-s', `${victim}-new`, file], asNobody);
      await expect(acquire()).rejects.toMatchObject({ code: 'environment' });
      expect(readdirSync(join(victim, '..'))).toEqual(['victim']);
    });

    it('does not wait for a FIFO', async () => {
      execFileSync('mkfifo', [file], asNobody);
      await expect(acquire({ waitMs: 60_000 })).rejects.toMatchObject({
        code: 'environment',
        message: expect.stringContaining('it is not a regular file'),
      });
    });

    it('is refused in a folder where nobody could replace its file', async () => {
      chmodSync(folder, 0o777);
      await expect(acquire()).rejects.toMatchObject({
        code: 'environment',
        message: expect.stringContaining('set its sticky bit (chmod +t)'),
      });
      expect(readdirSync(folder)).toEqual([]);
      // With the sticky bit nobody cannot.
      chmodSync(folder, 0o1777);
      const held = await acquire();
      expect(() => execFileSync('rm', ['-f', file], { ...asNobody, stdio: 'ignore' })).toThrow();
      await expect(acquire()).rejects.toMatchObject({ code: 'busy' });
      held.release();
    });

    it.each([
      ['says nothing', ''],
      ['talks without end', "const talk = () => socket.write('x'.repeat(65536), talk); talk();"],
      ['says what is no answer', 'socket.end(\'{"pid":1}\');'],
      [
        'says more than a name',
        `socket.end(JSON.stringify({ pid: 1, user: 'x', what: 'y', host: 'h', cores: [0], gpus: [], more: 'z'.repeat(5000) }));`,
      ],
    ])('is taken, and refused, while nobody sits at its address and %s', async (_, answer) => {
      const listener = `net.createServer((socket) => { socket.on('error', () => {}); ${answer} })
      .listen('\\0breakeven-${name}-0', ready);`;
      await attack(listener);
      const held = await acquire();
      await expect(acquire()).rejects.toMatchObject({
        code: 'busy',
        message: 'another process is measuring on this machine and does not say who',
      });
      held.release();
      (await acquire()).release();
    });

    it('shows nothing of what nobody says but a name', async () => {
      const lie = {
        ...{ pid: 1, user: '\u001b[2Jroot', what: `\u202e${'y'.repeat(500)}`, host: 'h' },
        ...{ cores: [0], gpus: ['\u001b[2J'], job: '\u001b]0;' },
      };
      const answer = JSON.stringify(JSON.stringify(lie));
      await attack(
        `net.createServer((socket) => socket.end(${answer})).listen('\\0breakeven-${name}-0', ready);`,
      );
      const held = await acquire();
      await expect(acquire()).rejects.toMatchObject({
        message: `${'y'.repeat(200)} is being measured on this machine by [2Jroot (process 1 in h)`,
      });
      held.release();
    });

    it('believes nobody who claims to measure on cores that are free', async () => {
      const lie = { pid: 1, user: 'x', what: 'y', host: 'h', cores: [1], gpus: [] };
      const answer = JSON.stringify(JSON.stringify(lie));
      await attack(
        `net.createServer((socket) => socket.end(${answer})).listen('\\0breakeven-${name}-1', ready);`,
      );
      const held = await acquireRunLock({
        ...{ name, folder, holder, share: { cores: [0], others: [1], gpus: [] } },
      });
      expect(await held.neighbours()).toEqual([]);
      held.release();
    });

    it('closes the connection of whoever asks, however long nobody would keep it', async () => {
      const held = await acquire();
      await attack(
        `const socket = net.connect({ path: '\\0breakeven-${name}-0', allowHalfOpen: true });
       socket.once('data', () => setInterval(() => socket.write('x'), 10));
       socket.once('error', () => { ready(); setInterval(() => {}, 1000); });`,
      );
      held.release();
    });

    it.skipIf(programPath('python3') === null)(
      'is not held up by a lease on its file',
      async () => {
        const script = `import fcntl, os, signal, sys, time
signal.signal(signal.SIGIO, signal.SIG_IGN)
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o666)
os.fchmod(file, 0o666)
fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print('ready', flush=True)
time.sleep(1000)`;
        await ready(spawn('python3', ['-c', script, file], { ...asNobody, stdio: 'pipe' }));
        await expect(acquire()).rejects.toMatchObject({
          code: 'environment',
          message: expect.stringContaining('another process keeps it from being opened'),
        });
      },
    );

    it.skipIf(!nobodyReads)('is shared with other users, whoever made its file', async () => {
      const theirs = await holdElsewhere(name, String(nobody), file);
      await expect(acquire()).rejects.toMatchObject({ code: 'busy' });
      theirs.kill('SIGKILL');
      await once(theirs, 'exit');
      const { uid, mode } = statSync(file);
      expect([uid, mode & 0o777]).toEqual([nobody, 0o666]);
      (await acquire()).release();
      name = `${name}-ours`;
      file = join(folder, `breakeven-${name}.lock`);
      (await acquire()).release();
      expect(statSync(file).uid).toBe(0);
      await holdElsewhere(name, String(nobody), file);
      await expect(acquire()).rejects.toMatchObject({ code: 'busy' });
    });
  },
);
