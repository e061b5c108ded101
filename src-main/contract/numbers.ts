/**
 * Numbers as people write and read them: one parser for fields, flags, queries and files, and the forms in which an
 * exact number is written. Each of those forms is read back as the same number. What is measured, and so rounded, is
 * written by `units.ts`.
 */

/** Blanks that may stand between groups of digits or before a suffix: ordinary, no-break, thin, narrow no-break. */
const blank = '[ \\u00a0\\u2009\\u202f]';

const decimalExponents: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, G: 9, T: 12, P: 15 };
const binaryExponents: Readonly<Record<string, number>> = {
  Ki: 10,
  Mi: 20,
  Gi: 30,
  Ti: 40,
  Pi: 50,
};

/** What may follow a number; the longer ones first. */
export const suffixPattern = 'Ki|Mi|Gi|Ti|Pi|[kKMGTP]';

const grouped = `[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d{0,2}(?:(?<gap>${blank})\\d{3}(?:\\k<gap>\\d{3})*)`;
const whole = `${grouped}|\\d+(?:_\\d+)*`;
const numberPattern = new RegExp(
  `^(?<sign>[+-]?)(?<digits>(?:${whole})(?:\\.\\d+(?:_\\d+)*)?|\\.\\d+)` +
    `(?:[eE](?<exponent>[+-]?\\d+)|\\^(?<power>\\d+)(?<shift>[+-]\\d+)?|${blank}?(?<suffix>${suffixPattern}))?$`,
);

/**
 * Reads `1e6`, `2^20`, `2^31-1`, `1M`, `131 k`, `64Ki`, `1,000,000`, `1 000 000`, `16_384`, `0.5`, `-3`. Decimal
 * suffixes k, M, G, T, P; binary ones Ki to Pi. A comma groups digits by three and never begins a fraction.
 * Null when the text is no finite number (the caller knows the field and says so).
 */
export function parseNumber(text: string): number | null {
  const parts = numberPattern.exec(text.trim().replace('\u2212', '-'))?.groups;
  if (parts === undefined) return null;
  const { sign = '', digits = '', exponent, power, shift, suffix = '' } = parts;
  const mantissa = digits.replaceAll(/[^\d.]/g, '');
  const binary = binaryExponents[suffix];
  let value = Number(mantissa);
  if (power !== undefined) {
    value = value ** Number(power) + Number(shift ?? 0);
  } else if (binary !== undefined) {
    value *= 2 ** binary;
  } else {
    // Shifting the decimal point in the text is exact where a product is not: 1.1M is 1100000.
    value = Number(`${mantissa}e${exponent ?? decimalExponents[suffix] ?? 0}`);
  }
  if (!Number.isFinite(value)) return null;
  return sign === '-' && value !== 0 ? -value : value;
}

/** Digits in groups of three from five of them on, as every table and sentence has them: `1024`, `131,072`. */
export function groupDigits(digits: string): string {
  return digits.replace(/^-?\d{5,}/, (whole_) => whole_.replace(/\B(?=(\d{3})+$)/g, ','));
}

/**
 * The numbers of a text with a decimal comma: `1.8 M [1.5, 2.2 M]` as `1,8 M [1,5; 2,2 M]`, `131,072` with a no-break space.
 * Versions (`12.2.0`) and names with digits stay.
 */
export function commaNumbers(text: string): string {
  return text
    .replace(/\[[^[\]]*\]/g, (ends) => ends.replaceAll(', ', '; '))
    .replace(
      /(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|,\d)|(?<![\w.,])\d+(?:\.\d+)?(?![.\d]*\d)/g,
      (number) => number.replaceAll(',', '\u00a0').replace('.', ','),
    );
}

/** A number with all its digits, in groups: for tables and sentences. */
export function numberText(value: number): string {
  return groupDigits(plainText(value));
}

/** A number with all its digits and nothing between them: for CSV, JSON and words of a command. */
export function plainText(value: number): string {
  return String(value).replace('e+', 'e');
}

/** The shortest form without loss for fields and commands: `1e6`, `1048576`, `0.25`. */
export function shortText(value: number): string {
  const short = value.toExponential().replace('e+', 'e');
  return Math.abs(value) >= 1e4 && short.length <= 4 ? short : plainText(value);
}

/** An end of a range as people know it: `65,536` is 2^16, `2,147,483,647` is 2^31-1, `1000000` is 1e6. */
export function boundText(value: number): string {
  if (value > 4096) {
    const below = Math.log2(value + 1);
    if (Number.isInteger(below) && 2 ** below - 1 === value) return `2^${below}-1`;
    const power = Math.log2(value);
    if (Number.isInteger(power)) return `2^${power}`;
  }
  return Math.abs(value) >= 1e6 && value % 1e5 === 0
    ? value.toExponential().replace('e+', 'e')
    : plainText(value);
}
