/** A word of earlier versions that no text shows any more, and the field's word for it. */
export type OldWord = {
  /** Its name in a complaint. */
  readonly old: string;
  readonly pattern: RegExp;
  readonly use: string;
  /** What the pattern finds and is another meaning of the word; taken out of a text before it is searched. */
  readonly except?: RegExp;
  /** Only in files whose path matches: elsewhere the word is right. */
  readonly only?: RegExp;
  /** Comments may use it: it is the plain word for what code does. */
  readonly inCode?: true;
  /** One text that has it, with the old word in it: the test of this list. */
  readonly example: string;
};

const units = 'samples?|processes|process|rounds?|repetitions?|seconds?|launches|threads?|tasks?';

/** Ids in stores, files and JSON keep their names (`span`, `rounds`, `ceiling`, `tie`): texts are searched, not they. */
export const oldWords: readonly OldWord[] = [
  {
    old: 'span',
    pattern: /\bspans?\b/i,
    use: 'timing scope',
    example: 'the span that the table shows',
  },
  {
    old: 'ceiling',
    pattern: /\bceilings?\b/i,
    use: 'measured peak, % of peak',
    example: 'keep it as the ceiling of results',
  },
  {
    old: 'probe',
    pattern: /\bprob(?:es?|ing)\b/i,
    use: 'measured peak; for tune: value',
    example: 'Every probe is a case of the stored run.',
  },
  {
    old: 'rounds',
    pattern: /\brounds?\b/i,
    except: /\brounds? (?:to|up|down|off|trips?)\b/gi,
    use: 'repetitions',
    example: 'each round measures in a new process',
  },
  {
    old: 'stop rule',
    pattern: /\bstop(?:ping)? rules?\b/i,
    use: 'stopping criterion',
    example: 'a parameter of the stop rule',
  },
  {
    old: 'noise',
    inCode: true,
    pattern: /\bnoise\b/i,
    use: 'relative standard deviation; not distinguishable',
    example: 'both are within noise',
  },
  {
    old: 'against',
    inCode: true,
    pattern: /\bagainst\b/i,
    except: /\b(?:verif|check|valid|test|protect)\w*\b[^.;:]*\bagainst\b/gi,
    use: 'compared with; contender and baseline',
    example: 'The first is judged against the second.',
  },
  {
    old: 'sides',
    inCode: true,
    pattern: /\b(?:either|both|other|each|two) sides?\b|\bsides? [ab]\b|\ba\/b\b/i,
    use: 'baseline and contender',
    example: '2 cases have no counterpart on the other side.',
  },
  {
    old: 'same (verdict)',
    inCode: true,
    pattern: /\bsame:|"same"|“same”|\b(?:faster|slower),? (?:or |nor )?(?:the )?same\b/i,
    use: 'equivalent',
    example: 'Same: wholly within 2 %.',
  },
  {
    old: 'ambiguous',
    pattern: /\bambiguous\b/i,
    use: 'inconclusive',
    example: 'Else it is ambiguous.',
  },
  {
    old: 'tied axes',
    pattern: /\bt(?:ies?|ied)\b/i,
    use: 'linked axes',
    example: 'A value of its own ends the tie.',
  },
  {
    old: 'facts',
    pattern: /\bfacts?\b/i,
    except: /\bin fact\b/gi,
    use: 'attributes; environment',
    example: 'the facts of the machine',
  },
  {
    old: 'circumstances',
    pattern: /\bcircumstances?\b/i,
    use: 'environment',
    example: 'under the same circumstances',
  },
  {
    old: 'astray',
    pattern: /\bastray\b/i,
    use: 'outlier',
    example: 'one run is astray',
  },
  {
    old: 'while (as a noun)',
    pattern: /\b(?:an?|the|this|that|one|some|each|slower|faster|quiet(?:er)?|loaded) while\b/i,
    use: 'period of interference',
    example: 'so that a slower while slows them alike',
  },
  {
    old: 'moment',
    pattern: /\bmoments?\b/i,
    except: /\bmethod of moments\b/gi,
    use: 'period of interference; time',
    example: 'the load of the moment',
  },
  {
    old: 'beside',
    pattern: /\bbeside\b/i,
    use: 'next to, with',
    example: 'sentences to show beside it',
  },
  {
    old: 'least, most, fewest',
    pattern:
      /\b(?<!\bat )(?:least|fewest|greatest|most) (?:samples?|change|time|steps?|seconds|rounds|processes)\b/i,
    use: 'minimum, maximum',
    example: 'most seconds for one case',
  },
  {
    old: 'neighbouring samples',
    pattern: /\bneighbouring samples\b|\bcount as about\b/i,
    use: 'autocorrelated; effective sample size',
    example: 'neighbouring samples of X are alike',
  },
  {
    old: 'a (for each)',
    inCode: true,
    pattern: new RegExp(
      `\\b(?:${units}) an? (?:case|process|sample|repetition|round|run|pixel|column|block)\\b`,
      'i',
    ),
    use: 'per',
    example: 'k samples a case',
  },
  {
    old: 'in turns',
    pattern: /\bin turns?\b/i,
    use: 'interleaved',
    example: 'they are sampled in turns',
  },
  {
    old: 'in which a user waits',
    pattern: /\bin which a user waits\b/i,
    use: 'device call and end-to-end time',
    example: 'break-evens are of those in which a user waits',
  },
  {
    old: 'told apart',
    pattern: /\b(?:tell|tells|told)\b[^.;,]{0,40}\bapart\b/i,
    use: 'distinguish, not distinguishable',
    example: 'until the values cannot be told apart',
  },
  {
    old: 'steps, levels (of a trend)',
    inCode: true,
    pattern: /\b(?:latest|every|a|no|named?) steps?\b|\blevels?\b/i,
    only: /\b(?:trends?|change-points?|steps)\b/,
    use: 'change points, segments',
    example: 'Levels are found by a piecewise-constant fit.',
  },
  {
    old: 'best form',
    pattern: /\bbest forms?\b/i,
    use: 'tuned',
    example: 'the best form for the GPU',
  },
  {
    old: 'unless given',
    pattern: /\bunless given\b/i,
    use: 'by default',
    example: 'kernel unless given',
  },
  {
    old: 'sound backup',
    inCode: true,
    pattern: /\bsound (?:backup|copy|one)\b/i,
    use: 'valid backup',
    example: 'put the newest sound backup in its place',
  },
  {
    old: 'alike',
    pattern: /\balike\b/i,
    use: 'autocorrelated; similar; both',
    example: 'a slower machine slows them alike',
  },
  {
    old: 'anew',
    pattern: /\banew\b/i,
    use: 'again',
    example: 'measure them anew',
  },
  {
    old: 'beyond chance',
    pattern: /\bbeyond (?:chance|noise)\b/i,
    use: 'significantly',
    example: 'the power law is nearer beyond chance',
  },
  {
    old: 'greatest',
    pattern: /\bgreatest\b/i,
    use: 'maximum',
    example: 'whiskers: minimum and greatest',
  },
  {
    old: 'stands in for',
    pattern: /\bstands? in for\b/i,
    use: 'replaces',
    example: 'the input stands in for the matrix',
  },
  {
    old: 'the present case',
    pattern: /\b(?:the|this) present (?:case|run|one)\b/i,
    use: 'current',
    example: 'the present case is finished first',
  },
];

