import type { Catalog } from '../../../contract/workload.ts';
import type { HostApp } from '../../host-app.ts';
import { commonFlags, type Flag, type Positional } from '../flags.ts';
import { allAxes, axisFlag, type Verb } from '../verb.ts';

/** What a shell offers for a word that is being typed. */
export type Offer = {
  readonly words: readonly { readonly word: string; readonly help?: string }[];
  /** The shell offers its own files or folders. */
  readonly paths?: 'files' | 'folders';
  /** Several words joined by commas, or more behind the word: no blank follows it. */
  readonly open?: 'list' | 'assignment';
};

type Names = {
  verbs(): Promise<readonly Verb[]>;
  app(): Promise<HostApp>;
};

const nothing: Offer = { words: [] };
/** As many runs as a reader looks through. */
const maxRuns = 20;

/**
 * What can stand in place of the last word, as `shims` read it, a line each. The application is opened only where names
 * of its catalog, presets or runs are asked for.
 *
 * @param words what is typed behind `breakeven`; the last one may be empty
 */
export async function completionLines(
  words: readonly string[],
  names: Names,
): Promise<readonly string[]> {
  const typed = withoutEquals(words);
  const last = typed.pop() ?? '';
  // zsh and fish complete the whole of --flag=value, bash what is behind the sign.
  const [, flag, value] = /^(--[^=]+=)(.*)$/.exec(last) ?? [];
  const before = flag === undefined ? typed : [...typed, flag.slice(0, -1)];
  const current = value ?? last;
  const offer = await offerFor(before, current, names);
  const list = offer.open === 'list' ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const fitting = offer.words
    .map(({ word, help = '' }) => ({ word: `${list}${word}`, help }))
    .filter(({ word }) => word.startsWith(current) && word !== '' && word !== current)
    .map(({ word, help }) => `${flag ?? ''}${word}${help === '' ? '' : `\t${help}`}`);
  return [
    ...(offer.paths === undefined ? [] : [`:${offer.paths}`]),
    ...(offer.open === undefined || fitting.length === 0 ? [] : [':open']),
    ...fitting,
  ];
}

/** bash takes the sign in `--flag=value` and `axis=value` for a word of its own. */
function withoutEquals(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const follows = before === '=' && joined.at(-1)?.endsWith('=') === true;
    if (word === '=' && joined.at(-1)?.startsWith('--') === true) {
      if (at === words.length - 1) joined.push('');
    } else if (word === '=' || follows) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
  }
  return joined;
}

/** @param before the words before the current one */
async function offerFor(before: readonly string[], current: string, names: Names): Promise<Offer> {
  const verbs = await names.verbs();
  const { verb, flag, positional } = placeOf(before, verbs);
  if (flag !== null) return await valuesOf(flag, names);
  if (verb === null) {
    const named = verbs.map(({ name, summary }) => ({ word: name, help: summary }));
    return { words: [...named, ...flagWords(commonFlags)] };
  }
  if (!current.startsWith('-')) {
    return verb.name === 'help'
      ? { words: verbs.map(({ name }) => ({ word: name })) }
      : await positionalsOf(positionalAt(verb, positional), names);
  }
  const taken = [...verb.flags, ...commonFlags].map(({ name }) => name);
  const axes = verb.takesAxes === true ? allAxes(await catalogOf(names)).map(axisFlag) : [];
  const more = axes.filter(({ name }) => !taken.includes(name));
  return { words: flagWords([...verb.flags, ...more, ...commonFlags]) };
}

const flagWords = (flags: readonly Flag[]) =>
  flags.map(({ name, help }) => ({ word: `--${name}`, help }));

type Place = {
  readonly verb: Verb | null;
  /** The flag that awaits its value. */
  readonly flag: Flag | null;
  /** How many arguments of the verb are there. */
  readonly positional: number;
};

function placeOf(before: readonly string[], verbs: readonly Verb[]): Place {
  let verb: Verb | null = null;
  let flag: Flag | null = null;
  let positional = 0;
  for (const word of before) {
    if (flag !== null) flag = null;
    else if (word.startsWith('--')) flag = awaiting(word, verb);
    else if (verb === null) verb = verbs.find(({ name }) => name === word) ?? null;
    else positional += 1;
  }
  return { verb, flag, positional };
}

