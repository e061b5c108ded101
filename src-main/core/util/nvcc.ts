import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programPath } from './programs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** How to get nvcc from packages; the second way needs no root. */
export const nvccInstall =
  'apt-get install nvidia-cuda-toolkit, or without root in a Python environment: pip install nvidia-cuda-nvcc nvidia-cuda-crt nvidia-nvvm nvidia-cuda-runtime nvidia-cuda-cccl; in a conda environment: conda install -c nvidia cuda-nvcc';

/**
 * The path of nvcc: as `PATH` has it, else where toolkits, conda and pip put it; null where there is none.
 *
 * @param root the folder of the system's own toolkits, `/`
 */
export function nvccPath(environment: Environment = process.env, root = '/'): string | null {
  const { CUDA_HOME, CUDA_PATH, CONDA_PREFIX, VIRTUAL_ENV, HOME, PATH = '' } = environment;
  const onPath = programPath('nvcc', PATH);
  if (onPath !== null) return onPath;
  const given = (folders: readonly (string | undefined)[]): string[] =>
    folders.filter((folder) => folder !== undefined && folder !== '') as string[];
  const local = join(root, 'usr/local');
  const python = PATH.split(':').filter((folder) => existsSync(join(folder, 'python3')));
  const conda = ['miniconda3', 'miniforge3', 'anaconda3', 'mambaforge'];
  const environments = [
    ...given([VIRTUAL_ENV, CONDA_PREFIX]),
    ...python.map((folder) => dirname(folder)),
    ...given([HOME]).flatMap((home) => [
      join(home, '.local'),
      ...conda.map((at) => join(home, at)),
    ]),
    local,
  ];
  const toolkits = [
    ...given([CUDA_HOME, CUDA_PATH, CONDA_PREFIX]),
    join(local, 'cuda'),
    // The newest first: cuda-13.0 before cuda-12.8.
    ...namesIn(local, /^cuda-\d/).map((name) => join(local, name)),
    join(root, 'opt/cuda'),
    join(root, 'usr/lib/nvidia-cuda-toolkit'),
    ...environments.flatMap(packageFolders),
    ...environments,
  ];
  const paths = toolkits.map((toolkit) => join(toolkit, 'bin', 'nvcc'));
  return paths.find((path) => programPath(path) !== null) ?? null;
}

/** Folders of pip's packages of a toolkit in an environment: `nvidia/cu13`, before that `nvidia/cuda_nvcc`. */
function packageFolders(environment: string): readonly string[] {
  const lib = join(environment, 'lib');
  return namesIn(lib, /^python3/).flatMap((python) => {
    const nvidia = join(lib, python, 'site-packages', 'nvidia');
    return namesIn(nvidia, /^cu(?:\d+|da_nvcc)$/).map((name) => join(nvidia, name));
  });
}

function namesIn(folder: string, pattern: RegExp): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** Libraries of a toolkit that pip installed stand where its nvcc does not look for them. */
export function nvccLibraries(nvcc: string): readonly string[] {
  const lib = join(dirname(dirname(nvcc)), 'lib');
  return existsSync(join(lib, 'libcudart_static.a')) ? [`-L${lib}`] : [];
}
