import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { countCases, lookAt } from './stored.ts';
import { expectClear, expectKept, expectResumed, measure, type World, wait } from './world.ts';

const source = join(import.meta.dirname, 'clock-step.c');
const dayS = 86_400;

/** Compiles what moves the clock of one program; why it cannot be, or null. */
export function makeClock(library: string): string | null {
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], {
    encoding: 'utf8',
  });
  return made.status === 0 ? null : (made.error?.message ?? made.stderr.trim());
}

/** Starts a command with the clock that a file moves by as many seconds as it says. */
export const withClock = (library: string, file: string): readonly string[] => [
  'env',
  `LD_PRELOAD=${library}`,
  `SOAK_CLOCK=${file}`,
];

/** Years ahead, as long behind, a second back: as a machine does that asks for the time after it was started. */
const steps = [400 * dayS, -400 * dayS, -1, 0];

export const stepClock: Fault = {
  name: 'step the clock',
  unavailable: (world: World) => makeClock(join(world.folder, 'clock.so')),
  async inflict(world) {
    const file = join(world.folder, 'clock');
    writeFileSync(file, '0');
    const known = countCases(world.home);
    const before = lookAt(world.home, true);
    const under = withClock(join(world.folder, 'clock.so'), file);
    const command = world.start(measure(world), under);
    while (countCases(world.home) <= known && command.child.exitCode === null) await sleep(30);
    for (const step of world.short ? steps.slice(1, 2) : steps) {
      writeFileSync(file, String(step));
      await wait(world, 50, 600);
    }
    const ending = await command.ended;
    expectClear(world, this.name, ending);
    if (ending.code !== 0) world.found.push(`${this.name}: the run ended with ${ending.code}`);
    await expectKept(world, this.name, before);
    // With the clock behind, the newest run is found, and another is made and stored.
    writeFileSync(file, String(-400 * dayS));
    const shown = await world.run(['show', 'latest'], under);
    if (shown.code !== 0) expectClear(world, `${this.name}, show`, shown);
    expectClear(
      world,
      `${this.name}, with the clock behind`,
      await world.run(measure(world), under),
    );
    await expectKept(world, `${this.name}, with the clock behind`, before);
    await expectResumed(world, this.name);
  },
};
