import { join } from 'node:path';
import { shellWord } from '../util/shell-word.ts';

/** What is asked of Slurm for each part of a plan. */
export type SlurmRequest = {
  readonly folder: string;
  readonly tasks: number;
  /** As Slurm writes it, or a number with s, m, h or d. */
  readonly time: string;
  readonly gres: string | null;
  readonly constraint: string | null;
  readonly partition: string | null;
  /** What starts the command line on every node. */
  readonly program: readonly string[];
  /** Where the lab of the plan was copied to. */
  readonly lab: string | null;
  /** Folder of the store that the merged run goes to. */
  readonly home: string;
};

export type SlurmFiles = { readonly 'job.sbatch': string; readonly 'merge.sbatch': string };

/** Seconds before the end at which a part is told to store what it has. */
const warnedS = 60;

/**
 * A job array of which each task measures one part, and a job that merges them. The program takes the place of the shell, so
 * that the signal before the time limit, and that of a requeue, reach it.
 */
export function slurmFiles(request: SlurmRequest): SlurmFiles {
  const { folder, tasks, time, gres, constraint, partition, program, lab, home } = request;
  const options = [
    ...(gres === null ? [] : [`--gres=${gres}`]),
    ...(constraint === null ? [] : [`--constraint=${constraint}`]),
    ...(partition === null ? [] : [`--partition=${partition}`]),
  ];
  const words = (...parts: readonly string[]): string => parts.map(shellWord).join(' ');
  const run = [
    words(...program, 'run', '--configuration', join(folder, 'plan.json')),
    // A part that is submitted again alone is still one of all.
    `--shard "$SLURM_ARRAY_TASK_ID/${tasks}"`,
    words('--checkpoint', join(folder, 'out'), ...(lab === null ? [] : ['--lab', lab])),
    '--wait --quiet',
  ];
  const job = [
    '#!/bin/bash',
    ...[
      '--job-name=breakeven',
      `--array=0-${tasks - 1}`,
      `--time=${slurmTime(time)}`,
      ...options,
      '--requeue',
      `--signal=B:TERM@${warnedS}`,
      '--open-mode=append',
      `--output=${join(folder, 'out', '%a.txt')}`,
    ].map((option) => `#SBATCH ${option}`),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
    'export BREAKEVEN_HOME="${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/breakeven-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID"',
    `exec ${run.join(' ')}`,
  ];
  const merge = [
    '#!/bin/bash',
    '#SBATCH --job-name=breakeven-merge',
    ...(partition === null ? [] : [`#SBATCH --partition=${partition}`]),
    `#SBATCH --output=${join(folder, 'out', 'merge.txt')}`,
    `export BREAKEVEN_HOME=${shellWord(home)}`,
    `exec ${words(...program, 'merge', folder)}`,
  ];
  return { 'job.sbatch': `${job.join('\n')}\n`, 'merge.sbatch': `${merge.join('\n')}\n` };
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `30m` as Slurm's `0-00:30:00`; what is none of ours is Slurm's own. */
export function slurmTime(text: string): string {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return text;
  const total = Number(count) * (secondsOf[unit] ?? 1);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(total / 86_400);
  return `${days}-${two((total % 86_400) / 3600)}:${two((total % 3600) / 60)}:${two(total % 60)}`;
}

/** The line that submits both: the second job begins when every task of the first one has ended, however it ended. */
export function submitLine(folder: string): string {
  const job = shellWord(join(folder, 'job.sbatch'));
  const merge = shellWord(join(folder, 'merge.sbatch'));
  return `sbatch --dependency=afterany:$(sbatch --parsable ${job}) ${merge}`;
}

/** The line that has Slurm measure parts that are missing. */
export function againLine(folder: string, missing: readonly number[]): string {
  return `sbatch --array=${missing.join(',')} ${shellWord(join(folder, 'job.sbatch'))}`;
}
