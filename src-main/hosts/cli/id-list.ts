import { badInput } from '../../contract/failure.ts';

/**
 * The ids of a flag that takes several, joined by commas; a comma too many says nothing.
 *
 * @throws BreakevenError `bad-input` where there is none.
 */
export function idList(flag: string, text: string): string[] {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > 0) return ids;
  throw badInput(`--${flag}: "${text}" names nothing; write ids joined by commas`);
}
