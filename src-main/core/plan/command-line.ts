import { fieldText } from '../../contract/axis-values.ts';
import {
  type Configuration,
  configurationSchema,
  type Group,
  policyFields,
} from '../../contract/configuration.ts';
import { parseNumber } from '../../contract/numbers.ts';
import type { CommandLine, Commands, Preset } from '../../contract/procedures/files.ts';
import type { Catalog, Scalar } from '../../contract/workload.ts';
import { canonicalJson } from '../store/codec.ts';
import { shellWord } from '../util/shell-word.ts';

type Known = {
  readonly catalog: Catalog;
  readonly presets: readonly Preset[];
  /** The words that start the command line; the program's name where they are not given. */
  readonly program?: readonly string[];
};

/**
 * The command line that does the same run, and the same under the profiler of whole programs. A preset as it stands is that preset's
 * command, one workload is written out in flags, and whatever flags cannot say exactly is handed over as JSON.
 */
export function commandsOf(configuration: Configuration, known: Known): Commands {
  const { program = ['breakeven'] } = known;
  const run = [...program, 'run', ...wordsOf(configuration, known)];
  return {
    run: line(run),
    nsys: line([...nsysWords, ...run]),
  };
}

const nsysWords = [
  ...['nsys', 'profile', '--trace', 'cuda,nvtx,osrt'],
  ...['--output', 'breakeven-nsys', '--force-overwrite', 'true'],
];

function line(words: readonly string[]): CommandLine {
  return { words, text: words.map(shellWord).join(' ') };
}

function wordsOf(configuration: Configuration, known: Known): readonly string[] {
  return (
    presetWords(configuration, known) ??
    flagWords(configuration, known) ?? ['--configuration', JSON.stringify(configuration)]
  );
}

/** What decides the cases of a run: all but the names that people give it and the seed. */
function unnamed(configuration: Configuration): unknown {
  const { title: _1, note: _2, tags: _3, preset: _4, orderSeed: _5, ...rest } = configuration;
  return rest;
}

/** The preset with another seed, title, tags or note; null where more than that differs. */
function presetWords(configuration: Configuration, { presets }: Known): readonly string[] | null {
  const preset = presets.find(({ id }) => id === configuration.preset);
  if (preset === undefined) return null;
  const base = configurationSchema.parse(preset.configuration);
  const same = canonicalJson(unnamed(base)) === canonicalJson(unnamed(configuration));
  const tags = base.tags ?? [];
  const runTags = configuration.tags ?? [];
  const adds = tags.every((tag, i) => runTags[i] === tag);
  if (!same || !adds) return null;
  const named = namedWords({ ...configuration, tags: runTags.slice(tags.length) }, base);
  return named === null ? null : ['--preset', preset.id, ...named];
}

/** The parts of a configuration that have flags; one that another version adds is handed over as JSON. */
const flagged: ReadonlySet<string> = new Set([
  ...['groups', 'policy', 'orderSeed', 'title', 'note', 'tags', 'matrices', 'labs'],
]);

/** Null where flags cannot say it. */
function flagWords(configuration: Configuration, { catalog }: Known): readonly string[] | null {
  const [group] = configuration.groups;
  if (group === undefined || configuration.groups.length > 1) return null;
  if (group.policy !== undefined || group.name !== undefined) return null;
  if (!Object.keys(configuration).every((key) => flagged.has(key))) return null;
  const named = namedWords(configuration, {});
  const words = groupWords(group, catalog);
  const policy = policyWords(configuration);
  if (named === null || words === null || policy === null) return null;
  const { matrices } = configuration;
  const folder = matrices === undefined ? [] : flag('--matrices', matrices);
  return [...words, ...policy, ...folder, ...named];
}

function groupWords(group: Group, catalog: Catalog): readonly string[] | null {
  const workload = catalog.workloads.find(({ id }) => id === group.workload);
  if (workload === undefined) return null;
  const axes = [...workload.axes, ...workload.variants.flatMap(({ parameters }) => parameters)];
  const typeOf = (id: string) => axes.find((axis) => axis.id === id)?.type;
  const words = [
    ...[workload.lab === undefined ? '--workload' : '--lab', group.workload],
    ...['--variants', group.variants === 'all' ? 'all' : group.variants.join(',')],
  ];
  for (const [axis, value] of Object.entries(group.set)) {
    const text = wordOf(value);
    const type = typeOf(axis);
    // A list would be a sweep.
    if (text === null || type === undefined || (type === 'text' && text.includes(';'))) return null;
    words.push('--set', `${axis}=${text}`);
  }
  for (const [axis, values] of Object.entries(group.sweep)) {
    const type = typeOf(axis);
    const separator = type === 'text' ? ';' : ',';
    const texts = values.map(wordOf);
    const clear = texts.every((text) => text !== null && !text.includes(separator));
    if (type === undefined || !clear || new Set(values).size < values.length) return null;
    words.push('--sweep', `${axis}=${texts.join(separator)}`);
  }
  for (const [axis, other] of Object.entries(group.link ?? {}))
    words.push('--link', `${axis}=${other}`);
  for (const [axis, other] of Object.entries(group.scale ?? {}))
    words.push('--scale', `${axis}=${other}`);
  return group.input === undefined ? words : [...words, ...flag('--input', group.input)];
}

function policyWords({ policy }: Configuration): readonly string[] | null {
  const words = ['--criterion', policy.criterion];
  for (const [id, value] of Object.entries(policy.parameters)) {
    const text = wordOf(value);
    if (text === null) return null;
    words.push('--criterion-set', `${id}=${text}`);
  }
  const { timeLimitS } = policy;
  const limit = timeLimitS === null ? 'none' : wordOf(timeLimitS);
  if (limit === null || (timeLimitS !== null && !(timeLimitS >= 0.001 && timeLimitS <= 1e6))) {
    return null;
  }
  words.push('--time-limit', limit);
  const { target } = policy;
  // There is one flag for both targets.
  if (target?.gpuKernel !== target?.other) return null;
  const values = policyFields.map(({ name, field }) => [name, policy[field]] as const);
  for (const [name, value] of [...values, ['target', target?.other] as const]) {
    if (value === undefined) continue;
    const text = typeof value === 'number' || typeof value === 'string' ? wordOf(value) : null;
    if (text === null) return null;
    words.push(`--${name}`, text);
  }
  return words;
}

/** Seed, title, tags and note, as far as they are not those of `base`. */
function namedWords(
  { title, note, tags = [], orderSeed }: Configuration,
  base: Partial<Pick<Configuration, 'title' | 'note'>>,
): readonly string[] | null {
  const texts = [
    ['--title', title, base.title],
    ['--note', note, base.note],
  ] as const;
  const words = ['--seed-order', String(orderSeed)];
  for (const [name, text, before] of texts) {
    if (text === before) continue;
    // A flag has no way to take something away.
    if (text === undefined || text === '') return null;
    words.push(...flag(name, text));
  }
  if (tags.includes('')) return null;
  return [...words, ...tags.flatMap((tag) => flag('--tag', tag))];
}

/** A value that begins with dashes would be taken for a flag. */
function flag(name: string, value: string): readonly string[] {
  return value.startsWith('--') ? [`${name}=${value}`] : [name, value];
}

/** How a value stands in a command: short, and read back exactly; null where that is not possible. */
function wordOf(value: Scalar): string | null {
  if (typeof value !== 'number') {
    const text = String(value);
    return text === '' || text.trim() !== text ? null : text;
  }
  const text = fieldText(value);
  return parseNumber(text) === value ? text : null;
}
