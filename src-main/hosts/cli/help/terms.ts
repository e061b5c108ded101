import glossary from '../../../../docs/glossary.md?raw';
import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput } from '../../../contract/failure.ts';
import { type CliIo, paint } from '../io.ts';
import { proseLine } from '../prose-line.ts';

export type Term = { readonly section: string; readonly term: string; readonly text: string };

/** The terms of docs/glossary.md, those that it takes from the catalog left out: `list` and `help` have them. */
export function glossaryTerms(document: string = glossary): readonly Term[] {
  return document.split(/^## /m).flatMap((part) => {
    const section = part.split('\n', 1)[0] ?? '';
    return [...part.matchAll(/^- \*\*(.+?)\*\*(.*(?:\n {2}.*)*)/gm)].map(
      ([, term = '', rest = '']) => ({
        section,
        term,
        // An id or words behind the term belong to the sentence.
        text: rest
          .replace(/^:\s*/, '')
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll(/[`*]/g, '')
          .trim(),
      }),
    );
  });
}

/** Terms by section, or those whose name has the word. @throws BreakevenError `bad-input` where none has. */
export function termsNamed(word: string | undefined): readonly Term[] {
  const all = glossaryTerms();
  if (word === undefined) return all;
  const matches = all.filter(({ term }) => term.toLowerCase().includes(word.toLowerCase()));
  if (matches.length > 0) return matches;
  const words = all.flatMap(({ term }) => term.toLowerCase().split(/[, ]+/));
  throw badInput(`no term has "${word}"${hintFor(word, words)}`);
}

export function termsText(io: CliIo, terms: readonly Term[]): string {
  return [...Map.groupBy(terms, ({ section }) => section)]
    .map(([section, own]) => {
      const lines = own.map(
        ({ term, text }) => `  ${proseLine(io, `${paint(io, 'bold', term)}: ${text}`)}\n`,
      );
      return `${section}\n${lines.join('')}`;
    })
    .join('\n');
}
