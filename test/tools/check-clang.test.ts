import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clangsOf, newestComplete } from '../../src-main/tools/check-clang.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const program = (folder: string, name: string): string => {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
};

describe('check:clang', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('takes the newest clang whose libc++ and OpenMP are here', async () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    program(one, 'clang++');
    program(one, 'clang++-9');
    const sixteen = program(other, 'clang++-16');
    program(other, 'clang++-17');
    program(other, 'clang-18');
    program(other, 'x86_64-clang++-19');
    const names = clangsOf([one, join(one, 'missing'), other]);
    expect(names).toEqual(['clang++-17', 'clang++-16', 'clang++-9', 'clang++']);

    vi.stubEnv('PATH', [one, other].join(delimiter));
    const complete = (path: string): Promise<boolean> => Promise.resolve(!path.endsWith('-17'));
    expect(await newestComplete(names, complete)).toBe(sixteen);
    expect(await newestComplete(names, () => Promise.resolve(false))).toBeUndefined();
  });
});