/** A flag that no verb describes is of an axis. */
function awaiting(word: string, verb: Verb | null): Flag | null {
  const name = word.slice(2);
  const known = [...(verb?.flags ?? []), ...commonFlags].find((one) => one.name === name);
  if (known !== undefined) return known.value === null || known.optional === true ? null : known;
  return verb?.takesAxes === true && !name.includes('=') ? { name, value: 'axis', help: '' } : null;
}

/** The last one may be given again. */
function positionalAt({ positionals }: Verb, at: number): Positional | undefined {
  const last = positionals.at(-1);
  return positionals[at] ?? (last?.repeat === true ? last : undefined);
}

async function positionalsOf(positional: Positional | undefined, names: Names): Promise<Offer> {
  if (positional === undefined) return nothing;
  const { name, choices } = positional;
  if (choices !== undefined) return wordsOf(choices);
  if (['run', 'contender', 'baseline'].includes(name)) return wordsOf(await runsOf(names));
  // What a verb of labs is about is a folder most of the time.
  if (name === 'subject' || name === 'folder') return { words: [], paths: 'folders' };
  return name === 'file' ? { words: [], paths: 'files' } : nothing;
}

const wordsOf = (words: readonly string[]): Offer => ({
  words: [...new Set(words)].map((word) => ({ word })),
});

/** How the help calls values that are joined by commas. */
const lists = ['ids', 'axes', 'kinds'];

async function valuesOf({ name, value, choices }: Flag, names: Names): Promise<Offer> {
  if (choices !== undefined) return wordsOf(choices);
  if (value === 'dir') return { words: [], paths: 'folders' };
  if (value === 'file' || name === 'configuration') return { words: [], paths: 'files' };
  if (value === 'run') return wordsOf(await runsOf(names));
  if (name === 'preset' || name === 'study') {
    return wordsOf((await (await names.app()).api.presets({})).map(({ id }) => id));
  }
  const named = namesOf[name];
  if (named === undefined && value !== 'axis') return nothing;
  const catalog = await catalogOf(names);
  const offer = wordsOf(named === undefined ? choicesOf(catalog, name) : named(catalog));
  if (offer.words.some(({ word }) => word.endsWith('='))) return { ...offer, open: 'assignment' };
  const isList = named === undefined || lists.includes(value ?? '');
  return isList ? { ...offer, open: 'list' } : offer;
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const axesOf = (catalog: Catalog) => idsOf(allAxes(catalog));
const assigned = (catalog: Catalog) => axesOf(catalog).map((id) => `${id}=`);
const variantsOf = ({ workloads }: Catalog) => workloads.flatMap(({ variants }) => idsOf(variants));

/** By the name of the flag, what the catalog has for it. */
const namesOf: Readonly<Record<string, (catalog: Catalog) => readonly string[]>> = {
  workload: ({ workloads }) => idsOf(workloads),
  variant: variantsOf,
  variants: (catalog) => ['all', ...variantsOf(catalog)],
  scope: (catalog) => idsOf(catalog.scopes),
  criterion: ({ criteria }) => idsOf(criteria),
  'criterion-set': ({ criteria }) =>
    criteria.flatMap(({ parameters }) => parameters.map(({ id }) => `${id}=`)),
  set: assigned,
  sweep: assigned,
  link: assigned,
  scale: assigned,
  axis: axesOf,
  over: axesOf,
  parameter: axesOf,
  'series-by': axesOf,
};

/** The choices of the axis of a flag, of whichever workload or variant. */
function choicesOf({ workloads }: Catalog, flag: string): readonly string[] {
  return workloads
    .flatMap(({ axes, variants }) => [...axes, ...variants.flatMap(({ parameters }) => parameters)])
    .filter((axis) => axisFlag(axis).name === flag)
    .flatMap((axis) => {
      if (axis.type === 'choice') return idsOf(axis.choices);
      return axis.type === 'flag' ? ['true', 'false'] : [];
    });
}

async function catalogOf(names: Names): Promise<Catalog> {
  return (await names.app()).api.catalog({});
}

/** What can name the newest runs. */
async function runsOf(names: Names): Promise<readonly string[]> {
  const { api } = await names.app();
  const { rows } = await api.history({ query: '', limit: maxRuns, after: null });
  const imported = rows.filter(({ importedAt }) => importedAt !== undefined).length;
  return [
    ...['latest', 'latest~1'].slice(0, rows.length - imported),
    ...(imported === 0 ? [] : ['imported']),
    ...(rows.some(({ baseline }) => baseline) ? ['baseline'] : []),
    ...idsOf(rows),
    ...rows.flatMap(({ tags }) => tags).filter((tag) => !/\s/.test(tag)),
  ];
}
