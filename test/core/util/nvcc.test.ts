import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { nvccLibraries, nvccPath } from '../../../src-main/core/util/nvcc.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

function program(...parts: readonly string[]): string {
  const path = join(...parts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

it('is found on the PATH, then in toolkits, the newest first', () => {
  const root = temporaryFolder();
  expect(nvccPath({ PATH: '' }, root)).toBeNull();
  program(root, 'usr/local/cuda-12.8/bin/nvcc');
  program(root, 'usr/local/cuda-9.2/bin/nvcc');
  const newest = program(root, 'usr/local/cuda-13.0/bin/nvcc');
  expect(nvccPath({ PATH: '' }, root)).toBe(newest);
  const home = program(root, 'toolkit/bin/nvcc');
  expect(nvccPath({ PATH: '', CUDA_HOME: join(root, 'toolkit') }, root)).toBe(home);
  const onPath = program(root, 'bin/nvcc');
  expect(nvccPath({ PATH: join(root, 'bin'), CUDA_HOME: join(root, 'toolkit') }, root)).toBe(
    onPath,
  );
});

it('is found where pip and conda put it', () => {
  const root = temporaryFolder();
  const packages = 'lib/python3.12/site-packages/nvidia';
  const pip = program(root, 'venv', packages, 'cu13/bin/nvcc');
  program(root, 'venv', packages, 'cuda_nvcc/bin/ptxas');
  expect(nvccPath({ PATH: '', VIRTUAL_ENV: join(root, 'venv') }, root)).toBe(pip);
  program(root, 'venv/bin/python3');
  expect(nvccPath({ PATH: join(root, 'venv/bin') }, root)).toBe(pip);
  const conda = program(root, 'home/miniforge3/bin/nvcc');
  expect(nvccPath({ PATH: '', HOME: join(root, 'home') }, root)).toBe(conda);
  expect(nvccLibraries(pip)).toEqual([]);
  program(root, 'venv', packages, 'cu13/lib/libcudart_static.a');
  expect(nvccLibraries(pip)).toEqual([`-L${join(root, 'venv', packages, 'cu13/lib')}`]);
});
