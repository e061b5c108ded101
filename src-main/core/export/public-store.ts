import { createHash } from 'node:crypto';
import type { Machine } from '../../contract/machine.ts';
import { type PrivateNames, privateNames, withoutNames } from '../machine/without-names.ts';
import { canonicalJson, contentHash } from '../store/codec.ts';
import type { RunFileStore } from './run-file.ts';

/**
 * The store, whose runs do not say whose they are or where they were measured: host `host-<4 digits>`, GPUs by index, folders
 * of people and the store by a word, paths by their last part, no note, no tags and no source of labs. Builds get the digests of
 * their new texts, so that what is written is a whole run file. Samples stay as they are.
 *
 * @param home folder of the store
 */
export function publicStore<S extends RunFileStore>(
  store: S,
  home: string,
  { keepNotes = false }: { readonly keepNotes?: boolean } = {},
): S {
  const own = privateNames(home);
  const cleaners = new Map<string, Clean>();
  const cleanerOf = (runId: string): Clean => {
    const known = cleaners.get(runId);
    if (known !== undefined) return known;
    const made = cleaner(own, store.run(runId).machine);
    cleaners.set(runId, made);
    return made;
  };
  /** The builds of a run with their old digests. */
  const buildsOf = (runId: string) => {
    const clean = cleanerOf(runId);
    return store.builds(runId).map(({ hash: old, ...build }) => {
      // What a compiler printed and machine code repeat the source.
      const none = { sources: [], log: '', ptx: null, sass: null };
      const whole = { ...clean(build), ...none };
      return { old, build: { ...whole, hash: contentHash(canonicalJson(whole)) } };
    });
  };
  return {
    ...store,
    run(ref) {
      const stored = store.run(ref);
      const clean = cleanerOf(stored.run.id);
      const { id } = stored.run;
      const { run, machine, plan, cases, ...rest } = { ...stored, ...clean({ ...stored }) };
      const { note: _note, tags: _tags, ...configuration } = plan.configuration;
      const notes = keepNotes ? {} : { note: '', tags: [] };
      return {
        ...rest,
        ...{ machine, cases },
        run: { ...run, id, ...notes, scrubbed: true as const },
        plan: keepNotes ? plan : { ...plan, configuration },
      };
    },
    descriptors: (runId) =>
      new Map([...store.descriptors(runId)].map(([at, one]) => [at, cleanerOf(runId)(one)])),
    repetitions: (runId) =>
      new Map([...store.repetitions(runId)].map(([at, one]) => [at, cleanerOf(runId)(one)])),
    counters: (runId) =>
      new Map([...store.counters(runId)].map(([at, one]) => [at, cleanerOf(runId)(one)])),
    logOf: (runId, after, count) => store.logOf(runId, after, count).map(cleanerOf(runId)),
    builds: (runId) => buildsOf(runId).map(({ build }) => build),
    caseBuilds(runId) {
      const renamed = new Map(buildsOf(runId).map(({ old, build }) => [old, build.hash]));
      return new Map(
        [...store.caseBuilds(runId)].map(([at, all]) => [
          at,
          all.map((one) => ({ ...one, hash: renamed.get(one.hash) ?? one.hash })),
        ]),
      );
    },
    source: () => null,
  };
}

type Clean = <T>(value: T) => T;

const uuid = /\b(?:GPU|MIG)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** An absolute path of two parts or more, also below a folder that has been replaced. */
const path =
  /(?:<(?:home|store)>|(?<![\w.:/<>)\]])\/[A-Za-z_.][^\s/:;,"'()]*)(?:\/[^\s/:;,"'()]+)*\/([^\s/:;,"'()]+)/g;

function cleaner(own: PrivateNames, { hostname, gpus }: Machine): Clean {
  const hosts = [...new Set([hostname, own.host])].filter((host) => host !== '');
  const digits = (host: string) => createHash('sha256').update(host).digest('hex').slice(0, 4);
  const textOf = (text: string): string => {
    let clean = String(withoutNames(text, { ...own, host: '' }));
    for (const host of hosts) {
      const word = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(host)}(?![\\p{L}\\p{N}])`, 'giu');
      clean = clean.replace(word, `host-${digits(host)}`);
    }
    return clean
      .replace(uuid, (found) => {
        const at = gpus.findIndex((one) => one.uuid.toLowerCase() === found.toLowerCase());
        return `gpu-${at < 0 ? 'other' : (gpus[at]?.index ?? at)}`;
      })
      .replace(path, '$1');
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)]));
  };
  return <T>(value: T): T => clean(value) as T;
}
