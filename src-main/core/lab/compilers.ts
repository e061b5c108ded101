import { realpathSync, statSync } from 'node:fs';
import { nvccInstall, nvccLibraries, nvccPath } from '../util/nvcc.ts';
import { outputOf, programPath } from '../util/programs.ts';
import type { Language } from './lab.ts';

export type Compiler = {
  /** The program and what stands before the flags: `ccache gcc`. */
  readonly words: readonly string[];
  /** Changes with the program, without running it. */
  readonly identity: string;
};

type Choice = {
  readonly variable: string;
  readonly programs: readonly string[];
  readonly what: string;
  readonly install: string;
};

const choices: Readonly<Record<Exclude<Language, 'command'>, Choice>> = {
  c: { variable: 'CC', programs: ['gcc', 'cc'], what: 'C compiler', install: 'gcc' },
  library: { variable: 'CC', programs: ['gcc', 'cc'], what: 'C compiler', install: 'gcc' },
  cpp: { variable: 'CXX', programs: ['g++', 'c++'], what: 'C++ compiler', install: 'g++' },
  fortran: {
    variable: 'FC',
    programs: ['gfortran'],
    what: 'Fortran compiler',
    install: 'gfortran',
  },
  python: { variable: 'PYTHON', programs: ['python3'], what: 'Python', install: 'python3' },
  cuda: {
    variable: 'NVCC',
    programs: ['nvcc'],
    what: 'CUDA compiler',
    install: nvccInstall,
  },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The compiler of a language, from its environment variable or the PATH; or one sentence where there is none. */
export function findCompiler(
  language: Exclude<Language, 'command'>,
  environment: Environment = process.env,
  program?: string,
): Compiler | string {
  const { variable, programs, what, install } = choices[language];
  if (program !== undefined) {
    const path = programPath(program, environment.PATH ?? '');
    return path === null ? `${program} was not found on the PATH` : compilerAt(path, []);
  }
  const named = environment[variable]?.trim();
  const candidates = named === undefined || named === '' ? programs : [named];
  if (language === 'cuda' && candidates === programs) {
    const nvcc = nvccPath(environment);
    return nvcc === null
      ? `no ${what} was found (nvcc); ${install}`
      : compilerAt(nvcc, nvccLibraries(nvcc));
  }
  for (const candidate of candidates) {
    const [program = '', ...rest] = candidate.split(/\s+/);
    const path = programPath(program, environment.PATH ?? '');
    if (path !== null) return compilerAt(path, rest);
  }
  return named === undefined || named === ''
    ? `no ${what} was found (${programs[0]}); apt-get install ${install}`
    : `$${variable} is "${named}", which is no program`;
}

function compilerAt(path: string, rest: readonly string[]): Compiler {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return { words: [path, ...rest], identity: [...[real, size, mtimeMs], ...rest].join(' ') };
}

/** What the compiler says of itself, in one line. */
export async function compilerVersion({ words }: Compiler): Promise<string> {
  const [program = '', ...rest] = words;
  const text = await outputOf(program, [...rest, '--version']);
  const lines = (text ?? '').split('\n').map((line) => line.trim());
  return lines.find((line) => /release|\d+\.\d+/.test(line)) ?? lines[0] ?? program;
}
