import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../src-main/core/store/backup-files.ts';
import { loadSqlite } from '../../src-main/core/store/sqlite.ts';
import { scratchTable } from '../core/store/scratch.ts';
import type { Fault } from './faults.ts';
import { lookAt } from './stored.ts';
import {
  completeRun,
  expectClear,
  expectKept,
  expectResumed,
  measure,
  type World,
} from './world.ts';

const smallBytes = 8e6;

function mount(...words: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync('mount', words, { encoding: 'utf8' });
  if (status === 0) return null;
  return error?.message ?? stderr.trim();
}

/** Does something with a store in a small file system of its own. */
async function inSmallSystem(world: World, work: (small: World, at: string) => Promise<void>) {
  const at = join(world.folder, 'small');
  mkdirSync(at, { recursive: true });
  const refused = mount('-t', 'tmpfs', '-o', `size=${smallBytes}`, 'none', at);
  if (refused !== null) throw new Error(refused);
  try {
    await work(world.at(join(at, 'home')), at);
  } finally {
    spawnSync('umount', ['-l', at]);
    rmSync(at, { recursive: true, force: true });
  }
}

function cannotMount(world: World): string | null {
  const at = join(world.folder, 'probe');
  mkdirSync(at, { recursive: true });
  const refused = mount('-t', 'tmpfs', '-o', 'size=65536', 'none', at);
  if (refused !== null) return `no file system of its own can be mounted here (${refused})`;
  spawnSync('umount', [at]);
  return null;
}

const full: Fault = {
  name: 'fill the disk',
  unavailable: cannotMount,
  async inflict(world) {
    await inSmallSystem(world, async (small, at) => {
      await completeRun(small);
      const before = lookAt(small.home, true);
      const filler = join(at, 'filler');
      const { bavail, bsize } = statfsSync(at);
      const left = 4096 * world.random.below(world.short ? 4 : 80);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
      const ending = await small.run(measure(small));
      expectClear(small, this.name, ending);
      if (left < 8192 && ending.code === 0) {
        world.found.push(`${this.name}: a run succeeded with ${left} bytes left`);
      }
      await expectKept(small, this.name, before);
      rmSync(filler);
      await expectResumed(small, this.name);
    });
  },
};

const readOnly: Fault = {
  name: 'make the store read-only',
  unavailable: cannotMount,
  async inflict(world) {
    await inSmallSystem(world, async (small, at) => {
      const id = await completeRun(small);
      const before = lookAt(small.home, true);
      const refused = mount('-o', 'remount,ro', at);
      if (refused !== null) world.found.push(`${this.name}: ${refused}`);
      const [tagged, read] = [
        await small.run(['edit', id, '--tag', 'refused']),
        await small.run(['history']),
      ];
      mount('-o', 'remount,rw', at);
      expectClear(small, this.name, tagged);
      if (tagged.code === 0) world.found.push(`${this.name}: a tag was given all the same`);
      if (!read.out.includes(id)) world.found.push(`${this.name}: not read (${read.err})`);
      await expectKept(small, this.name, before);
    });
  },
};

const locked: Fault = {
  name: 'lock the store',
  async inflict(world) {
    const id = await completeRun(world);
    const before = lookAt(world.home, true);
    const holder = new (loadSqlite())(databaseFile(world.home));
    holder.exec('BEGIN IMMEDIATE');
    const ending = await world.run(['edit', id, '--tag', 'refused']).finally(() => {
      holder.exec('ROLLBACK');
      holder.close();
    });
    expectClear(world, this.name, ending);
    if (ending.code === 0) world.found.push(`${this.name}: a tag was given all the same`);
    await expectKept(world, this.name, before);
    expectClear(world, this.name, await world.run(['edit', id, '--tag', 'given']));
  },
};

const damaged: Fault = {
  name: 'corrupt a copy of the store',
  async inflict(world) {
    await completeRun(world);
    const before = lookAt(world.home, true);
    const copy = join(world.folder, 'copy');
    cpSync(world.home, copy, { recursive: true });
    const file = databaseFile(copy);
    scratchTable(file, 'samples');
    const bytes = readFileSync(file);
    const ending = await world.at(copy).run(['show', 'latest']);
    const doctor = await world.at(copy).run(['doctor']);
    if (!/is damaged/.test(ending.err + doctor.out)) {
      world.found.push(`${this.name}: neither show nor doctor say so (${ending.err})`);
    }
    if (ending.code !== 0) expectClear(world, this.name, ending);
    if (!readFileSync(file).equals(bytes)) world.found.push(`${this.name}: the file was changed`);
    await expectKept(world, this.name, before);
    rmSync(copy, { recursive: true, force: true });
  },
};

export const storeFaults: readonly Fault[] = [full, readOnly, locked, damaged];
