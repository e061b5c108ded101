import { expect, it } from 'vitest';
import {
  againLine,
  type SlurmRequest,
  slurmFiles,
  slurmTime,
  submitLine,
} from '../../../src-main/core/cluster/slurm.ts';

const request: SlurmRequest = {
  ...{ folder: '/shared/my study', tasks: 8, time: '30m', gres: null, constraint: null },
  ...{ partition: null, program: ['/opt/node', '/opt/cli.js'], lab: null, home: '/home/me/store' },
};

it('is one task a part, which Slurm may signal, requeue and submit again alone', () => {
  const { 'job.sbatch': job, 'merge.sbatch': merge } = slurmFiles(request);
  for (const option of ['--array=0-7', '--time=0-00:30:00', '--requeue', '--signal=B:TERM@60']) {
    expect(job).toContain(`#SBATCH ${option}\n`);
  }
  expect(job).not.toMatch(/--gres|--constraint|--partition/);
  expect(job.trim().split('\n').at(-1)).toBe(
    `exec /opt/node /opt/cli.js run --configuration '/shared/my study/plan.json' --shard "$SLURM_ARRAY_TASK_ID/8" --checkpoint '/shared/my study/out' --wait --quiet`,
  );
  expect(merge).toContain(
    `export BREAKEVEN_HOME=/home/me/store\nexec /opt/node /opt/cli.js merge '/shared/my study'\n`,
  );
});

it('asks for what it was told to ask for, and compiles the copy of a lab', () => {
  const more = { gres: 'gpu:1', constraint: 'h200', partition: 'gpu', lab: '/s/lab/saxpy' };
  const { 'job.sbatch': job } = slurmFiles({ ...request, ...more });
  expect(job).toContain(
    '#SBATCH --gres=gpu:1\n#SBATCH --constraint=h200\n#SBATCH --partition=gpu\n',
  );
  expect(job).toContain('--lab /s/lab/saxpy');
});

it('writes times and lines as Slurm and a shell read them', () => {
  const times = ['90s', '30m', '2h', '1d', '36h', '1-12:00:00'].map(slurmTime);
  const wanted = ['0-00:01:30', '0-00:30:00', '0-02:00:00', '1-00:00:00', '1-12:00:00'];
  expect(times).toEqual([...wanted, '1-12:00:00']);
  expect(againLine('/s', [3, 5])).toBe('sbatch --array=3,5 /s/job.sbatch');
  expect(submitLine('/s')).toBe(
    'sbatch --dependency=afterany:$(sbatch --parsable /s/job.sbatch) /s/merge.sbatch',
  );
});
