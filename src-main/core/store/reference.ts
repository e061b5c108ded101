import { BreakevenError } from '../../contract/failure.ts';
import type { Database } from './sqlite.ts';

/** Key of a run: its row number inside this database and its id for people. */
export type RunKey = { readonly seq: number; readonly id: string };

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
    throw new BreakevenError(
      'bad-input',
      `"${text}" names no variant of a run; write <run>:<variant>, for example latest:sequential.`,
    );
  }
  return { run, variant };
}

/**
 * Finds the run that `ref` names: an id, a unique prefix of one, `latest`, or `latest~1` for the one before. Runs in the
 * trash are found by their whole id only.
 *
 * @throws BreakevenError `not-found`, or `bad-input` when a prefix matches several runs.
 */
export function resolveRun(database: Database, ref: string): RunKey {
  const text = ref.trim();
  const back = /^latest(?:~(\d{1,9}))?$/i.exec(text);
  if (back !== null) return latest(database, Number(back[1] ?? 0));

  const exact = database
    .prepare<RunKey>('SELECT seq, id FROM run WHERE id IN (?, ?) ORDER BY id = ? DESC LIMIT 1')
    .get(text, text.toLowerCase(), text);
  if (exact !== undefined) return exact;
  if (!/^[\w-]+$/.test(text)) {
    throw new BreakevenError(
      'bad-input',
      `"${ref}" is not a reference to a run; give an id, a prefix of one, latest or latest~1.`,
    );
  }

  const prefix = text.toLowerCase();
  const found = database
    .prepare<RunKey>(
      'SELECT seq, id FROM run WHERE id >= ? AND id < ? AND deleted_at IS NULL ORDER BY id LIMIT 4',
    )
    .all(prefix, `${prefix}\u{10ffff}`);
  const [first, second] = found;
  if (first === undefined) {
    throw new BreakevenError(
      'not-found',
      `No run is called "${ref}"; \`breakeven history\` lists the runs.`,
    );
  }
  if (second !== undefined) {
    const ids = found.slice(0, 3).map((run) => run.id);
    const more = found.length > 3 ? ' and more' : '';
    throw new BreakevenError(
      'bad-input',
      `"${ref}" matches several runs: ${ids.join(', ')}${more}; give more of the id.`,
    );
  }
  return first;
}

function latest(database: Database, back: number): RunKey {
  const run = database
    .prepare<RunKey>(
      `SELECT seq, id FROM run WHERE deleted_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?`,
    )
    .get(back);
  if (run !== undefined) return run;
  const count = database
    .prepare<{ n: number }>('SELECT count(*) AS n FROM run WHERE deleted_at IS NULL')
    .get();
  throw new BreakevenError(
    'not-found',
    count === undefined || count.n === 0
      ? 'No run is stored yet; `breakeven run` makes the first.'
      : `latest~${back} is before the first run; ${count.n} ${count.n === 1 ? 'is' : 'are'} stored.`,
  );
}
