import { badInput, notFound } from '../../contract/failure.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { Database } from './sqlite.ts';

/** A named look at history: a query with what the interface wants to keep next to it (columns, order). */
export type SavedView = {
  readonly name: string;
  readonly query: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** Saves a view under its name; one of that name (whatever its case) is replaced. */
export function saveView(database: Database, view: SavedView): void {
  const name = view.name.trim();
  if (name === '' || name.length > 60) {
    throw badInput('The name of a view has 1 to 60 characters.');
  }
  database.write(() =>
    database
      .prepare(
        `INSERT INTO saved_view (name, query, options, created_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET
           name = excluded.name, query = excluded.query, options = excluded.options`,
      )
      .run(name, view.query, encodeJson(view.options), new Date().toISOString()),
  );
}

export function listViews(database: Database): readonly SavedView[] {
  return database
    .prepare<{ name: string; query: string; options: string }>(
      'SELECT name, query, options FROM saved_view ORDER BY name COLLATE NOCASE',
    )
    .all()
    .map(({ name, query, options }) => ({ name, query, options: decodeJson(options) }));
}

export function deleteView(database: Database, name: string): void {
  const gone = database.write(() =>
    database.prepare('DELETE FROM saved_view WHERE name = ?').run(name.trim()),
  );
  if (gone.changes === 0) {
    throw notFound(`No view is called "${name}".`);
  }
}
