import { nearestName } from '../../contract/did-you-mean.ts';
import {
  BreakevenError,
  badInput,
  exitCodeOf,
  exitCodes,
  toFailure,
} from '../../contract/failure.ts';
import { withoutBreaks } from '../../contract/line-breaks.ts';
import { schemaVersion } from '../../contract/run.ts';
import type { Axis } from '../../contract/workload.ts';
import { productVersion } from '../../core/util/product-version.ts';
import type { HostApp, OpenApp, OpenOptions } from '../host-app.ts';
import { findWorkload } from './find-workload.ts';
import { type Arguments, commonFlags, type Flag } from './flags.ts';
import { allowUnknownFlag } from './gate.ts';
import { helpDocument, verbHelp } from './help.ts';
import { type CliIo, paint, printJson, proseWidth, safeIo } from './io.ts';
import { labReference } from './lab/lab-reference.ts';
import { parseArguments, UnknownFlag } from './parse-arguments.ts';
import {
  type AxisGroup,
  allAxes,
  axesInFull,
  axisFlag,
  axisGroups,
  type Verb,
  type VerbContext,
} from './verb.ts';
import { allVerbs, hiddenVerbs, verbLoaders } from './verbs.ts';
import { waitFlag, waitIn, waitTeller } from './wait.ts';

/**
 * Runs one command line and returns its exit status. Never throws: whatever goes wrong is one sentence on standard
 * error and, with `--json`, an error document on standard output.
 */
export async function runCli(
  words: readonly string[],
  given: CliIo,
  openApp: OpenApp,
): Promise<number> {
  const io = safeIo(given);
  const opened = new OpenedApp((options) =>
    openApp({ ...options, onNotice: (sentence) => io.err(`${sentence}\n`) }),
  );
  try {
    return await dispatchVerb(words, io, opened);
  } catch (error) {
    return report(error, words, io);
  } finally {
    await opened.close();
  }
}

async function dispatchVerb(
  words: readonly string[],
  io: CliIo,
  opened: OpenedApp,
): Promise<number> {
  const [first, ...rest] = verbFirst(words);
  const json = rest.includes('--json');
  if (first === '--version' || first === '-v' || first === 'version') {
    const version = productVersion();
    if (json) printJson(io, { schemaVersion, version });
    else io.out(`${version}\n`);
    return exitCodes.ok;
  }
  const asDocument = json ? ['--json'] : [];
  if (first === undefined || first === '--help' || first === '-h') {
    return dispatchVerb(['help', ...asDocument], io, opened);
  }
  if (first === 'help' && rest[0] === '--complete')
    return await complete(rest.slice(1), io, opened);
  if (first.startsWith('-')) {
    throw badInput(`a verb is missing after ${first}; see breakeven --help`);
  }
  const verb = await loadVerb(first);
  if (verb.flags.some(({ name }) => name === waitFlag.name)) {
    opened.lockWaitMs = waitIn(rest);
    opened.onWait = (text) => (rest.includes('--quiet') ? undefined : io.err(`${text}\n`));
  }
  const { args, axisFlags } = await readArguments(verb, rest, opened, io.cwd);
  if (args.has('help') && args.has('json')) {
    printJson(io, helpDocument([verb], productVersion()));
    return exitCodes.ok;
  }
  if (args.has('help')) {
    opened.home = args.value('home');
    opened.lab = args.names.includes('lab')
      ? labReference(io.cwd, args.value('lab') ?? '')
      : undefined;
    const groups = verb.takesAxes === true ? await opened.axisGroups(args.value('workload')) : [];
    const sections = groups.map(({ title, axes }) => ({ title, flags: extraFlags(verb, axes) }));
    io.out(verbHelp(verb, sections, proseWidth(io)));
    return exitCodes.ok;
  }
  const quietIo = args.has('no-color') ? { ...io, colors: false } : io;
  opened.home = args.value('home');
  const context: VerbContext = {
    args,
    io: quietIo,
    axisFlags,
    app: (options) => opened.get(options),
    verbs: allVerbs,
    nested: (words, nestedIo) =>
      runCli(words, nestedIo, async () => ({ ...(await opened.get()), close: async () => {} })),
    helpOf: (name) => dispatchVerb([name, '--help', ...asDocument], io, opened),
    note: (text) => {
      if (!args.has('quiet')) io.err(`${text}\n`);
    },
  };
  const status = await verb.run(context);
  return status === exitCodes.unanswered && args.has(allowUnknownFlag.name) ? exitCodes.ok : status;
}

/** A shell asks while somebody types: whatever goes wrong, it is offered nothing. */
async function complete(words: readonly string[], io: CliIo, opened: OpenedApp): Promise<number> {
  opened.home = valueIn(words, 'home');
  const { completionLines } = await import('./help/complete.ts');
  const names = { verbs: allVerbs, app: () => opened.get() };
  const lines = await completionLines(words, names).catch(() => []);
  io.out(lines.map((line) => `${line}\n`).join(''));
  return exitCodes.ok;
}

/** Flags that every verb takes may stand before it, as `--home dir history` has it: they go behind it. */
function verbFirst(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const flag = commonFlags.find(({ name }) => name !== 'help' && isFlag(word, name));
    if (flag === undefined) break;
    at += flag.value === null || word.includes('=') ? 1 : 2;
  }
  const verb = words[at];
  return verb === undefined
    ? words.slice(0, at)
    : [verb, ...words.slice(0, at), ...words.slice(at + 1)];
}

