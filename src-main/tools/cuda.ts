import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isFile, root } from './paths.ts';
import { collect, StepFailed } from './steps.ts';

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
  const capabilities = query.output
    .split('\n')
    .map((line) => /^\s*(\d+)\.(\d)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => Number(`${match[1]}${match[2]}`));
  return [...new Set(capabilities)].sort((a, b) => a - b);
}

/** CMAKE_CUDA_ARCHITECTURES of packages: machine code for each, and PTX of the newest for what comes after. */
export function packageArchitectures(): string {
  const presets = readFileSync(join(root, 'native', 'CMakePresets.json'), 'utf8');
  const [, architectures] = /"CMAKE_CUDA_ARCHITECTURES": "([^"]+-virtual)"/.exec(presets) ?? [];
  if (architectures === undefined) throw new StepFailed('CMakePresets.json has no targets');
  return architectures;
}

/** The present GPUs' own targets, or the one fallback. */
export async function machineArchitectures(): Promise<string> {
  const present = await presentCapabilities();
  const targets = present.length > 0 ? present : [fallbackTarget];
  return targets.map((target) => `${target}-real`).join(';');
}
