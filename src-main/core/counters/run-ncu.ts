import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { BreakevenError, engineFault, environmentFault } from '../../contract/failure.ts';
import { outputOf, programPath } from '../util/programs.ts';

/** Far more than `--set full` prints of a case with a thousand launches. */
const maxPrinted = 256 * 2 ** 20;

/** Where toolkits put it that are not on the PATH, the newest first. */
const toolkitFolders = (): readonly string[] => [
  '/usr/local/cuda/bin',
  ...globSync('/opt/nvidia/nsight-compute/*').toSorted().toReversed(),
];

/** @throws BreakevenError `environment` where there is none. */
export function findNcu(
  environment: NodeJS.ProcessEnv = process.env,
  usual: readonly string[] = toolkitFolders(),
): string {
  const { CUDA_HOME: home, PATH: path = '' } = environment;
  const folders = [...(home === undefined ? [] : [`${home}/bin`]), ...usual];
  const found = programPath('ncu', [path, ...folders].join(':'));
  if (found !== null) return found;
  throw environmentFault(
    "ncu was not found; it is in CUDA's bin folder or in /opt/nvidia/nsight-compute",
  );
}

export async function ncuVersion(ncu: string): Promise<string | undefined> {
  return /Version (\d[\d.]*)/.exec((await outputOf(ncu, ['--version'])) ?? '')?.[1];
}

/**
 * What a line of ncu prints on standard output.
 *
 * @throws BreakevenError `environment` with what ncu or the driver refused, `engine` where the program failed.
 */
export async function runNcu(words: readonly string[], signal?: AbortSignal): Promise<string> {
  const [program = '', ...parameters] = words;
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  const printed: Buffer[] = [];
  let length = 0;
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length <= maxPrinted) printed.push(piece);
  });
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece.toString('utf8')}`.slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).catch((error: unknown) => {
    if (signal?.aborted) throw new BreakevenError('cancelled', 'counting was cancelled');
    throw environmentFault(`${program} cannot be started: ${String(error)}`);
  });
  const text = Buffer.concat(printed).toString('utf8');
  const fault = ncuFault(text, said, code);
  if (fault !== null) throw fault;
  return text;
}

/** What a run of ncu ended with, as one sentence; null where it counted. */
export function ncuFault(text: string, said: string, code: number | null): BreakevenError | null {
  const all = `${text}\n${said}`;
  if (all.includes('ERR_NVGPUCTRPERM')) {
    return environmentFault(
      'this user may not read GPU counters (ERR_NVGPUCTRPERM): the host needs NVreg_RestrictProfilingToAdminUsers=0; or run the line of --command as root',
    );
  }
  if (/driver resource was unavailable/.test(all)) {
    return environmentFault('another profiler holds the GPU');
  }
  if (text.includes('"Kernel Name"') && code === 0) return null;
  const own = said.trim().split('\n').at(-1) ?? '';
  const ncu = all.split('\n').findLast((line) => line.startsWith('==ERROR=='));
  const why = own !== '' ? own : (ncu ?? all.trim().split('\n').at(-1) ?? '');
  return engineFault(`ncu counted nothing: ${why}`);
}
