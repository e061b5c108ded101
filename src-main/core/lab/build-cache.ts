import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../util/make-folder.ts';

/** What is known of a compiled file without compiling it again. */
export const buildRecordSchema = z.object({
  command: z.array(z.string()),
  compiler: z.string(),
  log: z.string(),
  milliseconds: z.number(),
  /** The file and what it includes besides system headers: name below the lab, digest. */
  sources: z.array(z.object({ name: z.string(), path: z.string(), sha256: z.string() })),
  symbol: z.string().optional(),
  registers: z.number().optional(),
  spillBytes: z.number().optional(),
  sharedBytes: z.number().optional(),
  ptx: z.string().optional(),
  sass: z.string().optional(),
  /** Of a Python file: what runs it. */
  python: z.object({ program: z.string(), name: z.string(), folder: z.string() }).optional(),
});
export type BuildRecord = z.infer<typeof buildRecordSchema>;

export type CachedBuild = { readonly path: string; readonly record: BuildRecord };

const dependenciesSchema = z.array(z.string());

/**
 * Compiled files below `<home>/lab-cache`. The key of a file is the digest of what is given to the compiler; the folder of a
 * result is the digest of that and of the files that it included when it was last compiled, as they are now.
 */
export function createBuildCache(home: string) {
  const folder = join(home, 'lab-cache');

  const dependenciesFile = (key: string): string => join(folder, `${key}.includes.json`);

  /** Files whose content decides the result besides what the key has. */
  function dependenciesOf(key: string): readonly string[] | null {
    return readJson(dependenciesFile(key), dependenciesSchema);
  }

  function folderOf(key: string, dependencies: readonly string[]): string {
    const hash = createHash('sha256').update(key);
    for (const path of dependencies) hash.update(`\0${path}\0${digestOf(path)}`);
    return join(folder, hash.digest('hex'));
  }

  return {
    /** The result for a key, where nothing that it was made of has changed. */
    find(key: string, artifact: string): CachedBuild | null {
      const dependencies = dependenciesOf(key);
      if (dependencies === null) return null;
      const at = folderOf(key, dependencies);
      const record = readJson(join(at, 'build.json'), buildRecordSchema);
      const path = join(at, artifact);
      return record === null || !existsSync(path) ? null : { path, record };
    },
    /** A folder in which one result is made. */
    begin(): string {
      const made = join(folder, `making-${process.pid}-${randomUUID()}`);
      makeFolder(folder);
      mkdirSync(made);
      return made;
    },
    /** Keeps what was made in a folder, whole: another process may keep the same at this time. */
    keep(
      key: string,
      made: string,
      artifact: string,
      dependencies: readonly string[],
      record: BuildRecord,
    ): CachedBuild {
      writeFileSync(join(made, 'build.json'), JSON.stringify(record));
      const at = folderOf(key, dependencies);
      try {
        renameSync(made, at);
      } catch {
        // It is there already.
        rmSync(made, { recursive: true, force: true });
      }
      const unfinished = `${dependenciesFile(key)}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(dependencies));
      renameSync(unfinished, dependenciesFile(key));
      return { path: join(at, artifact), record };
    },
    drop(made: string): void {
      rmSync(made, { recursive: true, force: true });
    },
  };
}
export type BuildCache = ReturnType<typeof createBuildCache>;

/** Digest of a file; of one that is gone or no plain file, a text that no file has. */
export function digestOf(path: string): string {
  try {
    if (!statSync(path).isFile()) return 'gone';
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return 'gone';
  }
}

function readJson<S extends z.ZodType>(file: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
