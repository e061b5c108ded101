import { bad, good, type Read } from './axis-values.ts';
import { parseNumber, suffixPattern } from './numbers.ts';

/**
 * Splits a list of numbers whose digits may be grouped. A comma separates values and groups digits, and so does a blank:
 *
 * - `;`, tabs, line ends and a comma before a blank always separate. Where all that is between `;` are single numbers
 *   (`1,000; 16,384`), commas group. Where there are commas and blanks alone, the one of them separates that leaves
 *   single numbers. No-break and thin blanks always group.
 * - Three digits after one to three digits that a single comma or blank divides from them may be a group. They are one
 *   where they begin with 0, as in `1,000` and `1,048,576`: no value is written so. Else the comma separates, as in
 *   `64,128,256` and `16,384`.
 * - A part that is one number as a whole and has a group that begins with 0 is that number: `1,000,256`. Where only
 *   some of its groups do and it is more than one number, it is refused: `7,100,000,5`.
 * - Between values that are separated otherwise, `16,384` is what makes the list ascend: `4,096, 16,384` are two
 *   values, `64,128, 256` are three. Where both do, or neither, it is refused.
 */
export function splitList(name: string, text: string): Read<readonly string[]> {
  const parts = partsOf(text.trim().replaceAll(beforeSuffix, '$1'));
  if (parts.length > 1 && onlySemicolons(text) && parts.every(isNumber)) return good(parts);
  const split = parts.map(splitPart);
  if (split.some(({ apart }) => apart.includes(''))) {
    return bad(`${name}: empty value in "${text.trim()}"`);
  }
  const mixed = split.find(({ kind }) => kind === 'mixed');
  if (mixed !== undefined) return bad(severalReadings(name, mixed, text));
  const apart = split.flatMap((one) => one.apart);
  const joined = split.flatMap((one) => one.joined);
  const open = split.find(({ kind }) => kind === 'open');
  if (open === undefined || parts.length === 1) return good(apart);
  if (ascends(joined) === ascends(apart)) return bad(severalReadings(name, open, text));
  return good(ascends(joined) ? joined : apart);
}

/** The blank of `131 k` divides nothing. */
const beforeSuffix = new RegExp(`(\\d) (?=(?:${suffixPattern})(?![\\w^]))`, 'g');

const always = /\s*[;\t\n\r]+\s*|,\s+|\s+,|,$/;

/** Shortens runs of blanks, so that the patterns below take linear time. A tab or line break in a run stays: it separates. */
function withFewBlanks(text: string): string {
  return text.replaceAll(/\s{3,}/g, (run) => /[\t\n\r]/.exec(run)?.[0] ?? '  ');
}

function partsOf(given: string): readonly string[] {
  const text = withFewBlanks(given);
  if (always.test(text)) {
    const parts = text.split(always).map((part) => part.trim());
    // What stands behind the last separator is yet to be written.
    return parts.length > 1 && parts.at(-1) === '' ? parts.slice(0, -1) : parts;
  }
  if (!text.includes(',') || !text.includes(' ')) return [text];
  const atCommas = text.split(',');
  return atCommas.every(isNumber) ? atCommas : text.split(/ +/);
}

function onlySemicolons(text: string): boolean {
  return text.includes(';') && !/,\s|\s,/.test(text);
}

function isNumber(text: string): boolean {
  return parseNumber(text) !== null;
}

type Split = {
  /** `sure`: there is one way to read it; `open`: numbers may be joined or not; `mixed`: joined in more than one way. */
  readonly kind: 'sure' | 'open' | 'mixed';
  readonly apart: readonly string[];
  readonly joined: readonly string[];
};

/** Ends a number, or an end of a range, with a first group. */
const head = /(?:^|\.\.|:[x*+])[+-]?[1-9]\d{0,2}$/;
const group = /^\d{3}(?!\d)/;
const pureGroup = /^\d{3}$/;

function splitPart(part: string): Split {
  const mark = part.includes(',') ? ',' : ' ';
  const tokens = part.split(mark === ',' ? /,/ : / +/);
  const joined: string[] = [];
  const apart: string[] = [];
  let kind: Split['kind'] = 'sure';
  for (let at = 0; at < tokens.length; ) {
    const run = runAt(tokens, at);
    const groups = run.slice(1);
    const sure = groups.filter((each) => each.startsWith('0')).length;
    const one = run.join(mark);
    joined.push(one);
    apart.push(...(sure > 0 ? [one] : run));
    if (sure > 0 && sure < groups.length && run.length < tokens.length) kind = 'mixed';
    else if (sure === 0 && groups.length > 0 && kind === 'sure') kind = 'open';
    at += run.length;
  }
  return { kind, apart, joined };
}

/** The tokens from one place on that may be one number. */
function runAt(tokens: readonly string[], from: number): readonly string[] {
  let to = from + 1;
  let ends = head.test(tokens[from] ?? '');
  while (ends && group.test(tokens[to] ?? '')) {
    ends = pureGroup.test(tokens[to] ?? '') || head.test(tokens[to] ?? '');
    to += 1;
  }
  return tokens.slice(from, to);
}

function ascends(texts: readonly string[]): boolean {
  const values = texts.map(parseNumber);
  return values.every((value, i) => {
    const before = values[i - 1];
    return value !== null && (i === 0 || (before != null && before < value));
  });
}

function severalReadings(name: string, { joined }: Split, text: string): string {
  const one = joined.find((each) => /\d[, ]\d/.test(each)) ?? '';
  const plain = one.replaceAll(/[, ]/g, '');
  return `${name}: "${one}" in "${text.trim()}" may be one value or several; write ${plain} for one, or "; " between several`;
}
