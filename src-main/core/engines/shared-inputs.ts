import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { emptyResult } from '../../contract/empty-result.ts';
import type { EngineCase, SharedMemory } from '../../contract/engine-protocol.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { sumOfTimings, type Timings } from '../../contract/timings.ts';
import { format } from '../../contract/units.ts';
import { hostMemory } from '../machine/memory-limit.ts';
import { identify, type System, systemAddon } from '../util/system-addon.ts';
import { systemCode } from '../util/system-error.ts';
import type { EngineSupervisor, RunOptions } from './engine-supervisor.ts';

/** An engine whose cases take input and expected answer from memory that the run has filled once. */
export type SharingEngine = Pick<EngineSupervisor, 'run' | 'restart' | 'replace'> & {
  /** Frees the memory of all inputs. */
  close(): Promise<void>;
};

export type SharingOptions = {
  /** Says in one sentence which inputs every process makes itself, and why. */
  readonly say: (sentence: string) => void;
  /** Free memory in bytes, and what limits it. */
  readonly free?: () => Pick<ReturnType<typeof hostMemory>, 'bytes' | 'limit'>;
  readonly system?: Pick<System, 'createMemory' | 'sealMemory'>;
  /** Where files are made that stand in for memory that no other process can open. */
  readonly folder?: string;
  /** Name under which another process opens a descriptor of this one. */
  readonly pathOf?: (descriptor: number) => string;
};

type Memory = {
  readonly descriptor: number;
  readonly shared: SharedMemory;
  /** Of the file that stands in for it. */
  readonly file: string | null;
  bytes: number;
  /** Seconds of making it, which are those of the case that asked first. */
  timings: Timings;
};

const filePrefix = 'breakeven-input-';

/**
 * Wraps the engine that measures: the first case of an input has another engine, `maker`, fill a memory, which is sealed
 * and which all later processes of the run map read-only. The engine that measures makes none, so that its first process
 * is like the others. Inputs with which a case would take more than half of the free memory are not shared; where all of
 * them together do, the one that was used last makes room, since the next repetition comes to it last.
 */
export function shareInputs(
  engine: Pick<EngineSupervisor, 'run' | 'restart' | 'replace'>,
  maker: Pick<EngineSupervisor, 'share' | 'restart'>,
  options: SharingOptions,
): SharingEngine {
  const { say, free = hostMemory, system = systemAddon(), folder = '/dev/shm' } = options;
  const { pathOf = (descriptor) => `/proc/${process.pid}/fd/${descriptor}` } = options;
  /** By input, the one used last at the end. */
  const memories = new Map<string, Memory>();
  const unshared = new Set<string>();
  let opensDescriptors = true;

  const held = (): number => [...memories.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function release(memory: Memory): void {
    closeSync(memory.descriptor);
    if (memory.file !== null) rmSync(memory.file, { force: true });
  }

  /** Frees the inputs that are needed last until so many bytes of the free memory are left for a case. */
  function makeRoom(bytes: number, limit: (all: number) => number): void {
    for (const [key, memory] of [...memories].reverse()) {
      if (held() + bytes <= limit(free().bytes + held())) return;
      memories.delete(key);
      release(memory);
    }
  }

  function create(): Memory {
    if (opensDescriptors) {
      const descriptor = system.createMemory('breakeven-input', 0);
      return { ...named(descriptor, pathOf(descriptor)), file: null };
    }
    removeLeftFiles(folder);
    const file = join(folder, `${filePrefix}${process.pid}-${randomUUID()}`);
    const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    const descriptor = openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    return { ...named(descriptor, file), file };
  }

  async function fill(engineCase: EngineCase, asked: RunOptions): Promise<Memory> {
    const memory = create();
    try {
      memory.timings = await maker.share({ ...engineCase, memory: memory.shared }, asked);
      if (memory.file === null) system.sealMemory(memory.descriptor);
      memory.bytes = identify(memory.descriptor).bytes;
      return memory;
    } catch (error) {
      release(memory);
      const isHidden = error instanceof BreakevenError && error.code === 'not-found';
      if (!isHidden || !opensDescriptors) throw error;
      opensDescriptors = false;
      return await fill(engineCase, asked);
    }
  }

  /** Undefined where the process of the case makes its input itself. */
  async function memoryOf(engineCase: EngineCase, asked: RunOptions): Promise<Memory | undefined> {
    const { inputKey: key } = engineCase;
    const { hostBytes = 0, sharedBytes = 0 } = asked.estimate ?? {};
    const known = memories.get(key);
    if (known !== undefined) {
      memories.delete(key);
      memories.set(key, { ...known, timings: {} });
      return memories.get(key);
    }
    const whole = hostBytes + sharedBytes;
    const half = (free().bytes + held()) / 2;
    if (whole > half && !unshared.has(key)) {
      const { limit } = free();
      const within = limit === null ? '' : ` within ${limit}`;
      say(
        `${key}: each process makes this input itself; with a shared copy a case would need ${format(whole, 'bytes')}, and half of what is free${within} is ${format(half, 'bytes')}`,
      );
      unshared.add(key);
    }
    if (unshared.has(key)) {
      makeRoom(hostBytes, (all) => all);
      return undefined;
    }
    makeRoom(whole, (all) => all / 2);
    try {
      const memory = await fill(engineCase, asked);
      memories.set(key, memory);
      return memory;
    } catch (error) {
      if (error instanceof BreakevenError && passedOn.has(error.code)) throw error;
      // What is wrong with its values or its file is said by the case itself.
      const reason = error instanceof Error ? error.message : String(error);
      say(`${key}: each process makes this input itself: ${reason}`);
      unshared.add(key);
      return undefined;
    }
  }

  async function closeAll(): Promise<void> {
    await maker.restart();
    for (const memory of memories.values()) release(memory);
    memories.clear();
  }

  return {
    async run(engineCase, asked) {
      let memory: Memory | undefined;
      try {
        memory = await memoryOf(engineCase, asked);
      } catch (error) {
        // The process that made the input died or hung, as that of the case would have.
        if (!(error instanceof BreakevenError) || error.code !== 'engine') throw error;
        return emptyResult('failed', error.message);
      }
      if (memory === undefined) return await engine.run(engineCase, asked);
      const result = await engine.run({ ...engineCase, memory: memory.shared }, asked);
      return { ...result, timings: sumOfTimings([memory.timings, result.timings ?? {}]) };
    },
    async restart(which) {
      await Promise.all([engine.restart(which), maker.restart(which)]);
    },
    replace: engine.replace,
    close: closeAll,
  };
}

const passedOn = new Set(['engine', 'cancelled']);

function named(descriptor: number, path: string): Omit<Memory, 'file'> {
  const { device, inode } = identify(descriptor);
  return { descriptor, shared: { path, identity: `${device}:${inode}` }, bytes: 0, timings: {} };
}

/** Removes the files of processes that were killed. */
function removeLeftFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(filePrefix)) continue;
    try {
      process.kill(Number.parseInt(name.slice(filePrefix.length), 10), 0);
    } catch (error) {
      if (systemCode(error) === 'ESRCH') rmSync(join(folder, name), { force: true });
    }
  }
}
