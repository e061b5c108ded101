import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBinaries, lowerVersions } from '../../src-main/tools/older-systems.ts';
import { findProgram } from '../../src-main/tools/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Versions that a library imports, by symbol; empty for one without. */
function importsOf(file: string): ReadonlyMap<string, string> {
  const table = execFileSync('objdump', ['-T', file], { encoding: 'utf8' });
  const rows = table.split('\n').filter((line) => line.includes('*UND*'));
  return new Map(
    rows.map((line) => [
      line.trim().split(/\s+/).at(-1) ?? '',
      /GLIBC_[\d.]+/.exec(line)?.[0] ?? '',
    ]),
  );
}

function libraryOf(code: string): { readonly folder: string; readonly file: string } {
  const folder = temporaryFolder();
  const [source, file] = [join(folder, 'a.c'), join(folder, 'a.so')];
  writeFileSync(source, code);
  execFileSync('cc', ['-shared', '-fPIC', source, '-o', file, '-lm']);
  return { folder, file };
}

const moved = `#include <math.h>
#include <pthread.h>
#include <stdio.h>
double f(double x) { pthread_t t; pthread_create(&t, 0, 0, 0); puts("x"); return log(x); }`;

const tools = ['cc', 'objdump'].every((name) => findProgram(name) !== undefined);

describe.skipIf(!tools)('libraries for older systems (skipped without cc and objdump)', () => {
  it('refer to moved functions without a version, and need no newer C library', async () => {
    const { folder, file } = libraryOf(moved);
    const newest = importsOf(file);
    // Where the C library of this machine is itself that old there is nothing to lower.
    if (newest.get('pthread_create') === 'GLIBC_2.34') {
      await expect(checkBinaries(folder)).rejects.toThrow(/needs .*pthread_create@GLIBC_2\.34/);
    }
    await lowerVersions(folder);
    expect(await checkBinaries(folder)).toBe(1);
    const needed = execFileSync('readelf', ['-VW', file], { encoding: 'utf8' });
    expect(needed).not.toMatch(/GLIBC_2\.(29|3\d)/);
    // No symbol refers to a version that left the list: the loader of an old system would not find it.
    const [, entries] = /'\.gnu\.version' contains (\d+) entries/.exec(needed) ?? [];
    expect(needed.match(/ [0-9a-f]+h? ?\((?!\.)/g)).toHaveLength(Number(entries));
    // What an old one has keeps its version.
    expect(importsOf(file).get('puts')).toBe(newest.get('puts'));
    const load = `process.dlopen({ exports: {} }, ${JSON.stringify(file)})`;
    expect(() => execFileSync(process.execPath, ['-e', load], { stdio: 'pipe' })).toThrow(
      /did not self-register/,
    );
  });

  it('that call what an older C library lacks are refused by name', async () => {
    const { folder, file } = libraryOf(
      'unsigned arc4random(void); unsigned f() { return arc4random(); }',
    );
    if (importsOf(file).get('arc4random') !== 'GLIBC_2.36') return;
    const sentence =
      /a\.so needs arc4random@GLIBC_2\.36; packages run with GLIBC_2\.28, GLIBCXX_3\.4\.25/;
    await expect(lowerVersions(folder)).rejects.toThrow(sentence);
    await expect(checkBinaries(folder)).rejects.toThrow(sentence);
  });
});
