import type { Check } from '../../contract/machine.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const page = 'docs/remote.md has what it lacks';

/** What the program runs in where that is no plain Linux machine, with what is missing there: nothing of it fails. */
export function surroundings(
  files: SystemFiles = systemFiles(),
  env: Environment = process.env,
): readonly Check[] {
  return [wslCheck(files), containerCheck(files, env), hubCheck(env)].flatMap((row) => row ?? []);
}

function wslCheck({ text }: SystemFiles): Check | null {
  if (!/microsoft/i.test(text('/proc/sys/kernel/osrelease') ?? '')) return null;
  const found = 'not tested there: Windows works beside what is measured, and cores show no clocks';
  return { id: 'wsl', title: 'WSL2', status: 'warning', found, fix: page };
}

function containerCheck({ text }: SystemFiles, env: Environment): Check | null {
  const [id, title] = ['container', 'Container'];
  const apptainer = env.APPTAINER_CONTAINER ?? env.SINGULARITY_CONTAINER;
  const marked = ['/.dockerenv', '/run/.containerenv'].some((path) => text(path) !== undefined);
  if (apptainer === undefined && !marked) return null;
  const folder = env.BREAKEVEN_LOCK_FOLDER ?? '/tmp';
  if (isMounted(text('/proc/self/mountinfo') ?? '', folder)) {
    return { id, title, status: 'ok', found: `runs are locked in ${folder}, a mount`, fix: null };
  }
  const found = `${folder} is of this container alone: runs outside are not seen, nor do they see those here`;
  const fix = 'mount the /tmp of the host, or a folder that BREAKEVEN_LOCK_FOLDER names';
  return { id, title, status: 'warning', found, fix };
}

/** A file system of another place lies at the folder; one in memory is new with each container. */
function isMounted(mounts: string, folder: string): boolean {
  return mounts.split('\n').some((line) => {
    const [before = '', after = ''] = line.split(' - ');
    return before.split(' ')[4] === folder && !/^(tmpfs|overlay) /.test(after);
  });
}

function hubCheck(env: Environment): Check | null {
  const prefix = env.JUPYTERHUB_SERVICE_PREFIX;
  if (prefix === undefined) return null;
  const host = env.JUPYTERHUB_HOST || 'https://HUB';
  const found = `\`breakeven serve --port 4517 --address ${host}${prefix}proxy/4517/\` shows the pages, by jupyter-server-proxy`;
  return { id: 'jupyterhub', title: 'JupyterHub', status: 'ok', found, fix: null };
}
