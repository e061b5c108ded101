import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labContent, maxTrustedFiles } from '../../../src-main/core/lab/lab-content.ts';
import { forgetLab, registeredLabs, rememberLab } from '../../../src-main/core/lab/lab-registry.ts';
import {
  refuseUntrusted,
  trustContent,
  trustFolder,
  untrusted,
} from '../../../src-main/core/lab/lab-trust.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { labFolder, labInOneFile, saxpyC } from '../../helpers/lab-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const digestAt = (folder: string): string => labContent(readLab(folder)).digest;

describe('the content of a lab', () => {
  it('is all of its folder and what its sources include from elsewhere', () => {
    const folder = labFolder({ 'a.c': `#include "../shared.h"\n${saxpyC}`, 'data/x.txt': 'x' });
    const shared = join(dirname(folder), 'shared.h');
    writeFileSync(shared, '#define X 1\n');
    const { files, digest } = labContent(readLab(folder));
    expect(files.map(({ name }) => name)).toEqual([
      ...['../shared.h', 'a.c', 'data/x.txt', 'omp.c', 'sequential.c', 'workload.toml'],
    ]);
    for (const [file, text] of [
      [shared, '#define X 2\n'],
      [join(folder, 'data/x.txt'), 'y'],
      [join(folder, 'helper.py'), ''],
      [join(folder, 'omp.c'), `${saxpyC}\n`],
    ] as const) {
      const before = digestAt(folder);
      writeFileSync(file, text);
      expect(digestAt(folder)).not.toBe(before);
    }
    expect(digestAt(folder)).not.toBe(digest);
  });

  it('is not what editors, version control and Python leave there', () => {
    const folder = labFolder();
    const before = digestAt(folder);
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, '__pycache__'));
    for (const name of ['.git/HEAD', '__pycache__/a.pyc', 'omp.c~', '.omp.c.swp']) {
      writeFileSync(join(folder, name), 'x');
    }
    expect(digestAt(folder)).toBe(before);
  });

  it('follows links, and ends where they lead in a circle', () => {
    const folder = labFolder();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'y.py'), 'y');
    symlinkSync(elsewhere, join(folder, 'more'));
    symlinkSync(folder, join(elsewhere, 'back'));
    expect(labContent(readLab(folder)).files.map(({ name }) => name)).toContain('more/y.py');
    const before = digestAt(folder);
    writeFileSync(join(elsewhere, 'y.py'), 'z');
    expect(digestAt(folder)).not.toBe(before);
  });

  it('of a lab in one file is that file, whatever stands next to it', () => {
    const file = join(temporaryFolder(), 'saxpy.c');
    writeFileSync(file, labInOneFile());
    const before = digestAt(file);
    writeFileSync(join(dirname(file), 'other.c'), saxpyC);
    expect(digestAt(file)).toBe(before);
    writeFileSync(file, labInOneFile(`${saxpyC}\n`));
    expect(digestAt(file)).not.toBe(before);
  });

  it('is refused of a folder with more files than anybody looks at', () => {
    const folder = labFolder();
    mkdirSync(join(folder, 'many'));
    for (let i = 0; i <= maxTrustedFiles; i += 1) writeFileSync(join(folder, 'many', `${i}`), '');
    expect(() => labContent(readLab(folder))).toThrow(/has more than 2000 files/);
  });
});

describe('trust', () => {
  it('is of what was shown: another digest is refused and changes nothing', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    const first = untrusted(home, lab);
    expect(first?.before).toBe(false);
    expect(first?.files.map(({ name, state }) => [name, state])).toEqual([
      ...[
        ['omp.c', 'new'],
        ['sequential.c', 'new'],
        ['workload.toml', 'new'],
      ],
    ]);
    expect(first?.files[0]?.lines[0]).toBe('+#include <stdint.h>');
    const digest = first?.digest.slice(0, 12) ?? '';
    expect(first?.command).toContain(`lab trust ${lab.path} --digest ${digest}`);
    writeFileSync(join(lab.folder, 'omp.c'), `${saxpyC}\n`);
    expect(() => trustContent(home, lab, { digest })).toThrow(
      /its files have changed since; look at them/,
    );
    const now = untrusted(home, lab)?.digest.slice(0, 12) ?? '';
    for (const short of ['', now.slice(0, 11)]) {
      expect(() => trustContent(home, lab, { digest: short })).toThrow(
        'must be the first 12 digits or more',
      );
    }
    expect(registeredLabs(home)).toEqual([]);
    expect(trustContent(home, lab, { digest: now }).trusted).toMatch(new RegExp(`^${now}`));
    expect(untrusted(home, lab)).toBeNull();
    refuseUntrusted(home, lab);
  });

  it('ends with a change, of which the lines are shown, and comes back with the text', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder({ 'data.bin': 'a\0b' }));
    trustContent(home, lab, { saved: true });
    const file = join(lab.folder, 'omp.c');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('i = 0;', 'i = 0u;'));
    writeFileSync(join(lab.folder, 'data.bin'), 'a\0c');
    rmSync(join(lab.folder, 'sequential.c'));
    writeFileSync(join(lab.folder, 'new.c'), 'int x;\n');
    const found = untrusted(home, lab);
    expect(found?.before).toBe(true);
    expect(found?.files.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['data.bin changed', 'new.c new', 'omp.c changed', 'sequential.c gone'],
    ]);
    expect(found?.files[0]?.lines).toEqual([]);
    const marked = found?.files[2]?.lines.filter((line) => /^[-+]/.test(line));
    expect(marked?.map((line) => line.slice(0, 1))).toEqual(['-', '+']);
    expect(() => refuseUntrusted(home, lab)).toThrow(
      /the lab "saxpy" has changed since it was trusted: .*lab trust .* --digest [0-9a-f]{12}$/,
    );
    // Trusting the new content keeps what was agreed about saved versions.
    expect(trustContent(home, lab).saved).toBe(true);
  });

  it('is of one place, and ends with forgetting', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    trustContent(home, lab);
    const twin = readLab(labFolder());
    expect(untrusted(home, twin)).toMatchObject({ before: false });
    rememberLab(home, 'saxpy', lab.path);
    expect(untrusted(home, lab)).toBeNull();
    forgetLab(home, 'saxpy');
    expect(untrusted(home, lab)).toMatchObject({ before: false });
  });

  it('is asked for again in full where the texts that were trusted are lost', () => {
    const home = temporaryFolder();
    const lab = readLab(labFolder());
    trustContent(home, lab);
    writeFileSync(join(home, trustFolder, 'saxpy.json'), '{');
    expect(untrusted(home, lab)).toBeNull();
    writeFileSync(join(lab.folder, 'omp.c'), `${saxpyC}\n`);
    expect(untrusted(home, lab)).toMatchObject({ before: false });
  });
});
