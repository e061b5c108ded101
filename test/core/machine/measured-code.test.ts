import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { differingAddons, measuredCode } from '../../../src-main/core/machine/measured-code.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let root: string;
let native: string;

beforeEach(() => {
  root = temporaryFolder();
  native = join(root, 'dist', 'native');
  mkdirSync(native, { recursive: true });
});
function git(...words: readonly string[]): string {
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org'];
  return execFileSync('git', ['-C', root, ...who, ...words], { encoding: 'utf8' }).trim();
}

describe('the code that measures', () => {
  it('is every addon and library by its bytes, and nothing else', async () => {
    writeFileSync(join(native, 'breakeven_cpu.node'), 'one');
    writeFileSync(join(native, 'libgomp.so.1'), 'two');
    writeFileSync(join(native, 'notes.txt'), 'three');
    writeFileSync(join(native, 'breakeven_system.node'), 'measures nothing');
    const { addons = '' } = await measuredCode(native, root);
    expect(addons).toBe('breakeven_cpu.node 7692c3ad3540, libgomp.so.1 3fc4ccfe7458');
    // As an edited kernel that was built without a commit.
    writeFileSync(join(native, 'breakeven_cpu.node'), 'One');
    const edited = await measuredCode(native, root);
    expect(differingAddons(addons, edited.addons ?? '')).toEqual(['breakeven_cpu.node']);
    expect(differingAddons(addons, `${addons}, breakeven_cuda.node 1`)).toEqual([
      'breakeven_cuda.node',
    ]);
  });

  it('is nothing where nothing is built', async () => {
    expect(await measuredCode(join(root, 'gone'), root)).not.toHaveProperty('addons');
  });

  it('has the commit of this moment, marked where something was changed', async () => {
    writeFileSync(join(root, 'kernel.cpp'), 'first');
    git('init', '-q');
    git('add', 'kernel.cpp');
    git('commit', '-q', '-m', 'first');
    const head = git('rev-parse', '--short=10', 'HEAD');
    expect((await measuredCode(native, root)).commit).toBe(head);
    writeFileSync(join(root, 'kernel.cpp'), 'second');
    expect((await measuredCode(native, root)).commit).toBe(`${head}+`);
    git('commit', '-q', '-a', '-m', 'second');
    expect((await measuredCode(native, root)).commit).toBe(git('rev-parse', '--short=10', 'HEAD'));
  });

  it('has no commit of a repository around it', async () => {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'around');
    expect(await measuredCode(native, join(root, 'dist'))).not.toHaveProperty('commit');
  });
});
