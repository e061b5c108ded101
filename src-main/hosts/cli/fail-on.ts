import { BreakevenError, exitCodes } from '../../contract/failure.ts';
import { hintFor } from '../../core/util/did-you-mean.ts';
import type { Arguments, Flag } from './flags.ts';
import { type CliIo, paint } from './io.ts';

/** The flag with which a finding decides the exit status, for scripts. @param kinds what it takes, as the help says it */
export function failOnFlag(kinds: string): Flag {
  return {
    name: 'fail-on',
    value: kinds,
    help: 'exit with status 4 on any of these, joined by commas',
  };
}

/**
 * The kinds that `--fail-on` names; none where it is not given.
 *
 * @param noun what the kinds are, for the sentence about an unknown one
 * @param aliases words of earlier versions
 * @throws BreakevenError `bad-input` for a kind that is none of `known`.
 */
export function readFailOn<K extends string>(
  args: Arguments,
  noun: string,
  known: readonly K[],
  aliases: ReadonlyMap<string, K> = new Map(),
): ReadonlySet<K> {
  const words = args.value('fail-on')?.split(',') ?? [];
  return new Set(
    words.map((word) => {
      const kind = known.find((one) => one === word.trim()) ?? aliases.get(word.trim());
      if (kind !== undefined) return kind;
      throw new BreakevenError(
        'bad-input',
        `--fail-on: unknown ${noun} "${word}"${hintFor(word, known)}`,
      );
    }),
  );
}

/** The exit status, after a sentence where something was found: `2 of 8 cases are slower`. */
export function failOnStatus(io: CliIo, hits: number, sentence: string): number {
  if (hits === 0) return exitCodes.ok;
  io.err(`${paint(io, 'red', 'breakeven:')} ${hits} of ${sentence}\n`);
  return exitCodes.failOn;
}
