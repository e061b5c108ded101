/** One flag of a verb. Help, parsing and suggestions are all made from these descriptions. */
export type Flag = {
  /** As typed, without the dashes: `time-limit`. */
  readonly name: string;
  /** Name of its value in the help, `n` in `--limit <n>`; null: a switch. */
  readonly value: string | null;
  /** The value may be left out; a number behind the flag is taken for it. */
  readonly optional?: boolean;
  /** May be given more than once; the values gather in order. */
  readonly repeat?: boolean;
  readonly help: string;
  /** Every word that its value can be, where those are few and known: another is refused, shells complete them. */
  readonly choices?: readonly string[];
  /** It needs one of these flags. */
  readonly with?: readonly string[];
  /** It cannot be combined with any of these flags. */
  readonly not?: readonly string[];
  /** It can be combined with these alone, and with those of every verb. */
  readonly only?: readonly string[];
};

/** Flags as the help shows them, with what they do: `limit <n>`, or `json` of a switch. */
export function flagsOf(
  written: Readonly<Record<string, string | Omit<Flag, 'name' | 'value' | 'optional'>>>,
): readonly Flag[] {
  return Object.entries(written).map(([text, more]) => {
    const [, name = text, value = null] = /^(\S+) <(.+)>$/.exec(text) ?? [];
    return { name, value, ...(typeof more === 'string' ? { help: more } : more) };
  });
}

export type Positional = {
  readonly name: string;
  readonly required: boolean;
  /** More of its kind may follow; the last one alone. */
  readonly repeat?: true;
  readonly help: string;
  /** Every word that it can be, where those are few and known. */
  readonly choices?: readonly string[];
};

/** `<file>`, `[run]`, `<file> ...`. */
export function positionalText({ name, required, repeat }: Positional): string {
  return `${required ? `<${name}>` : `[${name}]`}${repeat === true ? ' ...' : ''}`;
}

/** The run that a verb is about. */
export const runArgument: Positional = {
  name: 'run',
  required: true,
  help: 'an id, the start of one, latest, latest~1, same~1, baseline, a tag, a title or a commit',
};

/** Flags that every verb takes. */
export const commonFlags: readonly Flag[] = flagsOf({
  'home <dir>':
    'folder of the database; default BREAKEVEN_HOME, then the user data folder (see doctor)',
  json: 'print one JSON document on standard output and nothing else',
  quiet: 'no progress and no notes on standard error',
  'no-color': 'no colours (as NO_COLOR)',
  help: 'show this help',
});

/** Of the verbs that state verdicts of stored runs. */
export const allowDisturbedFlag: Flag = {
  name: 'allow-disturbed',
  value: null,
  help: 'also judge cases of which most repetitions were disturbed: a difference may be interference',
};

/** Of the verbs that write files whose names are not the user's; `checkReplaced` has the rule. */
export const forceFlag: Flag = {
  name: 'force',
  value: null,
  help: 'also replace files that belong to another run or to none',
};

/** Which timing scope is meant. */
export function scopeFlag(help: string): Flag {
  return { name: 'scope', value: 'id', help };
}

/** A parsed command line: every look-up states whether a switch, a value or a list is meant. */
export type Arguments = {
  readonly positionals: readonly string[];
  /** Every flag that was given. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The value of a flag, the last one where it was repeated. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
};

export function argumentsOf(
  positionals: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
): Arguments {
  return {
    positionals,
    names: [...given.keys()],
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
  };
}

/** The value of a flag that has these choices; the parser has refused every other. */
export function chosen<K extends string>(
  args: Arguments,
  name: string,
  choices: readonly K[],
): K | undefined {
  return choices.find((one) => one === args.value(name));
}
