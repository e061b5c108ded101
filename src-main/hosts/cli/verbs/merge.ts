import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import type { Merged, MergedRun } from '../../../contract/merged.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { shardsText } from '../../../core/cluster/merge.ts';
import { againLine } from '../../../core/cluster/slurm.ts';
import { flagsOf } from '../flags.ts';
import { printJson } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

export const mergeVerb: Verb = {
  name: 'merge',
  summary: 'put the parts of a plan together that several nodes measured (run --shard)',
  description:
    'Reads the run files of a folder and of its folder "out". Parts of one plan, version and class of machine become one run, which counts as made here: its verdicts hold for the class, as what differs between nodes is part of what differs between processes. What is there already stays; a second merge adds nothing.',
  positionals: [
    { name: 'folder', required: true, help: 'where --checkpoint or --slurm left run files' },
  ],
  flags: flagsOf({
    'tag <word>': { repeat: true, help: 'a tag for the merged runs' },
    'dry-run': 'say what would be merged and store nothing',
  }),
  examples: ['merge study', 'merge study --tag nightly --json'],
  async run({ io, args, app }) {
    const name = args.positionals[0] ?? '';
    const folder = resolve(io.cwd, name);
    const files = runFilesIn(folder, name);
    const dryRun = args.has('dry-run');
    const merged = await (await app()).clusters.merge(files, { tags: args.values('tag'), dryRun });
    if (merged.runs.length === 0) {
      throw badInput(`"${name}" has no part of a plan to merge: ${merged.notes.join('; ')}`);
    }
    const missing = [...new Set(merged.runs.flatMap((run) => run.missing))].sort((a, b) => a - b);
    const isArray = existsSync(join(folder, 'job.sbatch'));
    const again = missing.length > 0 && isArray ? againLine(folder, missing) : null;
    if (args.has('json')) printJson(io, { schemaVersion, ...merged, again });
    else io.out(textOf(merged, again, dryRun));
    return exitCodes.ok;
  },
};

const suffix = '.breakeven';

/** @throws BreakevenError `bad-input` where there is none. */
function runFilesIn(folder: string, given: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw badInput(`"${given}" is no folder`);
  }
  const files = [folder, join(folder, 'out')].flatMap((one) =>
    existsSync(one)
      ? readdirSync(one)
          .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
          .sort()
          .map((name) => join(one, name))
      : [],
  );
  if (files.length > 0) return files;
  throw badInput(`"${given}" has no run file (${suffix}), and no folder "out" with one`);
}

function textOf({ runs, notes }: Merged, again: string | null, dryRun: boolean): string {
  const lines = [
    ...runs.flatMap((merged) => linesOf(merged, dryRun)),
    ...notes.map((note) => `note: ${note}`),
    ...(again === null ? [] : [`measure what is missing: ${again}`]),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join('');
}

function linesOf(merged: MergedRun, dryRun: boolean): readonly string[] {
  const { run, title, machineClass, of, missing, nodes, differences, added } = merged;
  const repetitions = `${added} ${added === 1 ? 'repetition' : 'repetitions'} of cases`;
  const what = dryRun ? `${repetitions} would be added` : `${repetitions} added`;
  const where =
    nodes.length === 0 ? '' : ` on ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}`;
  return [
    `${run?.id ?? 'a new run'}: ${title}, ${machineClass}${where}: ${what}`,
    `  ${shardsText(of, missing)}`,
    ...differences.map((text) => `  differs: ${text}`),
  ];
}
