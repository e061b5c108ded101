import { spawnSync } from 'node:child_process';
import { findProgram } from '../../src-main/engine/variants/script-process.ts';

/** The Python of this machine. Tests of Python code are skipped, and counted as that, where it lacks NumPy. */
export const python = findProgram('python3') ?? '';

export const hasNumpy =
  python !== '' && spawnSync(python, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0;
