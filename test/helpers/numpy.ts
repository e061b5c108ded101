import { spawnSync } from 'node:child_process';
import { programPath } from '../../src-main/core/util/programs.ts';

/** The Python of this machine. Tests of Python code are skipped, and counted as that, where it lacks NumPy. */
export const python = programPath('python3') ?? '';

export const hasNumpy =
  python !== '' && spawnSync(python, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0;