function isFlag(word: string, name: string): boolean {
  return word === `--${name}` || word.startsWith(`--${name}=`);
}

async function loadVerb(name: string): Promise<Verb> {
  const loaders = { ...verbLoaders, ...hiddenVerbs };
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return await load();
  const near = nearestName(name, [...Object.keys(verbLoaders), 'version']);
  const hint = near === null ? 'see breakeven --help' : `did you mean "${near}"?`;
  throw badInput(`unknown verb "${name}"; ${hint}`);
}

type ReadArguments = {
  readonly args: Arguments;
  readonly axisFlags: VerbContext['axisFlags'];
};

/** The catalog is asked for only when a flag is not one of the verb's own: it costs an engine's start. */
async function readArguments(
  verb: Verb,
  words: readonly string[],
  opened: OpenedApp,
  cwd: string,
): Promise<ReadArguments> {
  const grammar = {
    verb: verb.name,
    positionals: verb.positionals,
    flags: [...verb.flags, ...commonFlags],
  };
  try {
    return { args: parseArguments(words, grammar), axisFlags: [] };
  } catch (error) {
    if (!(error instanceof UnknownFlag) || verb.takesAxes !== true) throw error;
  }
  opened.home = valueIn(words, 'home');
  const lab = valueIn(words, 'lab');
  opened.lab = lab === undefined ? undefined : labReference(cwd, lab);
  const axes = await opened.axes();
  const flags = extraFlags(verb, axes);
  const args = parseArguments(words, { ...grammar, flags: [...grammar.flags, ...flags] });
  const axisFlags = axes.flatMap((axis) => {
    const flag = flags.find((it) => it.name === axisFlag(axis).name);
    const text = flag === undefined ? undefined : args.value(flag.name);
    return text === undefined ? [] : [{ axis, text }];
  });
  return { args, axisFlags };
}

/** The axes as flags, but for names that the verb has already. */
function extraFlags(verb: Verb, axes: readonly Axis[]): readonly Flag[] {
  const verbFlags = [...verb.flags, ...commonFlags];
  const taken = new Set(verbFlags.map(({ name }) => name));
  return axes.map(axisFlag).filter((flag) => !taken.has(flag.name));
}

/** The value of a flag in words that are not parsed yet. */
function valueIn(words: readonly string[], name: string): string | undefined {
  const flag = `--${name}`;
  const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = words[at];
  return word === flag ? words[at + 1] : word?.slice(flag.length + 1);
}

function report(error: unknown, words: readonly string[], io: CliIo): number {
  const whole = toFailure(error);
  const failure = { ...whole, message: readable(whole.message) };
  const end = words.indexOf('--');
  const json = (end < 0 ? words : words.slice(0, end)).includes('--json');
  const document = { schemaVersion, error: failure };
  io.onDocument?.(document);
  if (json) printJson(io, document);
  const several = error instanceof BreakevenError && error.sentences.length > 1;
  const sentences = several ? error.sentences.map(readable) : [failure.message];
  for (const sentence of sentences) {
    io.err(`${paint(io, 'red', 'breakeven:')} ${withoutBreaks(sentence)}\n`);
  }
  return exitCodeOf(failure.code);
}

/** Sentences quote what was given, which may be a file: whoever reads one sees its beginning and what is allowed. */
function readable(message: string): string {
  if (message.length <= longestSentence) return message;
  return `${message.slice(0, longestSentence - sentenceEnd)} … ${message.slice(-sentenceEnd)}`;
}

const longestSentence = 4000;
const sentenceEnd = 1000;

/** The application of one command line: opened once, on first use, and closed if it was opened. */
class OpenedApp {
  home: string | undefined;
  /** A lab whose axes are flags too. */
  lab: string | undefined;
  lockWaitMs: number | undefined;
  onWait: (text: string) => void = () => {};
  readonly #open: OpenApp;
  #app: Promise<HostApp> | undefined;

  constructor(open: OpenApp) {
    this.#open = open;
  }

  get(options: Omit<OpenOptions, 'home'> = {}): Promise<HostApp> {
    this.#app ??= this.#openOnce(options);
    return this.#app;
  }

  async #openOnce(options: Omit<OpenOptions, 'home'>): Promise<HostApp> {
    const { home, lockWaitMs } = this;
    const app = await this.#open({ ...options, home, lockWaitMs });
    if (lockWaitMs !== undefined) app.onEvent(waitTeller(this.onWait));
    return app;
  }

  async axes(): Promise<readonly Axis[]> {
    const app = await this.get();
    if (this.lab !== undefined) await app.labs.open(this.lab);
    return allAxes(await app.api.catalog({}));
  }

  /** Axes for the help of a verb: of one workload in its words, or of all with those that have each. */
  async axisGroups(workload: string | undefined): Promise<readonly AxisGroup[]> {
    const catalog = await (await this.get()).api.catalog({});
    return workload === undefined
      ? axisGroups(catalog)
      : [axesInFull(findWorkload(catalog, workload))];
  }

  async close(): Promise<void> {
    // One that failed to open has said so already.
    const app = await this.#app?.catch(() => undefined);
    await app?.close();
  }
}
