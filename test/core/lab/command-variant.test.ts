import { describe, expect, it } from 'vitest';
import { labDescriptionSchema } from '../../../src-main/contract/lab.ts';
import { readCheckedLab, readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder, saxpyToml } from '../../helpers/lab-folder.ts';
import { openAddon } from '../../native/native-addons.ts';

const command = (lines: string) => `${saxpyToml}\n[[command]]\nid = "other"\n${lines}\n`;

function readWith(lines: string, files: Readonly<Record<string, string>> = {}) {
  return readLab(labFolder({ 'workload.toml': command(lines), ...files }));
}

const addon = openAddon('cpu');
const faultOf = (lines: string): Promise<string> =>
  readCheckedLab(labFolder({ 'workload.toml': command(lines) }), async (all) =>
    addon.checkExpressions(all),
  ).then(
    () => 'nothing is wrong',
    ({ message }: Error) => message,
  );

describe('a command of a lab', () => {
  it('is a variant, with its program found and its answer on standard output', () => {
    const { description, sources } = readWith('run = ["sort", "{x}", "-n{n}"]\nformat = "raw"');
    expect(() => labDescriptionSchema.parse(description)).not.toThrow();
    const variant = description.variants.find(({ id }) => id === 'other');
    expect(variant).toMatchObject({
      kind: 'command',
      title: 'Other',
      command: { answer: 'y', format: 'raw', answerFormat: 'text' },
    });
    expect(variant?.command?.run).toEqual([expect.stringMatching(/\/sort$/), '{x}', '-n{n}']);
    expect(sources.get('other')).toMatchObject({ language: 'command', kind: 'command' });
  });

  it('may be a line for the shell, a script of the lab, or a file that is compiled', () => {
    const shell = readWith('run = "sort {x} > {y}"\nshell = true\nanswer = "{y}"');
    expect(shell.description.variants.at(-1)?.command).toMatchObject({
      run: ['/bin/sh', '-c', 'sort {x} > {y}'],
    });
    expect(shell.description.variants.at(-1)?.command).not.toHaveProperty('answer');
    const script = readWith('run = ["./go.sh", "{x}"]', { 'go.sh': '#!/bin/sh\n' });
    expect(script.sources.get('other')?.parts).toEqual([`${script.folder}/go.sh`]);
    const source = 'source = "main.c"\nrun = ["{program}", "{x}"]';
    const compiled = readWith(source, { 'main.c': 'int main(void) { return 0; }\n' });
    expect(compiled.sources.get('other')).toMatchObject({ language: 'c', kind: 'command' });
    expect(compiled.description.variants.map(({ id }) => id)).not.toContain('main');
  });

  it.each<[string, RegExp]>([
    [
      'run = ["sort", "{xx}"]',
      /^workload\.toml:\d+: command\[1\]\.run: \{xx\} is neither an argument nor an axis; did you mean \{x\}\?$/,
    ],
    ['run = "sort {x}"', /run: it is a list of words, or one line with shell = true$/],
    [
      'run = ["sort"]\nanswer = "{x}"',
      /answer: "\{x\}" is no answer: stdout, the file of an output, \{y\}, or a line that is printed, with \{y\} where the number stands$/,
    ],
    ['run = ["sort"]\nsource = "gone.c"', /source: there is no file gone\.c$/],
    ['run = ["sort"]\nformat = "csv"', /^workload\.toml:\d+: command\[1\]\.format: /],
    ['run = ["sort"]\nwhere = "m > 1"', /where: unknown name "m"/],
    ['run = ["sort"]\nprepares = ["x"]', /there is no such key; did you mean "prepare"\?$/],
    ['', /run/],
  ])('%s is refused with file, line and key', async (lines, fault) => {
    expect(await faultOf(lines)).toMatch(fault);
  });

  it('may be the reference, unless it computes on a GPU', () => {
    const referenceOf = (lines: string) => {
      const toml = command(lines).replace('reference = "sequential"', 'reference = "other"');
      return readLab(labFolder({ 'workload.toml': toml }));
    };
    const { reference, description } = referenceOf('run = ["sort", "{x}"]');
    expect([reference.kind, description.referenceCommand?.run.at(-1)]).toEqual(['command', '{x}']);
    expect(() => referenceOf('run = ["sort", "{x}"]\ndevice = "cuda"')).toThrow(
      'reference: other runs on a GPU; the reference runs on the host',
    );
  });
});

describe('a Python file of a lab', () => {
  const text = 'def saxpy(n, a, x, y):\n    y += a * x\n';
  const variantOf = (block: string, code = text) => {
    const file = `# /// breakeven\n${block}# ///\n${code}`;
    return readLab(labFolder({ 'own.py': file })).description.variants.find(
      ({ id }) => id === 'own',
    );
  };

  it('is a variant with axes, and on a GPU with the package that it imports', () => {
    expect(variantOf('# title = "Mine"\n')).toMatchObject({ kind: 'python', title: 'Mine' });
    const gpu = variantOf('# device = "cuda"\n', `from numba import cuda\n${text}`);
    expect(gpu).toMatchObject({ kind: 'python', package: 'numba' });
  });

  it('has no device that its imports do not have, and no flags', () => {
    expect(() => variantOf('# device = "cuda"\n')).toThrow(
      'own.py:2: device: the file imports none of cupy, torch and numba',
    );
    expect(() => variantOf('# flags = ["-O3"]\n')).toThrow(
      'own.py:2: flags: a .py file is not compiled',
    );
  });

  it('is no variant where it is the check, the generator or the reference', () => {
    const toml = saxpyToml
      .replace('reference = "sequential"', 'reference = "reference.py"')
      .replace('rule = "tolerance"\nrtol = 1e-6\natol = 1e-6', 'rule = "python"');
    const files = { 'workload.toml': toml, 'reference.py': text, 'generate.py': text };
    expect(() => readLab(labFolder(files))).toThrow('check.rule: there is no file check.py');
    const lab = readLab(labFolder({ ...files, 'check.py': text }));
    expect(lab.description.variants.map(({ id }) => id)).toEqual(['omp', 'sequential']);
    expect(lab.check?.function).toBe('check');
    const other = readLab(labFolder({ ...files, 'check.py': `${text}\n` }));
    expect(other.description.contract).not.toBe(lab.description.contract);
  });
});
