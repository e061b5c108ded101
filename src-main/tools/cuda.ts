import { existsSync } from 'node:fs';
import { findProgram, isFile } from './paths.ts';
import { collect } from './steps.ts';

/** Compute capabilities that packages carry machine code for, Turing to Blackwell. The last also comes as PTX. */
export const packageTargets = [75, 80, 86, 87, 89, 90, 100, 120] as const;

/** Built for where no GPU is present to ask: one target keeps the build short. */
const fallbackTarget = 90;

/** The CUDA compiler: CUDACXX, the PATH, or the folder its installer uses. */
export function findNvcc(): string | undefined {
  const named = process.env.CUDACXX;
  if (named !== undefined && isFile(named)) return named;
  return findProgram('nvcc', ['/usr/local/cuda/bin', '/opt/cuda/bin']);
}

/** Compute capabilities of the GPUs that the driver shows, such as 90 for 9.0; empty without any. */
export async function presentCapabilities(): Promise<readonly number[]> {
  if (!existsSync('/proc/driver/nvidia') && findProgram('nvidia-smi') === undefined) return [];
  const query = await collect('nvidia-smi', ['--query-gpu=compute_cap', '--format=csv,noheader']);
  if (query.code !== 0) return [];
  const found = query.output
    .split('\n')
    .map((line) => /^\s*(\d+)\.(\d)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => Number(`${match[1]}${match[2]}`));
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The value of CMAKE_CUDA_ARCHITECTURES: machine code for each, and PTX of the newest for what comes after. */
export function packageArchitectures(): string {
  const newest = packageTargets[packageTargets.length - 1];
  return [...packageTargets.map((target) => `${target}-real`), `${newest}-virtual`].join(';');
}

/** The present GPUs' own targets, or the one fallback. */
export async function machineArchitectures(): Promise<string> {
  const present = await presentCapabilities();
  const targets = present.length > 0 ? present : [fallbackTarget];
  return targets.map((target) => `${target}-real`).join(';');
}
