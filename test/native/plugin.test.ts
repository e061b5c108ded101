import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase } from './native-addons.ts';

const compiler = process.env.CXX ?? 'c++';

function compile(source: string, target: string, flags: readonly string[] = []): void {
  const shared = ['-std=c++20', '-O2', '-shared', '-fPIC', '-Wl,--no-undefined'];
  execFileSync(compiler, [...shared, ...flags, source, '-o', target], { stdio: 'pipe' });
}

describe('a variant that is compiled alone', () => {
  const source = join(repositoryRoot, 'test/native/plugin/plugin-backwards.cpp');

  it('needs no symbol of the engine, appears in the catalog and runs verified', async () => {
    const library = join(temporaryFolder(), 'backwards.so');
    compile(source, library, ['-DBREAKEVEN_PLUGIN']);
    const addon = openAddon('cpu');
    addon.openPlugin(library);
    const variants = addon.catalog().workloads.find(({ id }) => id === 'histogram')?.variants;
    expect(variants?.map(({ id }) => id)).toContain('plugin-backwards');
    const values = { n: 100_003, bins: 1000, distribution: 'zipf' };
    const result = await runCase(addon, engineCase('histogram', 'plugin-backwards', values));
    expect(result).toMatchObject({ outcome: 'ok', verification: { passed: true } });

    expect(() => addon.openPlugin(library)).toThrow(/plugin-backwards' .* is registered twice/);
  });

  it('is refused in one sentence when it is none', () => {
    const folder = temporaryFolder();
    const addon = openAddon('cpu');
    expect(() => addon.openPlugin(join(folder, 'missing.so'))).toThrow(/cannot be opened/);

    writeFileSync(join(folder, 'other.cpp'), 'extern "C" int nothing() { return 1; }\n');
    compile(join(folder, 'other.cpp'), join(folder, 'other.so'));
    expect(() => addon.openPlugin(join(folder, 'other.so'))).toThrow(/no entry point/);

    const older = 'extern "C" int breakeven_register(const void*) { return 1; }\n';
    writeFileSync(join(folder, 'older.cpp'), older);
    compile(join(folder, 'older.cpp'), join(folder, 'older.so'));
    expect(() => addon.openPlugin(join(folder, 'older.so'))).toThrow(/another version/);
  });
});
