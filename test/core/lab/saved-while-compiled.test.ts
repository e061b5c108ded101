import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBuildCache } from '../../../src-main/core/lab/build-cache.ts';
import type { BuildResult } from '../../../src-main/core/lab/build-request.ts';
import { compile } from '../../../src-main/core/lab/compile.ts';
import { compileKernel } from '../../../src-main/core/lab/compile-kernel.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { storedBuild } from '../../../src-main/core/lab/stored-build.ts';
import { labFolder, saxpyC } from '../../helpers/lab-folder.ts';
import { hasNumpy } from '../../helpers/numpy.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A program after whose first call with these words a file is another one, and how often it was called with them. */
function savingAfter(program: string, words: string, file: string, text: string) {
  const folder = temporaryFolder();
  const path = join(folder, 'saving');
  const [next, calls] = [join(folder, 'next'), join(folder, 'calls')];
  writeFileSync(next, text);
  const saves = `[ -f ${calls} ] || cp ${next} ${file}; echo call >> ${calls}`;
  const script = `${program} "$@"; code=$?; case "$*" in *${words}*) ${saves};; esac; exit $code`;
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return {
    path,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0),
  };
}

function labOf(folder: string, id: string) {
  const lab = readLab(folder);
  const source = lab.sources.get(id);
  if (source === undefined) throw new Error(`there is no ${id}`);
  return { lab, source, role: 'variant', macros: {} } as const;
}

/** What stands in a compiled file, so that it is seen which text it was made of. */
const marked = (mark: string) =>
  `${saxpyC}__attribute__((used)) static const char mark[] = "made of ${mark}";\n`;
function markOf(result: BuildResult): string | undefined {
  if (!result.ok) throw new Error(`${result.reason} ${result.log}`);
  return /made of (\w+)/.exec(readFileSync(result.path, 'latin1'))?.[1];
}

describe('what is saved while it is compiled', () => {
  it.each([
    ['the file', 'omp.c', '', ''],
    ['what it includes', 'mark.h', '#include "mark.h"\n', ''],
    ['what its flags find', 'inc/mark.h', '#include <mark.h>\n', '// flags = ["-IFOLDER/inc"]\n'],
  ])(
    'is compiled again, and nothing is kept as made of the other: %s',
    async (_, name, include, flags) => {
      const folder = labFolder();
      mkdirSync(join(folder, 'inc'));
      const block = flags === '' ? '' : `/// breakeven\n${flags.replace('FOLDER', folder)}///\n`;
      writeFileSync(join(folder, 'omp.c'), `${block}${include}${saxpyC}`);
      writeFileSync(join(folder, name), marked('one'));
      if (include !== '') writeFileSync(join(folder, 'omp.c'), `${block}${include}`);
      const saving = savingAfter('gcc', 'shim', join(folder, name), marked('two'));
      vi.stubEnv('CC', saving.path);
      const cache = createBuildCache(temporaryFolder());
      const build = async () => await compile(labOf(folder, 'omp'), { cache });
      expect(markOf(await build())).toBe('two');
      expect(markOf(await build())).toBe('two');
      const before = saving.calls();
      writeFileSync(join(folder, name), marked('one'));
      expect(markOf(await build())).toBe('one');
      expect(saving.calls()).toBeGreaterThan(before);
    },
  );

  it('is told where it has no end', async () => {
    const folder = labFolder();
    const program = join(temporaryFolder(), 'restless');
    const save = `echo "// $$" >> ${join(folder, 'omp.c')}`;
    writeFileSync(program, `#!/bin/sh\ngcc "$@" && ${save}\n`);
    chmodSync(program, 0o755);
    vi.stubEnv('CC', program);
    const home = temporaryFolder();
    const result = await compile(labOf(folder, 'omp'), { cache: createBuildCache(home) });
    expect(result).toMatchObject({
      ok: false,
      reason: 'omp.c: it was saved again and again while it was compiled',
    });
  });

  it('is compiled again where NVRTC compiles it', async () => {
    const text = (mark: string) => `__global__ void saxpy(int n) {} // ${mark}\n`;
    const folder = labFolder({ 'naive.cu': text('one') });
    const file = join(folder, 'naive.cu');
    let calls = 0;
    const result = await compileKernel(labOf(folder, 'naive'), {
      cache: createBuildCache(temporaryFolder()),
      compileKernel: async () => {
        const cubin = Buffer.from(readFileSync(file, 'utf8'));
        if (++calls === 1) writeFileSync(file, text('two'));
        return { cubin, ptx: null, log: '', symbol: 'saxpy', version: '13' };
      },
    });
    if (result?.ok !== true) throw new Error('it was not compiled');
    expect(readFileSync(result.path, 'utf8')).toBe(text('two'));
    expect(calls).toBe(2);
  });

  it.skipIf(!hasNumpy)('is looked at again in Python (needs NumPy)', async () => {
    const text = (mark: string) => `def saxpy(n, a, x, y):\n    y += a * x  # ${mark}\n`;
    const folder = labFolder({ 'numpy.py': text('one') });
    const saving = savingAfter('python3', 'numpy.py', join(folder, 'numpy.py'), text('two'));
    vi.stubEnv('PYTHON', saving.path);
    const cache = createBuildCache(temporaryFolder());
    const result = await compile(labOf(folder, 'numpy'), { cache });
    if (!result.ok) throw new Error(result.reason);
    expect(readFileSync(result.path, 'utf8')).toBe(text('two'));
    expect(saving.calls()).toBe(2);
  });

  it('is stored with a run as it was compiled, whatever was saved since', async () => {
    const folder = labFolder({ 'omp.c': marked('one') });
    const request = labOf(folder, 'omp');
    const cache = createBuildCache(temporaryFolder());
    const result = await compile(request, { cache });
    for (const name of ['omp.c', 'workload.toml']) writeFileSync(join(folder, name), 'saved since');
    const stored = storedBuild(request.lab, { ...request, variant: 'omp', defines: {}, result });
    expect(stored?.build.sources.map(({ name }) => name)).toEqual(['workload.toml', 'omp.c']);
    const bodies = stored?.build.sources.map(({ sha256 }) => stored.bodies.get(sha256));
    expect(bodies).toEqual([expect.stringContaining('title = "SAXPY"'), marked('one')]);
  });
});
