import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { type Configuration, configurationSchema } from '../../contract/configuration.ts';
import { type BreakevenError, badInput } from '../../contract/failure.ts';
import { wrongValue } from '../../core/util/invalid-value.ts';
import { isTooDeep } from '../../core/util/json-depth.ts';
import { noSuchFile, plainFileFault } from '../../core/util/plain-file.ts';
import { productVersion } from '../../core/util/product-version.ts';
import { asFlag } from './configure.ts';
import type { Arguments, Flag } from './flags.ts';

/** Flags about what is shown and written of a run, whose configuration is known. */
export const showFlags = [
  ...['lab', 'out', 'force', 'no-samples', 'scope', 'long', 'why', 'timings', 'fail-on'],
  ...['allow-unknown', 'wait'],
];

/** Flags about where a plan is measured. */
const partFlags = [
  ...['shard', 'checkpoint', 'slurm', 'tasks', 'time', 'gres', 'constraint', 'partition', 'submit'],
];

export const configurationFlag: Flag = {
  name: 'configuration',
  value: 'json',
  only: [...showFlags, 'dry-run', 'title', 'note', 'tag', ...partFlags],
  help: 'the whole configuration as JSON, or a file with it ("copy as command" writes it), or the plan.json of --slurm',
};

/** A configuration of a hundred thousand values has less. */
const maxBytes = 16 * 2 ** 20;

/**
 * The configuration that `--configuration` hands over whole; null where it is not given.
 *
 * @throws BreakevenError `bad-input` for what is no configuration.
 */
export function givenConfiguration(args: Arguments, cwd: string): Configuration | null {
  const textOrFile = args.value(configurationFlag.name);
  if (textOrFile === undefined) return null;
  const document = parseJson(/^\s*[{[]/.test(textOrFile) ? textOrFile : fileText(cwd, textOrFile));
  const planned = planSchema.safeParse(document);
  if (planned.success) return described(ofThisVersion(planned.data, textOrFile), args);
  const parsed = configurationSchema.safeParse(document);
  if (!parsed.success) {
    if (!isRecord(document)) throw bad(`this is ${kindOf(document)}, must be an object`);
    throw bad(wrongValue(parsed.error, document));
  }
  return described(parsed.data, args);
}

const planSchema = z.object({ version: z.string(), configuration: configurationSchema });

/** The parts of one plan are all measured by one version. */
function ofThisVersion(
  { version, configuration }: z.infer<typeof planSchema>,
  file: string,
): Configuration {
  if (version === productVersion()) return configuration;
  throw badInput(`${basename(file)} was made by version ${version}, this is ${productVersion()}`);
}

/** With what the flags say of the run: title and note in place of its own, tags next to them. */
function described(configuration: Configuration, args: Arguments): Configuration {
  const title = args.value('title') ?? configuration.title;
  const note = args.value('note') ?? configuration.note;
  const tags = [...new Set([...(configuration.tags ?? []), ...args.values('tag')])];
  const made = {
    ...configuration,
    ...(title === undefined ? {} : { title }),
    ...(note === undefined ? {} : { note }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const parsed = configurationSchema.safeParse(made);
  if (parsed.success) return parsed.data;
  throw badInput(asFlag(wrongValue(parsed.error, made)));
}

function isRecord(document: unknown): boolean {
  return typeof document === 'object' && document !== null && !Array.isArray(document);
}

function kindOf(document: unknown): string {
  return Array.isArray(document) ? 'a list' : JSON.stringify(document).slice(0, 60);
}

function fileText(cwd: string, given: string): string {
  const path = resolve(cwd, given);
  const fault = plainFileFault(path, maxBytes);
  const named = given.length > 200 ? `${given.slice(0, 200)}...` : given;
  if (fault === noSuchFile) throw bad(`"${named}" is neither JSON nor a file that can be read`);
  if (fault !== null) throw bad(`"${named}" cannot be read: ${fault}`);
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw bad(`"${named}" cannot be read by this user`);
  }
}

function parseJson(text: string): unknown {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw bad('this is not JSON');
  }
  if (isTooDeep(document)) throw bad('lists and objects nest too deeply in it');
  return document;
}

function bad(what: string): BreakevenError {
  return badInput(`--configuration: ${what}`);
}
