import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLimit } from './command.ts';
import type { Fault } from './faults.ts';
import { makeMemoryGroup } from './memory-group.ts';
import { lookAt } from './stored.ts';
import { expectClear, expectKept, expectResumed, measure, type World } from './world.ts';

/** A user whose processes are nobody else's. */
const strangerUid = 34567;

async function runUnder(world: World, what: string, under: readonly string[]): Promise<void> {
  const before = lookAt(world.home, false);
  const start = performance.now();
  const ending = await world.run(measure(world), under);
  const seconds = (performance.now() - start) / 1000;
  expectClear(world, what, ending);
  if (ending.code !== 0 && seconds > 55) world.found.push(`${what}: silent for ${seconds} s`);
  await expectKept(world, what, before);
}

const descriptors: Fault = {
  name: 'run out of descriptors',
  async inflict(world) {
    const limit = 18 + world.random.below(30);
    await runUnder(world, `${this.name} (${limit})`, withLimit('-n', limit));
    await expectResumed(world, this.name);
  },
};

const processes: Fault = {
  name: 'run out of processes',
  unavailable() {
    if (process.getuid?.() !== 0) return null;
    const found = spawnSync('setpriv', ['--version']).status === 0;
    return found ? null : 'root has no limit of processes, and setpriv is not here';
  },
  async inflict(world) {
    // Below 14 Node itself does not start.
    const limit = 14 + world.random.below(14);
    if (process.getuid?.() !== 0) {
      await runUnder(world, `${this.name} (${limit})`, withLimit('-u', limit));
      return;
    }
    const home = join(world.folder, 'strangers');
    mkdirSync(home, { recursive: true });
    chmodSync(world.folder, 0o755);
    chmodSync(home, 0o777);
    const stranger = ['setpriv', '--reuid', String(strangerUid), '--clear-groups'];
    const bare = ['--inh-caps=-all', '--bounding-set=-all'];
    await runUnder(world.at(home), `${this.name} (${limit})`, [
      ...stranger,
      ...bare,
      ...withLimit('-u', limit),
    ]);
    rmSync(home, { recursive: true, force: true });
  },
};

const memory: Fault = {
  name: 'run short of memory',
  async inflict(world) {
    const bytes = (90 + world.random.below(160)) * 1e6;
    const group = makeMemoryGroup(basename(world.folder), bytes);
    if (group === null) {
      // Node reserves addresses that it never uses.
      const kilobytes = 2e6 + world.random.below(2e6);
      await runUnder(
        world,
        `${this.name} (${kilobytes} kB of addresses)`,
        withLimit('-v', kilobytes),
      );
    } else {
      const what = `${this.name} (${bytes / 1e6} MB)`;
      const before = lookAt(world.home, false);
      const ending = await world.run(measure(world), group.enter);
      // The system may end the main process itself, which then says nothing.
      if (ending.signal !== 'SIGKILL') expectClear(world, what, ending);
      await expectKept(world, what, before);
      group.remove();
    }
    await expectResumed(world, this.name);
  },
};

export const shortages: readonly Fault[] = [descriptors, processes, memory];
