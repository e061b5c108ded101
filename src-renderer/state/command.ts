import { fieldText } from '../../src-main/contract/axis-values.ts';
import type { Configuration, Group, Policy } from '../../src-main/contract/configuration.ts';

/** A word of a POSIX shell. */
export function shellWord(word: string): string {
  return /^[\w.,=:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command line that does the same run: one command for each workload, since a command measures one. A run that is
 * a preset as it stands is that preset's command. Sweeps are written out, so that no rounding differs.
 */
export function commandsOf(configuration: Configuration): readonly string[] {
  const { preset } = configuration;
  const common = commonWords(configuration);
  if (preset !== undefined) {
    return [line(['breakeven', 'run', '--preset', preset, ...common])];
  }
  return configuration.groups.map((group) =>
    line([
      'breakeven',
      'run',
      ...groupWords(group),
      ...policyWords({ ...configuration.policy, ...group.policy }),
      ...common,
    ]),
  );
}

function line(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

function groupWords(group: Group): readonly string[] {
  const variants = group.variants === 'all' ? 'all' : group.variants.join(',');
  return [
    ...['--workload', group.workload, '--variants', variants],
    ...Object.entries(group.set).flatMap(([id, value]) => ['--set', `${id}=${fieldText(value)}`]),
    ...Object.entries(group.sweep).flatMap(([id, values]) => [
      '--sweep',
      `${id}=${values.map(fieldText).join(',')}`,
    ]),
    ...Object.entries(group.link ?? {}).flatMap(([id, other]) => ['--link', `${id}=${other}`]),
    ...Object.entries(group.scale ?? {}).flatMap(([id, other]) => ['--scale', `${id}=${other}`]),
    ...(group.input === undefined ? [] : ['--input', group.input]),
  ];
}

function policyWords(policy: Policy): readonly string[] {
  return [
    ...['--criterion', policy.criterion],
    ...Object.entries(policy.parameters).flatMap(([id, value]) => [
      '--criterion-set',
      `${id}=${fieldText(value)}`,
    ]),
    ...['--time-limit', policy.timeLimitS === null ? 'none' : fieldText(policy.timeLimitS)],
    ...['--repetitions', String(policy.repetitions), '--order', policy.order],
    ...(policy.maxRepetitions === undefined
      ? []
      : ['--max-repetitions', String(policy.maxRepetitions)]),
    ...(policy.target === undefined ? [] : ['--target', String(policy.target.other)]),
  ];
}

function commonWords(configuration: Configuration): readonly string[] {
  const { title, note, tags = [], orderSeed } = configuration;
  return [
    ...['--seed-order', String(orderSeed)],
    ...(title === undefined ? [] : ['--title', title]),
    ...tags.flatMap((tag) => ['--tag', tag]),
    ...(note === undefined ? [] : ['--note', note]),
  ];
}
