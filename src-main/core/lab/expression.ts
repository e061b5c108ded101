/**
 * The grammar of a lab's formulas, as the engine reads them (native/core/lab/expression-parser.cpp): checked here as well, so
 * that a slip is told with its file, line and key before anything is compiled. A test holds both to the same answers.
 */
export const functionNames = ['min', 'max', 'ceildiv', 'floor', 'ceil', 'log2', 'pow2'] as const;
export const wordOperators = ['and', 'or', 'not'] as const;

const maxCharacters = 2000;
const maxDepth = 100;

/** Arguments of each function; 0: one or more. */
const arity: Readonly<Record<(typeof functionNames)[number], number>> = {
  min: 0,
  max: 0,
  ceildiv: 2,
  floor: 1,
  ceil: 1,
  log2: 1,
  pow2: 1,
};

/** What an expression names, each once, in order of appearance. */
export type ParsedExpression =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly fault: ExpressionFault };

export type ExpressionFault = {
  /** What continues a sentence that began with the expression. */
  readonly what: string;
  /** From 1; null where the whole is meant. */
  readonly character: number | null;
  /** Of a function that there is not. */
  readonly unknownFunction?: string;
};

class Refused extends Error {
  readonly fault: ExpressionFault;
  constructor(fault: ExpressionFault) {
    super(fault.what);
    this.fault = fault;
  }
}

export function parseExpression(text: string): ParsedExpression {
  try {
    return { ok: true, names: new Parser(text).names() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** Recursive descent, one method a level of precedence. */
class Parser {
  readonly #text: string;
  readonly #names = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  names(): readonly string[] {
    const { length } = this.#text;
    if (length > maxCharacters) {
      const what = `has ${length} characters, allowed is up to ${maxCharacters}`;
      throw new Refused({ what, character: null });
    }
    this.#disjunction();
    if (this.#next() <= length) this.#refuse('goes on where it should end');
    return [...this.#names];
  }

  #refuse(what: string, character = this.#at + 1, unknownFunction?: string): never {
    throw new Refused({
      what,
      character,
      ...(unknownFunction === undefined ? {} : { unknownFunction }),
    });
  }

  /** The place of the next token, from 1. */
  #next(): number {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
    return this.#at + 1;
  }

  #accept(symbol: string): boolean {
    this.#next();
    if (!this.#text.startsWith(symbol, this.#at)) return false;
    this.#at += symbol.length;
    return true;
  }

  #acceptWord(word: string): boolean {
    this.#next();
    if (!this.#text.startsWith(word, this.#at)) return false;
    if (/^\w/.test(this.#text.slice(this.#at + word.length, this.#at + word.length + 1))) {
      return false;
    }
    this.#at += word.length;
    return true;
  }

  /** The stack is the engine's as well: texts of brackets alone end early. */
  #nested(inner: () => void): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) this.#refuse('is nested too deeply');
    inner();
    this.#depth -= 1;
  }

  #disjunction(): void {
    this.#nested(() => {
      do {
        do this.#negation();
        while (this.#acceptWord('and'));
      } while (this.#acceptWord('or'));
    });
  }

  #negation(): void {
    this.#nested(() => {
      if (this.#acceptWord('not')) this.#negation();
      else this.#comparison();
    });
  }

  #comparison(): void {
    do this.#sum();
    while (['<=', '>=', '==', '!=', '<', '>'].some((sign) => this.#accept(sign)));
  }

  #sum(): void {
    do this.#product();
    while (this.#accept('+') || this.#accept('-'));
  }

  #product(): void {
    do this.#signed();
    while (['//', '*', '/', '%'].some((sign) => this.#accept(sign)));
  }

  #signed(): void {
    this.#nested(() => {
      if (this.#accept('-') || this.#accept('+')) {
        this.#signed();
        return;
      }
      this.#value();
      if (this.#accept('**')) this.#signed();
    });
  }

  #value(): void {
    const character = this.#next();
    const first = this.#text[this.#at];
    if (first === undefined) this.#refuse('ends where a value is expected');
    if (/[\d.]/.test(first)) {
      this.#number(character);
    } else if (/[A-Za-z_]/.test(first)) {
      this.#name(character);
    } else if (this.#accept('(')) {
      this.#disjunction();
      if (!this.#accept(')')) this.#refuse('lacks a closing bracket');
    } else {
      const whole = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
      this.#refuse(`has '${whole}' where a value is expected`);
    }
  }

  /** Digits may be grouped by _. */
  #number(character: number): void {
    const [found = ''] =
      /^[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += found.length;
    const plain = found.replaceAll('_', '');
    const isGlued = /^[A-Za-z_.]/.test(this.#text.slice(this.#at, this.#at + 1));
    const isNumber = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain);
    const value = Number(plain);
    // A number too small to be told from zero is none to the engine either.
    const isLost = value === 0 && /[1-9]/.test(plain.replace(/[eE].*$/, ''));
    if (isGlued || !isNumber || !Number.isFinite(value) || isLost) {
      this.#refuse('has a number that cannot be read', character);
    }
  }

  #name(character: number): void {
    const [word = ''] = /^\w+/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += word.length;
    if (wordOperators.some((one) => one === word)) {
      this.#refuse(`has '${word}' where a value is expected`, character);
    }
    if (this.#accept('(')) this.#call(word, character);
    else this.#names.add(word);
  }

  #call(word: string, character: number): void {
    const name = functionNames.find((one) => one === word);
    if (name === undefined) {
      const what = `calls the unknown function '${word}', known are min, max, ceildiv, floor, ceil, log2 and pow2`;
      this.#refuse(what, character, word);
    }
    let given = 0;
    if (!this.#accept(')')) {
      do {
        this.#disjunction();
        given += 1;
      } while (this.#accept(','));
      if (!this.#accept(')')) this.#refuse('lacks a closing bracket');
    }
    const wanted = arity[name];
    if (wanted === 0 ? given > 0 : given === wanted) return;
    const counts = ['at least one argument', 'one argument', 'two arguments'];
    this.#refuse(`gives ${name} ${given}, it takes ${counts[wanted]}`, character);
  }
}
