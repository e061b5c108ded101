import { hostname } from 'node:os';
import type { Check } from '../../contract/machine.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const page = 'see docs/remote.md';

/** WSL2, a container, JupyterHub or a session of Open OnDemand, with what each lacks; no rows on a plain Linux machine. None of them is an error. */
export function surroundings(
  files: SystemFiles = systemFiles(),
  env: Environment = process.env,
): readonly Check[] {
  const rows = [wslCheck(files), containerCheck(files, env), hubCheck(env), onDemandCheck(env)];
  return rows.flatMap((row) => row ?? []);
}

function wslCheck({ text }: SystemFiles): Check | null {
  if (!/microsoft/i.test(text('/proc/sys/kernel/osrelease') ?? '')) return null;
  const found =
    'not tested on WSL2: Windows shares the cores with what is measured, and their clocks cannot be read';
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
  const found = `${folder} belongs to this container: runs inside and outside do not see each other`;
  const fix = 'mount the /tmp of the host, or a folder that BREAKEVEN_LOCK_FOLDER names';
  return { id, title, status: 'warning', found, fix };
}

/** Whether a file system from outside is mounted at the folder. One in memory is new in each container. */
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

/** A session is a job that starts in a folder of Open OnDemand; its scheduler says where. */
function onDemandCheck(env: Environment): Check | null {
  const folders = [env.SLURM_SUBMIT_DIR, env.PBS_O_WORKDIR, env.LS_SUBCWD, env.SGE_O_WORKDIR];
  if (!folders.some((folder) => folder?.includes('/ondemand/data/'))) return null;
  const found = `\`serve\` listens on 127.0.0.1 only, and the proxy of Open OnDemand connects to this node by name: forward the port, then \`breakeven serve --port 4517 --address https://ONDEMAND/node/${hostname()}/4517/\` shows the pages (not tested)`;
  return { id: 'ondemand', title: 'Open OnDemand', status: 'warning', found, fix: page };
}
