import { badInput } from '../../contract/failure.ts';
import type { Database } from './sqlite.ts';

const longestTag = 60;

/** A tag as it is kept: trimmed, inner blanks made one, at most 60 characters. */
export function normalTag(text: string): string {
  const tag = text.trim().replaceAll(/\s+/g, ' ');
  if (tag === '' || tag.length > longestTag) {
    throw badInput(
      tag === ''
        ? 'A tag needs at least one character.'
        : `A tag has at most ${longestTag} characters and this one has ${tag.length}.`,
    );
  }
  return tag;
}

export function setTags(database: Database, seq: number, tags: readonly string[]): void {
  const add = database.prepare('INSERT OR IGNORE INTO run_tag (tag, run) VALUES (?, ?)');
  for (const tag of tags) add.run(normalTag(tag), seq);
}

export function removeTags(database: Database, seq: number, tags: readonly string[]): void {
  const remove = database.prepare('DELETE FROM run_tag WHERE tag = ? AND run = ?');
  for (const tag of tags) remove.run(normalTag(tag), seq);
}
