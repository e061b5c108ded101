import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles } from './bundles.ts';
import { cliBundle, root } from './paths.ts';

const packages = [
  ...['slurmctld', 'slurmd', 'slurm-client', 'slurm-wlm-basic-plugins'],
  ...['munge', 'libmunge2', 'libslurm38', 'libhwloc15'],
];

/**
 * `npm run test:slurm`: a plan as a job array on two Slurm nodes of this machine, with a task requeued, one ended by TERM, one
 * killed while it writes, and a node drained. Slurm is unpacked from Debian's packages into a temporary folder.
 */
export async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'slurm-'));
  try {
    const reason = missing() ?? unpack(folder);
    if (reason !== null) {
      console.log(`test:slurm is skipped: ${reason}\n0 passed, 0 failed, 1 skipped`);
      return 0;
    }
    await buildBundles();
    const script = join(root, 'test', 'slurm', 'two-nodes.sh');
    const words = ['-m', '--fork', '--pid', '--mount-proc', 'bash', script, folder];
    const { status } = spawnSync('unshare', [...words, process.execPath, cliBundle], {
      stdio: 'inherit',
    });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why two nodes cannot be started here; null where they can. */
function missing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const lacking = ['unshare', 'apt-get', 'dpkg', 'python3'].filter(
    (name) => spawnSync(name, ['--version']).status !== 0,
  );
  if (lacking.length > 0) return `${lacking.join(', ')} cannot be run`;
  const namespaces = spawnSync('unshare', ['-m', '--fork', '--pid', '--mount-proc', 'true']);
  return namespaces.status === 0 ? null : 'this system allows no mount namespaces';
}

/** Downloads and unpacks the packages; why that failed, or null. */
function unpack(folder: string): string | null {
  const got = spawnSync('apt-get', ['download', ...packages], { cwd: folder, encoding: 'utf8' });
  if (got.status !== 0) {
    return `the packages of Slurm cannot be had: ${got.stderr.trim().split('\n').at(-1)}`;
  }
  const target = join(folder, 'root');
  mkdirSync(target);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.deb'))) {
    const { status } = spawnSync('dpkg', ['-x', join(folder, name), target]);
    if (status !== 0) return `${name} cannot be unpacked`;
  }
  return null;
}
