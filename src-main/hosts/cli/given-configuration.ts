import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { type Configuration, configurationSchema } from '../../contract/run.ts';
import { wrongValue } from '../../core/wrong-value.ts';
import { type Arguments, commonFlags, type Flag } from './flags.ts';

export const configurationFlag: Flag = {
  name: 'configuration',
  value: 'json',
  help: 'all of it as JSON, or a file that holds it ("copy as command" writes it)',
};

/** What goes with a configuration that is whole already. */
const besides: ReadonlySet<string> = new Set([
  ...['configuration', 'out', 'no-samples', 'span', 'dry-run'],
  ...commonFlags.map((flag) => flag.name),
]);

/**
 * The configuration that `--configuration` hands over whole; null where it is not given.
 *
 * @throws BreakevenError `bad-input` for another flag beside it, and for what is no configuration.
 */
export function givenConfiguration(args: Arguments, cwd: string): Configuration | null {
  const given = args.value(configurationFlag.name);
  if (given === undefined) return null;
  const other = args.names.find((name) => !besides.has(name));
  if (other !== undefined) {
    throw new BreakevenError(
      'bad-input',
      `--configuration holds everything, so --${other} does not go with it`,
    );
  }
  const text = given.trimStart().startsWith('{') ? given : fileText(cwd, given);
  const document = parseJson(text);
  const parsed = configurationSchema.safeParse(document);
  if (!parsed.success) {
    throw new BreakevenError('bad-input', `--configuration: ${wrongValue(parsed.error, document)}`);
  }
  return parsed.data;
}

function fileText(cwd: string, given: string): string {
  try {
    return readFileSync(resolve(cwd, given), 'utf8');
  } catch {
    throw new BreakevenError(
      'bad-input',
      `--configuration: "${given}" is neither JSON nor a file that can be read`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BreakevenError('bad-input', '--configuration: this is not JSON');
  }
}
