import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { environmentFault } from '../../contract/failure.ts';
import { nativeFolder } from './paths.ts';
import { livenessOf, ownIdentity, processIdentitySchema } from './process-identity.ts';
import { systemCode } from './system-error.ts';

export const systemAddonFile = 'breakeven_system.node';

/** What Node does not offer of Linux: kernel locks, and memory that can be sealed. */
export type SystemAddon = {
  /**
   * Locks one place of a file that is open for writing, until `unlock` or the end of this process; false where another
   * open file has it. A place is a number from 0; the file may be shorter.
   */
  tryLock(descriptor: number, place: number): boolean;
  unlock(descriptor: number, place: number): void;
  /** Whether other open files have the lock of one of so many places from this one on. */
  isLocked(descriptor: number, place: number, count: number): boolean;
  /** Descriptor of zeroed memory of this many bytes. Other processes of this user open it by `/proc/<pid>/fd/<descriptor>`. */
  createMemory(name: string, bytes: number): number;
  /**
   * Nobody can write to this memory or change its size any more.
   *
   * @throws EBUSY while it is mapped for writing.
   */
  sealMemory(descriptor: number): void;
};

export type System = SystemAddon & {
  /** Why there is no addon and plain files of the user's runtime folder stand in; null where it is loaded. */
  readonly absent: string | null;
};

const systems = new Map<string, System>();

/** The addon, or its stand-in, which locks between the processes of one user alone and seals nothing. */
export function systemAddon(): System {
  const folder = nativeFolder();
  let system = systems.get(folder);
  if (system === undefined) {
    system = load(folder);
    systems.set(folder, system);
  }
  return system;
}

export type FileIdentity = {
  readonly inode: bigint;
  readonly device: bigint;
  readonly bytes: number;
};

export function identify(descriptor: number): FileIdentity {
  const { ino, dev, size } = fstatSync(descriptor, { bigint: true });
  return { inode: ino, device: dev, bytes: Number(size) };
}

function load(folder: string): System {
  const path = join(folder, systemAddonFile);
  if (!existsSync(path)) return standIn(`${path} does not exist`);
  try {
    const addon: unknown = createRequire(import.meta.url)(path);
    if (isSystemAddon(addon)) return { ...addon, absent: null };
    return standIn(`${path} is not an addon of this version`);
  } catch (error) {
    return standIn(error instanceof Error ? error.message : String(error));
  }
}

const functions = ['tryLock', 'unlock', 'isLocked', 'createMemory', 'sealMemory'] as const;

function isSystemAddon(value: unknown): value is SystemAddon {
  if (typeof value !== 'object' || value === null) return false;
  return functions.every((name) => typeof Reflect.get(value, name) === 'function');
}

function standIn(absent: string): System {
  return {
    absent,
    tryLock(descriptor, place) {
      const note = `${notesOf(descriptor)}${place}`;
      const identity = JSON.stringify(ownIdentity());
      // Two that find the note of a killed process in the same moment can both have the lock; the kernel's has no such gap.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        try {
          // A link is made with its content in one step.
          symlinkSync(identity, note);
          return true;
        } catch (error) {
          if (systemCode(error) !== 'EEXIST') throw error;
        }
        if (isHeld(note)) return false;
        rmSync(note, { force: true });
      }
      return false;
    },
    unlock(descriptor, place) {
      rmSync(`${notesOf(descriptor)}${place}`, { force: true });
    },
    isLocked(descriptor, place, count) {
      const notes = notesOf(descriptor);
      return readdirSync(dirname(notes)).some((name) => {
        const note = join(dirname(notes), name);
        const at = note.startsWith(notes) ? Number(note.slice(notes.length)) : -1;
        return at >= place && at < place + count && isHeld(note);
      });
    },
    createMemory(name, bytes) {
      const path = join(folder(), `${name}-${randomUUID()}`);
      const { O_RDWR, O_CREAT, O_EXCL } = constants;
      const descriptor = openSync(path, O_RDWR | O_CREAT | O_EXCL, 0o600);
      try {
        rmSync(path);
        ftruncateSync(descriptor, bytes);
        return descriptor;
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
    sealMemory() {},
  };
}

/** What the notes of this file's locks begin with; the place follows. */
function notesOf(descriptor: number): string {
  const { inode, device } = identify(descriptor);
  return join(folder(), `breakeven-lock-${device}-${inode}-`);
}

function isHeld(note: string): boolean {
  try {
    const holder = processIdentitySchema.parse(JSON.parse(readlinkSync(note)));
    return livenessOf(holder) !== 'gone';
  } catch {
    return existsSync(note);
  }
}

/**
 * The user's folder for what lasts as long as a session: `$XDG_RUNTIME_DIR`, else one in the system's folder for
 * temporary files.
 *
 * @throws BreakevenError where somebody else could write into it.
 */
function folder(): string {
  const runtime = process.env.XDG_RUNTIME_DIR;
  if (runtime !== undefined && runtime !== '' && existsSync(runtime)) return runtime;
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `breakeven-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const { uid, mode } = lstatSync(folder);
  // The type and the rights: a link, or a folder that others made, is refused.
  if (uid === user && mode === (constants.S_IFDIR | 0o700)) return folder;
  throw environmentFault(
    `${folder} is not a folder of this user alone; remove it, or name a folder with XDG_RUNTIME_DIR`,
  );
}
