import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cpuAddonPath, distFolder, repositoryRoot } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const bundle = join(distFolder, 'main', 'electron.js');
const built = existsSync(bundle) && existsSync(cpuAddonPath);

describe.skipIf(!built)('the built desktop app (skipped where it is not built)', () => {
  it('starts, serves its page, answers its window, refuses others, and quits', async () => {
    const helpers = join(repositoryRoot, 'test', 'helpers');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', join(helpers, 'electron-hooks.ts'), join(helpers, 'built-electron.ts')],
      { env: { ...process.env, BREAKEVEN_HOME: temporaryFolder() }, maxBuffer: 2 ** 24 },
    );
    const seen = JSON.parse(stdout);
    expect(seen.errorBoxes).toEqual([]);
    expect(seen.loaded).toEqual(['app://breakeven/index.html']);
    expect(existsSync(seen.preload)).toBe(true);
    expect(seen.pageStatus).toBe(200);
    expect(seen.policy).toContain("script-src 'self'");
    expect(seen.scriptType).toBe('text/javascript; charset=utf-8');
    expect(seen.catalog.ok).toBe(true);
    const ids = seen.catalog.value.workloads.map((workload: { id: string }) => workload.id);
    expect(ids).toContain('histogram');
    expect(seen.refused).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    for (const entry of seen.engines) expect(entry).toBe(join(distFolder, 'main', 'engine.js'));
    expect(seen.engines.length).toBeGreaterThan(0);
  });
});
