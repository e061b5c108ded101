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

/** Ids in stores, files, JSON and code keep their names (`span`, `rounds`, `ceiling`, `tie`): texts are searched, not they. */
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
