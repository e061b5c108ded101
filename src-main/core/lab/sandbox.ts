import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { environmentFault } from '../../contract/failure.ts';
import { outputOf, programPath } from '../util/programs.ts';
import { findCompiler } from './compilers.ts';

/** The words that run a command inside; `writable` is the one folder of the disk that it may write to. */
export type Confine = (command: readonly string[], writable?: string) => readonly string[];

export type Sandbox = {
  readonly confine: Confine;
  /** What of this process's environment the inside sees: no token of the user's. */
  readonly environment: Readonly<Record<string, string>>;
};

/** Of the system, as far as it is there; not the whole of /etc. */
const systemFolders = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/sys', '/etc/alternatives', '/etc/localtime'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];
const languages = ['c', 'cpp', 'fortran', 'cuda', 'python'] as const;
const passedOn =
  /^(?:PATH|LANG|LC_ALL|CC|CXX|FC|NVCC|PYTHON|LD_LIBRARY_PATH|CUDA_\w+|NVIDIA_\w+|BREAKEVEN_NVRTC|OMP_\w+)$/;
const mebibyte = 2 ** 20;
/** Memory that stands in for the folders of temporary files. */
const temporaryBytes = 256 * mebibyte;
const fileBytes = 1024 * mebibyte;
const mostProcesses = 512;

/**
 * Bubblewrap over namespaces of their own: no network, no process of the outside, no file but the system, compilers and
 * `readable`, nothing of the disk writable; memory, file sizes and, from Linux 5.14 on and but for root, processes are
 * limited. What is started in it ends with the process that was asked for.
 *
 * @throws BreakevenError `environment` where bubblewrap is missing.
 */
export function createSandbox(readable: readonly string[]): Sandbox {
  const program = programPath('bwrap');
  if (program === null) {
    throw environmentFault(
      'submissions run in a sandbox, and bubblewrap was not found; apt-get install bubblewrap, or --no-sandbox to run them as you',
    );
  }
  const shown = [...systemFolders, ...toolFolders(), ...readable];
  const devices = readdirSync('/dev').filter((name) => name.startsWith('nvidia'));
  const size = (bytes: number, folder: string) => ['--size', String(bytes), '--tmpfs', folder];
  const fixed = [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--proc', '/proc', '--dev', '/dev'],
    ...size(Math.floor(totalmem() / 4), '/dev/shm'),
    ...devices.flatMap((name) => ['--dev-bind-try', `/dev/${name}`, `/dev/${name}`]),
    ...['--remount-ro', '/dev', ...size(temporaryBytes, '/tmp')],
    ...shown.flatMap((path) => ['--ro-bind-try', path, path]),
  ];
  return {
    confine: (command, writable) => [
      ...[program, ...fixed],
      ...(writable === undefined ? [] : ['--bind', writable, writable]),
      ...['--remount-ro', '/', '--chdir', writable ?? '/tmp', '--', ...limits(), ...command],
    ],
    environment: {
      ...Object.fromEntries(
        Object.entries(process.env).flatMap(([name, value]) =>
          passedOn.test(name) && value !== undefined ? [[name, value]] : [],
        ),
      ),
      ...{ HOME: '/tmp', TMPDIR: '/tmp', USER: 'sandbox' },
    },
  };
}

/**
 * Tries the sandbox once.
 *
 * @throws BreakevenError `environment` with what bubblewrap says, where the system forbids it.
 */
export async function trySandbox({ confine }: Sandbox): Promise<void> {
  const [program = '', ...words] = confine(['/bin/sh', '-c', 'echo inside 2>&1']);
  const text = await outputOf(program, words);
  if (text?.trim() === 'inside') return;
  const [shell = '', ...rest] = ['/bin/sh', '-c', '"$@" 2>&1; :', 'sh', program, ...words];
  const said = (await outputOf(shell, rest))?.trim().split('\n').at(-1) ?? '';
  throw environmentFault(
    `submissions run in a sandbox, and bubblewrap cannot make one here: ${said}; allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0), or --no-sandbox to run them as you`,
  );
}

/** Where compilers are that the system's folders do not have. */
function toolFolders(): readonly string[] {
  const folders = languages.flatMap((language) => {
    const compiler = findCompiler(language);
    if (typeof compiler === 'string') return [];
    const [path = ''] = compiler.words;
    return [dirname(path), dirname(dirname(realpathSync(path)))];
  });
  const { CUDA_HOME: cuda = '', BREAKEVEN_NVRTC: nvrtc = '' } = process.env;
  const named = [cuda, nvrtc].filter((path) => path !== '' && existsSync(path));
  return [...new Set([...folders, ...named])].filter(
    (path) => path !== '/' && !path.startsWith('/usr'),
  );
}

function limits(): readonly string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  // Before that kernel, the processes of the user's whole session count.
  const counted = major > 5 || (major === 5 && minor >= 14);
  return [
    ...['prlimit', '--core=0', `--fsize=${fileBytes}`, `--data=${Math.floor(totalmem() / 2)}`],
    ...(counted ? [`--nproc=${mostProcesses}`] : []),
  ];
}
