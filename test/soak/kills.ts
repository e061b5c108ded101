import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { enginesOf } from './processes.ts';
import { countCases, lookAt, type Stored } from './stored.ts';
import {
  completeRun,
  expectClear,
  expectKept,
  expectLeft,
  expectResumed,
  kill,
  measure,
  type World,
  wait,
} from './world.ts';

/** Waits until a run that is under way has stored a case; not when it has ended. */
async function untilFirstCase(world: World, known: number, ended: () => boolean): Promise<void> {
  while (countCases(world.home) <= known && !ended()) await sleep(30);
}

const killMain: Fault = {
  name: 'kill the main process',
  async inflict(world) {
    const known = countCases(world.home);
    let command = world.start(measure(world));
    await untilFirstCase(world, known, () => command.child.exitCode !== null);
    /** What the last kill left: what goes on from there may only add to it. */
    let left: Stored | null = null;
    // Resumed runs are killed as well, some of them while they start.
    for (let times = world.short ? 1 : 4 + world.random.below(9); times > 0; times -= 1) {
      await wait(world, 20, 1500);
      const before = lookAt(world.home, false);
      await kill(world, command);
      const after = await expectKept(world, this.name, before);
      if (left !== null) expectLeft(world, `${this.name}, resume`, left, after);
      left = after;
      const cut = [...after.runs].find(([, status]) => status !== 'complete')?.[0];
      if (cut === undefined) break;
      command = world.start(['run', '--resume', cut, '--quiet']);
    }
    await command.ended;
    if (left !== null) await expectKept(world, `${this.name}, resume`, left);
    await expectResumed(world, this.name);
  },
};

/** A run with its first case behind it. */
async function measuring(world: World) {
  const known = countCases(world.home);
  const command = world.start(measure(world));
  await untilFirstCase(world, known, () => command.child.exitCode !== null);
  const before = lookAt(world.home, false);
  return { command, before };
}

const killEngine: Fault = {
  name: 'kill the engine',
  async inflict(world) {
    const { command, before } = await measuring(world);
    for (let times = world.short ? 1 : 4; times > 0; times -= 1) {
      await wait(world, 10, 600);
      const [engine] = enginesOf(world.home);
      if (engine === undefined) continue;
      process.kill(engine, 'SIGKILL');
      world.counts.kills += 1;
    }
    expectClear(world, this.name, await command.ended);
    await expectKept(world, this.name, before);
    await expectResumed(world, this.name);
  },
};

const stopEngine: Fault = {
  name: 'stop the engine for a while',
  async inflict(world) {
    const { command, before } = await measuring(world);
    const [engine] = enginesOf(world.home);
    if (engine !== undefined) {
      process.kill(engine, 'SIGSTOP');
      await sleep(world.short ? 1000 : 20_000);
      try {
        process.kill(engine, 'SIGCONT');
      } catch {
        // It was ended for its silence, which is right as well.
      }
    }
    expectClear(world, this.name, await command.ended);
    await expectKept(world, this.name, before);
    await expectResumed(world, this.name);
  },
};

const killServer: Fault = {
  name: 'kill serve mode during a run',
  async inflict(world) {
    const known = countCases(world.home);
    const command = world.start(['serve', '--port', '0']);
    const address = await command.firstLine;
    if (address === '') {
      expectClear(world, this.name, await command.ended);
      return;
    }
    const url = new URL(address);
    const token =
      url.searchParams.get('token') ?? new URLSearchParams(url.hash.slice(1)).get('token');
    const policy = {
      ...{ criterion: 'fixed', parameters: { samples: 200 }, timeLimitS: 0.2 },
      ...{ repetitions: 2, order: 'shuffled' },
    };
    const n = Array.from({ length: world.short ? 2 : 4 }, (_, i) => 20_000 + 100 * i);
    const group = { workload: 'histogram', variants: ['sequential'], set: {}, sweep: { n } };
    const answer = await fetch(`${url.origin}/api/startRun`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ input: { configuration: { groups: [group], policy, orderSeed: 1 } } }),
    });
    if (answer.status !== 200) world.found.push(`${this.name}: ${await answer.text()}`);
    else await untilFirstCase(world, known, () => command.child.exitCode !== null);
    await wait(world, 0, 1000);
    const before = lookAt(world.home, false);
    await kill(world, command);
    await expectKept(world, this.name, before);
    await expectResumed(world, this.name);
  },
};

const killVerbs: Fault = {
  name: 'kill tag, note, delete and export',
  async inflict(world) {
    const id = await completeRun(world);
    const out = join(world.folder, 'exported');
    const all = [
      ['edit', id, '--tag', `soak${world.random.below(100)}`],
      ['edit', id, '--note', 'a note'],
      ['edit', id, '--trash'],
      ['export', id, '--format', 'csv', '--out', out, '--force'],
    ];
    const chosen = world.short ? [all[world.random.below(all.length)] ?? []] : all;
    for (const words of chosen) {
      const before = lookAt(world.home, false);
      const command = world.start(words);
      await wait(world, 100, 1600);
      await kill(world, command);
      await expectKept(world, `${this.name} (${words[0]} ${words[2]})`, before);
    }
    // Neither says more than that nothing was to do where the kill came first.
    await world.run(['edit', id, '--restore']);
    rmSync(out, { recursive: true, force: true });
  },
};

const killImport: Fault = {
  name: 'kill an import of what was exported and purged',
  async inflict(world) {
    const id = await completeRun(world);
    const out = join(world.folder, 'run-file');
    const before = lookAt(world.home, true);
    expectClear(
      world,
      `${this.name}, export`,
      await world.run(['export', id, '--format', 'breakeven', '--out', out, '--force']),
    );
    expectClear(world, `${this.name}, purge`, await world.run(['edit', id, '--purge']));
    const file = join(out, `${id}.breakeven`);
    const command = world.start(['import', file]);
    await wait(world, 300, 1600);
    await kill(world, command);
    await expectKept(world, `${this.name}, killed`, before, new Set([id]));
    expectClear(world, this.name, await world.run(['import', file]));
    await expectKept(world, this.name, before);
    rmSync(out, { recursive: true, force: true });
  },
};

export const kills: readonly Fault[] = [
  killMain,
  killEngine,
  killServer,
  killVerbs,
  killImport,
  stopEngine,
];
