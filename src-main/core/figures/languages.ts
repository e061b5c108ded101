import {
  type FigureSpec,
  type Language,
  languages,
  type ReaderLanguage,
} from '../../contract/figure.ts';
import { commaNumbers } from '../../contract/numbers.ts';
import { variantOfLabel } from '../../contract/verdict.ts';
import phraseRows from './phrases.json' with { type: 'json' };

/** English phrases of figures by their words in another language. */
export type Phrases = Readonly<Record<string, string>>;

/**
 * A row of phrases.json: English, then in the order of `languages`. The longest that fits is taken, so that a sentence comes before
 * its words. Names of variants and of axes stay as they are.
 */
const table = phraseRows.map((row) => row.split(' | '));

/** What a band compares: another word than the one for an axis. */
const against: Readonly<Record<Language, string>> = {
  ...{ es: 'frente a', pt: 'frente a', ru: 'против', de: 'gegen', fr: 'contre' },
};

const letter = '\\p{L}\\d_-';

/** Takes the longest phrase at each place, whole words alone. */
function translator(phrases: Phrases, kept: readonly string[]): (text: string) => string {
  const known = [...Object.keys(phrases), ...kept].filter((phrase) => phrase !== '');
  const alternatives = known
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![${letter}])(?:${alternatives.join('|')})(?![${letter}])`, 'gu');
  return (text) => {
    let done = '';
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      done +=
        commaNumbers(text.slice(end, index)) +
        (kept.includes(found) ? found : (phrases[found] ?? found));
      end = index + found.length;
    }
    return done + commaNumbers(text.slice(end));
  };
}

function phrasesOf(language: Language | undefined, own: Phrases): Phrases {
  const column = language === undefined ? -1 : languages.indexOf(language);
  const rows =
    column < 0 ? [] : table.map(([english, ...words]) => [english, words[column] ?? english]);
  return { ...Object.fromEntries(rows), ...own };
}

/** Turns a text of a report into the reader's language, but for names that are `kept`; the text itself without one. */
export function textInLanguage(
  { id, phrases = {} }: ReaderLanguage,
  kept: readonly string[],
): (text: string) => string {
  const known = phrasesOf(id, phrases);
  return Object.keys(known).length === 0 ? (text) => text : translator(known, kept);
}

/**
 * The figure in the reader's language: titles, labels, caption and marks by the table, or by phrases of the reader's own
 * before it; decimals with a comma. What no phrase has stays English.
 */
export function inLanguage(
  spec: FigureSpec,
  language: Language | undefined,
  own: Phrases = {},
): FigureSpec {
  if (language === undefined && Object.keys(own).length === 0) return spec;
  const phrases = phrasesOf(language, own);
  const labelled = spec.series.filter(({ device }) => device !== null);
  const names = labelled.map(({ label }) => variantOfLabel(label));
  // A label of several words is no variant.
  const kept = [...names.filter((name) => !name.includes(' ')), spec.provenance.Device ?? ''];
  const text = translator(phrases, kept);
  const over = language === undefined ? 'over' : against[language];
  const band = translator({ ...phrases, over: own.over ?? over }, kept);
  const axis = (of: FigureSpec['x']) => ({
    ...of,
    label: text(of.label),
    ...(of.categories === undefined ? {} : { categories: of.categories.map(text) }),
  });
  return {
    ...spec,
    ...{ title: text(spec.title), caption: text(spec.caption), summary: text(spec.summary) },
    ...{ x: axis(spec.x), y: axis(spec.y), decimalComma: true },
    series: spec.series.map((each) => {
      const label = text(each.label);
      if (each.mark === 'box') return { ...each, label };
      const points = each.points.map((point) =>
        point.label === undefined ? point : { ...point, label: text(point.label) },
      );
      return { ...each, label, points } as typeof each;
    }),
    bands: spec.bands.map((each) => ({ ...each, label: band(each.label) })),
  };
}
