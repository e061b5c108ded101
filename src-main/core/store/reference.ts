import { type BreakevenError, badInput, notFound } from '../../contract/failure.ts';
import { baselineRun, namedRuns, type RunKey, sameBefore } from './reference-names.ts';
import type { Database } from './sqlite.ts';

export type { RunKey };

/**
 * Splits `<run>:<variant>`; `variant` is null where only a run is named.
 *
 * @throws BreakevenError `bad-input` when a side is empty.
 */
export function parseRunVariant(text: string): {
  readonly run: string;
  readonly variant: string | null;
} {
  const colon = text.indexOf(':');
  if (colon < 0) return { run: text.trim(), variant: null };
  const run = text.slice(0, colon).trim();
  const variant = text.slice(colon + 1).trim();
  if (run === '' || variant === '') {
    throw badInput(
      `"${text}" names no variant of a run; write <run>:<variant>, for example latest:sequential.`,
    );
  }
  return { run, variant };
}

/**
 * Finds the run that `ref` names: an id, a unique prefix of one; `latest`, the newest run measured here, or `latest~1`, the
 * one before; `imported`, the run imported last, or `imported~1`, the one imported before; `baseline`, the run marked so; `same~1`, the last one of the same configuration before `from`, the newest run by default; or a
 * tag, a title or a commit, of whose runs it is the newest (`nightly~1` the one before). Runs in the trash are found by
 * their whole id only.
 *
 * @throws BreakevenError `not-found`, or `bad-input` when it may mean several runs.
 */
export function resolveRun(database: Database, ref: string, from?: RunKey): RunKey {
  const text = ref.trim();
  const newest = /^(latest|imported)(?:~(\d{1,9}))?$/i.exec(text);
  if (newest !== null) {
    const kind = newest[1]?.toLowerCase() === 'latest' ? 'latest' : 'imported';
    return newestOf(database, kind, Number(newest[2] ?? 0));
  }

  const exact = database
    .prepare<RunKey>('SELECT seq, id FROM run WHERE id IN (?, ?) ORDER BY id = ? DESC LIMIT 1')
    .get(text, text.toLowerCase(), text);
  if (exact !== undefined) return exact;
  if (/^baseline$/i.test(text)) return baselineRun(database);
  const same = sameReference(text);
  if (same !== null) return sameBefore(database, from ?? newestOf(database, 'latest', 0), same);
  return named(database, ref, text);
}

/** How many runs back `same~1` goes; null for another reference. */
function sameReference(text: string): number | null {
  const match = /^same~([1-9]\d{0,8})$/i.exec(text.trim());
  return match === null ? null : Number(match[1]);
}

/** `same~1` next to another run is of the configuration of that one: references with the run in its place. */
export function settleSame(
  store: { readonly resolve: (ref: string, from?: string) => string },
  refs: readonly string[],
): readonly string[] {
  const isSame = (ref: string): boolean => sameReference(parseRunVariant(ref).run) !== null;
  const other = refs.find((ref) => !isSame(ref));
  if (other === undefined || !refs.some(isSame)) return refs;
  const from = store.resolve(parseRunVariant(other).run);
  return refs.map((ref) => {
    if (!isSame(ref)) return ref;
    const { run, variant } = parseRunVariant(ref);
    return [store.resolve(run, from), ...(variant === null ? [] : [variant])].join(':');
  });
}

/** By the start of an id, a tag, a title or a commit: one run, whichever of them it is. */
function named(database: Database, ref: string, text: string): RunKey {
  const ids = /^[\w-]+$/.test(text) ? startingWith(database, text.toLowerCase()) : [];
  const [, base = '', steps = '0'] = /^(.+)~(\d{1,9})$/.exec(text) ?? [];
  const whole = namedRuns(database, text, 0);
  const names = whole.length > 0 || base === '' ? whole : namedRuns(database, base, Number(steps));
  const kinds = [
    ...(ids.length === 0 ? [] : [{ what: 'the start of the id', runs: ids }]),
    ...names,
  ];
  const runIds = new Set(kinds.flatMap(({ runs }) => runs.map(({ id }) => id)));
  const [first] = kinds.flatMap(({ runs }) => runs);
  if (first !== undefined && runIds.size === 1) return first;
  if (first === undefined) {
    const known = base === '' ? [] : namedRuns(database, base, 0);
    throw known.length > 0 ? before(ref, base) : missing(ref, text);
  }
  if (names.length > 0) {
    const meanings = kinds.map(({ what, runs: [run] }) => `${what} of run ${run?.id}`);
    throw badInput(`"${ref}" is ${meanings.join(' and ')}; give the id of the run.`);
  }
  const shown = ids.slice(0, 3).map((run) => run.id);
  const more = ids.length > 3 ? ' and more' : '';
  throw badInput(`"${ref}" matches several runs: ${shown.join(', ')}${more}; give more of the id.`);
}

function startingWith(database: Database, prefix: string): readonly RunKey[] {
  return database
    .prepare<RunKey>(
      'SELECT seq, id FROM run WHERE id >= ? AND id < ? AND trashed_at IS NULL ORDER BY id LIMIT 4',
    )
    .all(prefix, `${prefix}\u{10ffff}`);
}

function before(ref: string, base: string): BreakevenError {
  return notFound(`"${ref}" is before the first run that "${base}" names.`);
}

function missing(ref: string, text: string): BreakevenError {
  return /^[\w-]+$/.test(text)
    ? notFound(`No run is called "${ref}"; the history lists the runs.`)
    : badInput(
        `"${ref}" is not a reference to a run; give an id, the start of one, latest, latest~1, imported, same~1, baseline, a tag, a title or a commit.`,
      );
}

/**
 * An imported file says itself when it was measured, so its run never stands before those measured here. These count in the
 * order of being stored: a run of a day when the clock was ahead is not the latest until then.
 */
const kinds = {
  latest: {
    where: 'imported_at IS NULL',
    order: 'seq DESC',
    none: 'No run is stored yet; `breakeven run` makes the first',
    first: 'the first run measured here',
  },
  imported: {
    where: 'imported_at IS NOT NULL',
    order: 'imported_at DESC, seq DESC',
    none: 'No run is imported yet; `breakeven import` stores one',
    first: 'the first imported run',
  },
} as const;

/** Sorts nothing: the run of a window is asked for again and again. */
export const newestSql = (kind: keyof typeof kinds): string =>
  `SELECT seq, id FROM run WHERE trashed_at IS NULL AND ${kinds[kind].where} ORDER BY ${kinds[kind].order} LIMIT 1 OFFSET ?`;

function newestOf(database: Database, kind: keyof typeof kinds, back: number): RunKey {
  const { where, none, first } = kinds[kind];
  const run = database.prepare<RunKey>(newestSql(kind)).get(back);
  if (run !== undefined) return run;
  const count = (which: string): number =>
    database
      .prepare<{ n: number }>(`SELECT count(*) AS n FROM run WHERE trashed_at IS NULL AND ${which}`)
      .get()?.n ?? 0;
  const stored = count(where);
  if (stored > 0) {
    const are = stored === 1 ? '1 is' : `${stored} are`;
    throw notFound(`${kind}~${back} is before ${first}; ${are} stored.`);
  }
  const imported = kind === 'latest' && count(kinds.imported.where) > 0;
  throw notFound(
    imported ? 'No run was measured here yet; `imported` names the run imported last.' : `${none}.`,
  );
}