/** Words of earlier versions that no name in code has any more, and the field's word for each. */
export const oldNames: ReadonlyMap<string, string> = new Map([
  ...['span', 'spans'].map((word) => [word, 'scope, time'] as const),
  ...['round', 'rounds'].map((word) => [word, 'repetition'] as const),
  ...['probe', 'probes', 'probed'].map((word) => [word, 'measured peak, trial'] as const),
  ...['ceiling', 'ceilings'].map((word) => [word, 'peak'] as const),
  ...['fact', 'facts'].map((word) => [word, 'attribute'] as const),
  ...['circumstance', 'circumstances'].map((word) => [word, 'environment'] as const),
  ...['tie', 'ties', 'tied'].map((word) => [word, 'linked axes'] as const),
  ...['least', 'fewest'].map((word) => [word, 'min'] as const),
  ...['most', 'greatest'].map((word) => [word, 'max'] as const),
  ...['moment', 'astray', 'ambiguous'].map(
    (word) => [word, 'time, outlier, inconclusive'] as const,
  ),
]);

/** Names that have an old word in them and mean something else: bounds of a claim, table cells, rounds of a cipher. */
export const otherNames =
  /^(?:at(?:Least|Most)|at_(?:least|most))|^colSpan$|^(?:round_constants|feistel_round)$/;

/** No type of the product has such a member: only texts, columns of tables and values of settings are called so. */
const nowhere = /^$/;
const storeRows = /^src-main\/core\/store\//;

/**
 * Members of documents that have an old word in them: stores, run files, presets, the catalog, and what programs of other
 * people read. Whatever takes such a document uses the name that it has there; a type declares one only in these files.
 */
export const storedIds: ReadonlyMap<string, RegExp> = new Map([
  ['span', /contract\/(?:inspection|procedures\/trends)\.ts$/],
  ['spans', /analysis\/timing-scopes\.ts$|tools\/glossary\.ts$/],
  ['round', nowhere],
  ['rounds', nowhere],
  ['maxRounds', nowhere],
  ['firstRound', nowhere],
  ['tie', nowhere],
  ['tied', nowhere],
  ['fact', /contract\/procedures\/trends\.ts$/],
  ['facts', new RegExp(`contract/inspection\\.ts$|engine/provider\\.ts$|${storeRows.source}`)],
  ['ceiling', /contract\/inspection\.ts$/],
  ['ceilings', nowhere],
  ['probe', nowhere],
  ['probes', new RegExp(`contract/inspection\\.ts$|${storeRows.source}`)],
  ['least', nowhere],
  ['most', nowhere],
  ['greatest', nowhere],
]);
