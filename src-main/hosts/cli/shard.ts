import type { Configuration, Policy } from '../../contract/configuration.ts';
import { badInput } from '../../contract/failure.ts';
import { type Arguments, type Flag, flagsOf } from './flags.ts';

export const shardFlags: readonly Flag[] = flagsOf({
  'shard <i/n>': {
    not: ['until-decided', 'max-repetitions', 'resume'],
    help: 'measure part i of n of the plan, counted from 0: repetitions i, i+n, ... of every case; "merge" combines the parts',
  },
  'checkpoint <dir>': {
    with: ['shard'],
    help: 'with --shard: write the run file of the part to this folder after each repetition; resume a part that a machine of the same class started there',
  },
});

const fewestRepetitions = 5;
/** What a policy may have. */
const mostRepetitions = 50;

/** The configuration with the part that `--shard` names; each part has repetitions of its own unless their number is given. */
export function withShard(configuration: Configuration, args: Arguments): Configuration {
  const text = args.value('shard');
  if (text === undefined) return configuration;
  const [, shard, of] = /^(\d{1,7})\/(\d{1,7})$/.exec(text.trim()) ?? [];
  if (shard === undefined || of === undefined || Number(of) === 0) {
    throw badInput(
      `--shard: "${text}" must be like 0/8: which part, from 0, and how many there are`,
    );
  }
  const sharded = { shard: Number(shard), of: Number(of) };
  if (sharded.shard >= sharded.of) {
    throw badInput(`shard ${shard}/${of}: there are shards 0 to ${sharded.of - 1}`);
  }
  const fixed = args.has('repetitions') || args.has('configuration');
  return { ...(fixed ? configuration : withRepetitions(configuration, sharded.of)), sharded };
}

/** As many repetitions as there are parts, five at least: each part has one of its own. */
export function withRepetitions(configuration: Configuration, parts: number): Configuration {
  const repetitions = Math.min(mostRepetitions, Math.max(fewestRepetitions, parts));
  const withThem = <P extends Partial<Policy>>({ maxRepetitions: _, ...policy }: P) => ({
    ...policy,
    repetitions,
  });
  return {
    ...configuration,
    policy: withThem(configuration.policy),
    groups: configuration.groups.map(({ policy, ...group }) =>
      policy === undefined ? group : { ...group, policy: withThem(policy) },
    ),
  };
}
