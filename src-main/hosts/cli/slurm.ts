import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Configuration } from '../../contract/configuration.ts';
import { badInput, environmentFault, exitCodes } from '../../contract/failure.ts';
import { schemaVersion } from '../../contract/run.ts';
import type { Catalog } from '../../contract/workload.ts';
import { slurmFiles, submitLine } from '../../core/cluster/slurm.ts';
import { resolveHome } from '../../core/store/home.ts';
import { productVersion } from '../../core/util/product-version.ts';
import type { HostApp } from '../host-app.ts';
import { type Arguments, type Flag, flagsOf } from './flags.ts';
import { printJson } from './io.ts';
import { labReference } from './lab/lab-reference.ts';
import { readBounded } from './numbers.ts';
import { prepareFolder, writeWhole } from './output-files.ts';
import { withRepetitions } from './shard.ts';
import type { VerbContext } from './verb.ts';

const usualTasks = 8;
const usualTime = '30m';

export const slurmFlags: readonly Flag[] = flagsOf({
  'slurm <dir>': {
    not: ['shard', 'checkpoint', 'resume', 'until-decided', 'max-repetitions', 'out', 'dry-run'],
    help: 'measure nothing; write the plan, its lab and the scripts of a Slurm job array into this folder, which all nodes must see',
  },
  'tasks <n>': { with: ['slurm'], help: `parts of the plan; ${usualTasks} by default` },
  'time <time>': {
    with: ['slurm'],
    help: `time limit of a part, ${usualTime} by default: 90s, 30m, 2h, 1d or as Slurm writes it`,
  },
  'gres <list>': {
    with: ['slurm'],
    help: 'generic resources of a part; gpu:1 where the plan has CUDA variants',
  },
  'constraint <features>': { with: ['slurm'], help: 'features that a node must have' },
  'partition <name>': { with: ['slurm'], help: 'partition of the jobs' },
  submit: { with: ['slurm'], help: 'submit both jobs by sbatch' },
});

/** Writes what a job array needs, and submits it where that is asked for. */
export async function prepareSlurm(
  { args, io }: VerbContext,
  app: HostApp,
  asked: Configuration,
  catalog: Catalog,
): Promise<number> {
  const tasks = tasksOf(args);
  const fixed = args.has('repetitions') || args.has('configuration');
  const configuration = fixed ? asked : withRepetitions(asked, tasks);
  // More parts than there is work for are refused before anything is written.
  const first = { ...configuration, sharded: { shard: 0, of: tasks } };
  const { cases } = await app.api.plan({ configuration: first });
  const gpus = new Set(
    catalog.workloads.flatMap(({ id, variants }) =>
      variants.flatMap((variant) => (variant.device === 'cpu' ? [] : [`${id} ${variant.id}`])),
    ),
  );
  const usesGpu = cases.some(({ workload, variant }) => gpus.has(`${workload} ${variant}`));
  const folder = await prepareFolder(io.cwd, args.value('slurm') ?? '.');
  mkdirSync(join(folder, 'out'), { recursive: true });
  const files = slurmFiles({
    ...{ folder, tasks, time: wordOf(args, 'time') ?? usualTime },
    gres: wordOf(args, 'gres') ?? (usesGpu ? 'gpu:1' : null),
    constraint: wordOf(args, 'constraint'),
    partition: wordOf(args, 'partition'),
    program: [process.execPath, resolve(process.argv[1] ?? '')],
    lab: await copyOfLab(args, io.cwd, app, folder),
    home: resolveHome({ flag: args.value('home') }),
  });
  const plan = { version: productVersion(), configuration };
  const texts = { 'plan.json': `${JSON.stringify(plan, null, 2)}\n`, ...files };
  const written: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    written.push(await writeWhole(join(folder, name), Buffer.from(text)));
  }
  const line = submitLine(folder);
  const json = args.has('json');
  if (!json) io.out(`${line}\n`);
  const jobs = args.has('submit') ? submit(folder) : null;
  if (json) printJson(io, { schemaVersion, files: written, submit: line, jobs });
  else if (jobs !== null) io.out(`submitted ${jobs.join(' and ')}\n`);
  return exitCodes.ok;
}

function tasksOf(args: Arguments): number {
  const text = args.value('tasks');
  if (text === undefined) return usualTasks;
  return readBounded('--tasks', text, { min: 1, max: 100_000, whole: true });
}

/** A value that goes into a comment of a script. */
function wordOf(args: Arguments, flag: string): string | null {
  const text = args.value(flag);
  if (text === undefined) return null;
  if (/^[\w.,:;=+*&|()[\]@/-]+$/.test(text)) return text;
  throw badInput(`--${flag}: "${text}" must be one word, as sbatch takes it`);
}

/** Sources are compiled on each node, for its processor. */
async function copyOfLab(
  args: Arguments,
  cwd: string,
  app: HostApp,
  folder: string,
): Promise<string | null> {
  const named = args.value('lab');
  if (named === undefined) return null;
  const { path, description } = await app.labs.open(labReference(cwd, named));
  const copy = join(folder, 'lab', existsSync(path) ? basename(path) : description.id);
  cpSync(path, copy, { recursive: true });
  return copy;
}

/** @returns the ids of both jobs */
function submit(folder: string): readonly string[] {
  const job = sbatch(join(folder, 'job.sbatch'));
  return [job, sbatch(`--dependency=afterany:${job}`, join(folder, 'merge.sbatch'))];
}

function sbatch(...words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('sbatch', ['--parsable', ...words], {
    encoding: 'utf8',
  });
  if (error !== undefined) {
    throw environmentFault('sbatch was not found: run the printed line on a login node');
  }
  if (status === 0) return stdout.trim().split(';')[0] ?? '';
  throw environmentFault(`sbatch refused it: ${stderr.trim()}`);
}
