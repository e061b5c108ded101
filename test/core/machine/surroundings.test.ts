import { expect, it } from 'vitest';
import { surroundings } from '../../../src-main/core/machine/surroundings.ts';
import { systemFiles } from '../../../src-main/core/machine/system-files.ts';

const seen = (
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): ReturnType<typeof surroundings> =>
  surroundings({ ...systemFiles('/nowhere'), text: (path) => files[path] }, env);

const mountinfo = '/proc/self/mountinfo';
const mount = (at: string, type: string): string =>
  `30 24 8:1 / ${at} rw,relatime shared:1 - ${type} /dev/sda1 rw\n`;

it('says nothing on a plain machine', () => {
  expect(seen({}, { '/proc/sys/kernel/osrelease': '6.1.0-18-amd64\n' })).toEqual([]);
});

it('says what WSL2 lacks', () => {
  const release = { '/proc/sys/kernel/osrelease': '5.15.153.1-microsoft-standard-WSL2\n' };
  expect(seen({}, release)).toMatchObject([{ id: 'wsl', status: 'warning' }]);
});

it.each([
  ['its own /tmp', mount('/', 'overlay'), {}, 'warning'],
  ['a /tmp in memory', mount('/tmp', 'tmpfs'), {}, 'warning'],
  ['the /tmp of the host', mount('/tmp', 'ext4'), {}, 'ok'],
  ['another folder', mount('/locks', 'nfs4'), { BREAKEVEN_LOCK_FOLDER: '/locks' }, 'ok'],
  ['another folder of its own', mount('/tmp', 'ext4'), { BREAKEVEN_LOCK_FOLDER: '/l' }, 'warning'],
])('says of a container with %s whether runs outside are seen', (_what, mounts, env, status) => {
  for (const mark of ['/.dockerenv', '/run/.containerenv']) {
    const [row, ...others] = seen(env, { [mark]: '', [mountinfo]: mounts });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: 'container', status });
    expect(row?.fix ?? '').toMatch(status === 'ok' ? /^$/ : /BREAKEVEN_LOCK_FOLDER/);
  }
  const apptainer = { ...env, APPTAINER_CONTAINER: '/images/a.sif' };
  expect(seen(apptainer, { [mountinfo]: mounts })).toMatchObject([{ status }]);
});

it('gives the command for a hub, with the address of this user', () => {
  const [row] = seen({ JUPYTERHUB_SERVICE_PREFIX: '/user/ann/' });
  expect(row?.found).toContain('--address https://HUB/user/ann/proxy/4517/`');
  expect(row?.status).toBe('ok');
});

it('says what a session of Open OnDemand lacks, and nothing of a job of another kind', () => {
  const folder = '/home/ann/ondemand/data/sys/dashboard/batch_connect/sys/desktop/output/1f';
  for (const name of ['SLURM_SUBMIT_DIR', 'PBS_O_WORKDIR', 'LS_SUBCWD', 'SGE_O_WORKDIR']) {
    const [row, ...others] = seen({ [name]: folder });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: 'ondemand', status: 'warning', fix: 'see docs/remote.md' });
    expect(row?.found).toMatch(/--address https:\/\/ONDEMAND\/node\/[^/]+\/4517\/`/);
    expect(seen({ [name]: '/home/ann/jobs' })).toEqual([]);
  }
});
