import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { copyLab, labsOfTests } from '../../helpers/copied-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { labFolder, saxpyC } from '../../helpers/lab-folder.ts';
import { hasNumpy } from '../../helpers/numpy.ts';

const { cli, folder: cwd } = sessionsInFolder();

it('are compiled together, left out, or made by a build of their own', {
  timeout: 120_000,
}, async () => {
  const folder = copyLab(cwd(), 'files-and-targets');
  const states = async (): Promise<readonly string[]> => {
    const { stdout } = await cli('lab', 'check', 'files-and-targets', '--json');
    const { variants } = JSON.parse(stdout);
    return variants.map((one: { id: string; state: string }) => `${one.id} ${one.state}`);
  };
  expect(await states()).toEqual(['sequential verified', 'split verified', 'target verified']);
  // A target is made again where its sources changed, and so is a variant where a file that it names did.
  for (const name of ['native/twice.c', '_element.c']) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace(/2 \* x\[i\]|x \+ x/, '3'));
  }
  expect(await states()).toEqual(['sequential verified', 'split wrong', 'target wrong']);
});

describe('libraries of one name in several folders', { timeout: 120_000 }, () => {
  /** A lab with variants over builds of its library, each with a factor: only 2 is right. */
  function labOf(name: string, builds: Readonly<Record<string, number>>): void {
    const folder = join(cwd(), name);
    cpSync(join(labsOfTests, 'files-and-targets'), folder, { recursive: true });
    const source = join(folder, 'native/twice.c');
    writeFileSync(source, readFileSync(source, 'utf8').replace('2 *', 'FACTOR *'));
    const file = join(folder, 'workload.toml');
    const [head = ''] = readFileSync(file, 'utf8').split('[[library]]');
    const libraries = Object.entries(builds).map(([path, factor]) => {
      const made = `cc -DFACTOR=${factor} -shared -fPIC -Wl,-soname,libtwice.so -o ${path}/libtwice.so`;
      return `[[library]]
id = "${basename(path)}"
path = "${path}/libtwice.so"
args = ["x", "y", "n"]
build = "mkdir -p ${path} && ${made} native/twice.c"
`;
    });
    writeFileSync(file, `${head}${libraries.join('')}`);
  }

  it('are each the variant of its path', async () => {
    labOf('lab', { './old': 2, './new': 3 });
    const { stdout } = await cli('lab', 'check', 'lab', '--variants', 'old,new', '--json');
    const { variants } = JSON.parse(stdout);
    expect(variants.map((one: { id: string; state: string }) => `${one.id} ${one.state}`)).toEqual([
      'old verified',
      'new wrong',
    ]);
  });

  it('are two sides of ab; one file of both is named', async () => {
    const ab = (...sides: readonly string[]) =>
      cli('ab', ...sides, ...'--variants target --set n=1000 --time 1s'.split(' '));
    labOf('base', { './target': 2 });
    labOf('head', { './target': 3 });
    expect(await ab('base', 'head')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('wrong answer'),
    });
    const one = join(cwd(), 'shared/target');
    labOf('before', { [one]: 2 });
    labOf('after', { [one]: 2 });
    expect((await ab('before', 'after')).stderr).toContain(
      `target is the same file on both sides, ${one}/libtwice.so: two versions need two build folders`,
    );
  });
});

it.skipIf(!hasNumpy)(
  'of data are read by Python as it stands in its folder',
  {
    timeout: 120_000,
  },
  async () => {
    const python = `import numpy
scale = numpy.loadtxt("scale.txt")
def saxpy(n, a, x, y):
    y[:] = a * x * scale + y
`;
    const lab = labFolder({ 'scaled.py': python, 'scale.txt': '1\n' });
    const { code, stdout } = await cli('lab', 'check', lab, '--variants', 'scaled', '--json');
    expect([code, JSON.parse(stdout).variants[0]?.reason]).toEqual([0, null]);
  },
);

it.each<[string, string, string]>([
  ['sources = ["no.c"]', saxpyC, 'a.c:2: sources: no.c is not read: there is no such file'],
  ['sources = ["part.cpp"]', saxpyC, 'a.c:2: sources: part.cpp is no .c file, as a.c is'],
  ['compiler = "cc -m32"', saxpyC, 'a.c:2: compiler: got "cc -m32", must be'],
])('refuse %s', (key, text, sentence) => {
  const files = { 'a.c': `/// breakeven\n// ${key}\n///\n${text}`, 'part.cpp': '// a part\n' };
  expect(() => readLab(labFolder(files))).toThrow(sentence);
});

it('refuse a second file of a kernel, which is compiled alone', () => {
  const kernel = '/// breakeven\n// sources = ["b.cu"]\n///\n__global__ void saxpy(int n) {}\n';
  const read = () => readLab(labFolder({ 'a.cu': kernel, 'b.cu': '' }));
  expect(read).toThrow('a.cu:2: sources: a CUDA kernel is compiled alone, by its own compiler');
});
