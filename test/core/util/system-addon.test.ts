import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { examine } from '../../../src-main/core/machine/doctor.ts';
import { identify, systemAddon } from '../../../src-main/core/util/system-addon.ts';
import { nativeFolder } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let folder: string;
let runtime: string;
beforeEach(() => {
  folder = temporaryFolder();
  runtime = temporaryFolder();
  vi.stubEnv('XDG_RUNTIME_DIR', runtime);
});
afterEach(() => vi.unstubAllEnvs());

const open = (name = 'file', flags = constants.O_RDWR | constants.O_CREAT): number =>
  openSync(join(folder, name), flags, 0o600);

const kinds = [
  ['the addon', nativeFolder],
  ['its stand-in', '/nowhere'],
] as const;

describe.each(kinds)('%s', (_, native) => {
  beforeEach(() => vi.stubEnv('BREAKEVEN_NATIVE', native));

  it('gives the lock of a file to one that has it open, until it is unlocked', () => {
    const system = systemAddon();
    const [first, second, other] = [open(), open(), open('other')];
    expect(system.tryLock(first, 0)).toBe(true);
    expect(system.tryLock(second, 0)).toBe(false);
    expect(system.tryLock(other, 0)).toBe(true);
    system.unlock(first, 0);
    expect(system.tryLock(second, 0)).toBe(true);
    for (const descriptor of [second, other]) system.unlock(descriptor, 0);
    for (const descriptor of [first, second, other]) closeSync(descriptor);
  });

  it('knows which places of a file are locked, beyond its end', () => {
    const system = systemAddon();
    const [holder, other] = [open(), open()];
    for (const place of [0, 7]) expect(system.tryLock(holder, place)).toBe(true);
    expect(system.tryLock(other, 7)).toBe(false);
    expect(system.tryLock(other, 3)).toBe(true);
    const late = open();
    expect([0, 1, 4, 7, 8].map((place) => system.isLocked(late, place, 3))).toEqual([
      ...[true, true, false, true, false],
    ]);
    system.unlock(holder, 7);
    expect([0, 3, 4].map((place) => system.isLocked(late, place, 9))).toEqual([true, true, false]);
    for (const [descriptor, place] of [[holder, 0] as const, [other, 3] as const])
      system.unlock(descriptor, place);
    expect(system.isLocked(late, 0, 9)).toBe(false);
    for (const descriptor of [holder, other, late]) closeSync(descriptor);
  });

  it('takes the lock back from a process that is killed', async () => {
    const descriptor = open();
    const holder = join(import.meta.dirname, '..', '..', 'helpers', 'descriptor-holder.ts');
    const other = spawn(process.execPath, [holder, join(folder, 'file')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    const system = systemAddon();
    expect(system.tryLock(descriptor, 0)).toBe(false);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(system.tryLock(descriptor, 0)).toBe(true);
    system.unlock(descriptor, 0);
    closeSync(descriptor);
  });

  it('makes memory that other processes of this user can open, and that leaves no file', () => {
    const memory = systemAddon().createMemory('breakeven-test', 8192);
    writeSync(memory, 'input', 4096);
    const path = `/proc/${process.pid}/fd/${memory}`;
    const script = `const fs = require('node:fs');
      const { ino } = fs.statSync('${path}', { bigint: true });
      process.stdout.write(ino + ' ' + fs.readFileSync('${path}').subarray(4096, 4101));`;
    const seen = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(seen).toBe(`${identify(memory).inode} input`);
    expect(identify(memory).bytes).toBe(8192);
    expect(readdirSync(runtime)).toEqual([]);
    closeSync(memory);
  });
});

describe('sealed memory', () => {
  it('can be read, and neither written nor made smaller or larger, by any descriptor', () => {
    vi.stubEnv('BREAKEVEN_NATIVE', nativeFolder);
    const system = systemAddon();
    expect(system.absent).toBeNull();
    const memory = system.createMemory('breakeven-test', 100);
    writeSync(memory, 'expected', 0);
    system.sealMemory(memory);
    const path = `/proc/self/fd/${memory}`;
    const again = openSync(path, constants.O_RDWR);
    for (const descriptor of [memory, again]) {
      expect(() => writeSync(descriptor, 'x', 0)).toThrow('EPERM');
      expect(() => ftruncateSync(descriptor, 50)).toThrow('EPERM');
      expect(() => ftruncateSync(descriptor, 200)).toThrow('EPERM');
    }
    const read = Buffer.alloc(8);
    readSync(again, read, 0, 8, 0);
    expect(read.toString()).toBe('expected');
    // The seals themselves are sealed.
    expect(() => system.sealMemory(memory)).toThrow('fcntl(F_ADD_SEALS): Operation not permitted');
    for (const descriptor of [memory, again]) closeSync(descriptor);
  });

  it('is refused where the descriptor is no memory, and a lock where it is not open for writing', () => {
    vi.stubEnv('BREAKEVEN_NATIVE', nativeFolder);
    const system = systemAddon();
    closeSync(open());
    const reading = open('file', constants.O_RDONLY);
    expect(() => system.sealMemory(reading)).toThrow('fcntl(F_ADD_SEALS)');
    expect(() => system.tryLock(reading, 0)).toThrow('fcntl(F_OFD_SETLK): Bad file descriptor');
    expect(() => system.createMemory('breakeven-test', -1)).toThrow('ftruncate: Invalid argument');
    closeSync(reading);
  });
});

describe('the doctor', () => {
  it('says why the addon is missing, and that it is there', async () => {
    const row = async (native: string) => {
      vi.stubEnv('BREAKEVEN_NATIVE', native);
      const checks = await examine({ home: folder, engine: 'x' });
      return checks.find(({ id }) => id === 'addon-breakeven_system.node');
    };
    expect(await row(nativeFolder)).toMatchObject({ status: 'ok', found: 'breakeven_system.node' });
    expect(await row(folder)).toMatchObject({
      status: 'warning',
      found: `${join(folder, 'breakeven_system.node')} does not exist; files of this user stand in, which programs of other users do not see`,
      fix: 'build it with `npm run build`',
    });
  });
});

describe('the runtime folder of the stand-in', () => {
  it('is refused where it is a link or open to others', () => {
    vi.stubEnv('XDG_RUNTIME_DIR', '');
    vi.stubEnv('TMPDIR', folder);
    vi.stubEnv('BREAKEVEN_NATIVE', '/nowhere');
    const own = join(folder, `breakeven-${process.getuid?.()}`);
    const target = join(folder, 'target');
    mkdirSync(target, { mode: 0o700 });
    symlinkSync(target, own);
    const make = () => systemAddon().createMemory('breakeven-test', 1);
    expect(make).toThrow(`${own} is not a folder of this user alone; remove it`);
    expect(readdirSync(target)).toEqual([]);
  });
});
