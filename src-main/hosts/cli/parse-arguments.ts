import { hintFor, nearestName } from '../../contract/did-you-mean.ts';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import { type Arguments, argumentsOf, commonFlags, type Flag, type Positional } from './flags.ts';

export type Grammar = {
  readonly verb: string;
  readonly flags: readonly Flag[];
  readonly positionals: readonly Positional[];
};

/** Thrown for a flag that the grammar does not have, so that a verb can look it up in the catalog and try again. */
export class UnknownFlag extends BreakevenError {
  readonly flag: string;

  constructor(flag: string, message: string) {
    super('bad-input', message);
    this.flag = flag;
  }
}

/**
 * `--flag value`, `--flag=value`, switches, `-h`, and `--` before words that start with dashes. The word after a flag
 * that takes a value is its value unless it starts with two dashes, so `--n -5` reaches the check that names the field.
 */
export function parseArguments(words: readonly string[], grammar: Grammar): Arguments {
  const wordsByFlag = new Map<string, string[]>();
  const positionals: string[] = [];
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      positionals.push(...queue.splice(0));
    } else if (word === '-h') {
      wordsByFlag.set('help', []);
    } else if (word.startsWith('--')) {
      readFlag(word, queue, grammar, wordsByFlag);
    } else if (/^-[a-z]/i.test(word)) {
      const wanted = grammar.positionals.length > 0 && word.includes(':');
      const way = wanted
        ? `; what begins with - stands behind --: breakeven ${grammar.verb} -- ${word}`
        : help(grammar);
      throw badInput(`${word}: flags are written with two dashes${way}`);
    } else {
      positionals.push(word);
    }
  }
  if (!wordsByFlag.has('help')) {
    checkCompany(wordsByFlag, grammar);
    checkPositionals(positionals, grammar);
  }
  return argumentsOf(positionals, wordsByFlag);
}

function readFlag(
  word: string,
  queue: string[],
  grammar: Grammar,
  given: Map<string, string[]>,
): void {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const flag = grammar.flags.find((it) => it.name === name);
  if (flag === undefined) {
    const names = grammar.flags.map((it) => it.name);
    const near = nearestName(name, names);
    const hint = near === null ? help(grammar) : `; did you mean "--${near}"?`;
    throw new UnknownFlag(name, `unknown flag --${name} of ${grammar.verb}${hint}`);
  }
  const before = given.get(flag.name);
  if (flag.value === null) {
    if (equals >= 0) throw badInput(`--${name} is a switch and takes no value`);
    given.set(flag.name, []);
    return;
  }
  if (before !== undefined && flag.repeat !== true) {
    throw badInput(`--${name} is given twice; it takes one value`);
  }
  const next = queue[0];
  if (flag.optional === true && equals < 0 && !/^\d+(\.\d+)?$/.test(next ?? '')) {
    given.set(flag.name, before ?? []);
    return;
  }
  const value =
    equals >= 0
      ? word.slice(equals + 1)
      : next?.startsWith('--') === true
        ? undefined
        : queue.shift();
  if (value === undefined || value === '') {
    throw badInput(`--${name} needs a value: --${name} <${flag.value}>`);
  }
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    const hint = hintFor(value, flag.choices);
    throw badInput(`--${name}: unknown ${flag.value} "${value}"${hint}`);
  }
  given.set(flag.name, [...(before ?? []), value]);
}

function checkCompany(given: ReadonlyMap<string, unknown>, { flags }: Grammar): void {
  const names = [...given.keys()];
  for (const { name, with: needed, not = [], only } of flags.filter((it) => given.has(it.name))) {
    if (needed !== undefined && !needed.some((other) => given.has(other))) {
      throw badInput(`--${name} needs ${needed.map((other) => `--${other}`).join(' or ')}`);
    }
    const allowed = only === undefined ? names : [name, ...only, ...common];
    const other = names.find((one) => not.includes(one) || !allowed.includes(one));
    if (other !== undefined) throw badInput(`--${name} cannot be combined with --${other}`);
  }
}

const common = commonFlags.map(({ name }) => name);

function checkPositionals(positionals: readonly string[], grammar: Grammar): void {
  const missing = grammar.positionals[positionals.length];
  if (missing?.required === true) {
    throw badInput(`${grammar.verb} needs <${missing.name}>, ${missing.help}${help(grammar)}`);
  }
  const extra = positionals[grammar.positionals.length];
  if (extra !== undefined && grammar.positionals.at(-1)?.repeat !== true) {
    throw badInput(`${grammar.verb}: unexpected "${extra}"${help(grammar)}`);
  }
}

function help(grammar: Grammar): string {
  return `; see breakeven ${grammar.verb} --help`;
}
