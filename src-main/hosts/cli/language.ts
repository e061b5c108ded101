import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { languageSchema, languages, type ReaderLanguage } from '../../contract/figure.ts';
import type { Arguments, Flag } from './flags.ts';

export const languageFlag: Flag = {
  name: 'language',
  value: 'id',
  help: `${languages.join(', ')}, or a file.json of your own phrases, English to translation; decimals have a comma`,
};

/** A shipped one by its id, or a file of phrases. */
export async function chosenLanguage(
  args: Arguments,
  cwd: string,
): Promise<{ readonly language?: ReaderLanguage }> {
  const text = args.value('language');
  if (text === undefined) return {};
  const id = languages.find((one) => one === text);
  if (id !== undefined) return { language: { id } };
  const wanted = `--language: "${text}" is not one of ${languages.join(', ')}`;
  if (!text.endsWith('.json')) throw badInput(`${wanted}, nor a file that ends in .json`);
  const read = await readFile(resolve(cwd, text), 'utf8').catch(() => {
    throw badInput(`--language: the file "${text}" cannot be read`);
  });
  try {
    return { language: languageSchema.parse({ phrases: JSON.parse(read) }) };
  } catch {
    throw badInput(
      `--language: "${text}" must be one JSON object of English phrases and their translations`,
    );
  }
}
