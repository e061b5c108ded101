import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../util/make-folder.ts';
import { digestOf } from './file-content.ts';

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

/** One file of a build, with what the compiler read in it. */
export type RecordedSource = BuildRecord['sources'][number] & { readonly text: string };

export type CachedBuild = { readonly path: string; readonly record: BuildRecord };

type Dependency = Pick<RecordedSource, 'path' | 'sha256'>;

const dependenciesSchema = z.array(z.string());
const textsFile = 'sources.json';
const textsSchema = z.array(z.object({ path: z.string(), text: z.string() }));

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

  function folderOf(key: string, dependencies: readonly Dependency[]): string {
    const hash = createHash('sha256').update(key);
    for (const { path, sha256 } of dependencies) hash.update(`\0${path}\0${sha256}`);
    return join(folder, hash.digest('hex'));
  }

  return {
    /** The result for a key, where nothing that it was made of has changed. */
    find(key: string, artifact: string): CachedBuild | null {
      const dependencies = dependenciesOf(key);
      if (dependencies === null) return null;
      const now = dependencies.map((path) => ({ path, sha256: digestOf(path) }));
      const at = folderOf(key, now);
      const record = readJson(join(at, 'build.json'), buildRecordSchema);
      const path = join(at, artifact);
      const whole = existsSync(path) && existsSync(join(at, textsFile));
      return record === null || !whole ? null : { path, record };
    },
    /** A folder in which one result is made. */
    begin(): string {
      const made = join(folder, `making-${process.pid}-${randomUUID()}`);
      makeFolder(folder);
      mkdirSync(made);
      return made;
    },
    /**
     * Keeps what was made in a folder, whole: another process may keep the same at this time.
     *
     * @param dependencies what the result was made of besides the file of the key
     */
    keep(
      key: string,
      made: string,
      artifact: string,
      dependencies: readonly Dependency[],
      {
        sources,
        ...rest
      }: Omit<BuildRecord, 'sources'> & {
        readonly sources: readonly RecordedSource[];
      },
    ): CachedBuild {
      const record = { ...rest, sources: sources.map(({ text: _, ...source }) => source) };
      const texts = sources.map(({ path, text }) => ({ path, text }));
      writeFileSync(join(made, 'build.json'), JSON.stringify(record));
      writeFileSync(join(made, textsFile), JSON.stringify(texts));
      const at = folderOf(key, dependencies);
      try {
        renameSync(made, at);
      } catch {
        // It is there already.
        rmSync(made, { recursive: true, force: true });
      }
      const unfinished = `${dependenciesFile(key)}.${process.pid}`;
      writeFileSync(unfinished, JSON.stringify(dependencies.map(({ path }) => path)));
      renameSync(unfinished, dependenciesFile(key));
      return { path: join(at, artifact), record };
    },
    drop(made: string): void {
      rmSync(made, { recursive: true, force: true });
    },
  };
}
export type BuildCache = ReturnType<typeof createBuildCache>;

/** What the compiler read, by path. The files may be others by now. */
export function textsOf({ path }: CachedBuild): ReadonlyMap<string, string> {
  const texts = readJson(join(dirname(path), textsFile), textsSchema) ?? [];
  return new Map(texts.map((one) => [one.path, one.text]));
}

function readJson<S extends z.ZodType>(file: string, schema: S): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
