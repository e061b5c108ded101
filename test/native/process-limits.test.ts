import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testAddonFolder } from './native-addons.ts';

let groups: string;

beforeEach(() => {
  groups = temporaryFolder();
});

function group(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(groups, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), `${text}\n`);
  return folder;
}

/** What an engine under this environment says. */
function engineUnder(environment: Readonly<Record<string, string>>) {
  const child = join(import.meta.dirname, 'process-limits-child.mjs');
  const text = execFileSync(process.execPath, [child, testAddonFolder], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return JSON.parse(text) as {
    threads: number;
    reason: string;
    outcome: string;
    usableCpus: number;
  };
}

describe('an engine', () => {
  it('takes as many threads as it may by default, and records how many those were', () => {
    expect(engineUnder({ BREAKEVEN_CPUS: '1' })).toMatchObject({
      threads: 1,
      usableCpus: 1,
      outcome: 'ok',
    });
  });

  it('refuses what does not fit into the tightest control group around it, of either version', () => {
    const wide = group('wide', { 'memory.max': 'max', 'memory.current': '1' });
    const second = group('second', {
      'memory.max': String(160 * 2 ** 20),
      'memory.current': String(96 * 2 ** 20),
      'memory.stat': `anon 3\ninactive_file ${32 * 2 ** 20}`,
    });
    const first = group('first', {
      'memory.limit_in_bytes': String(96 * 2 ** 20),
      'memory.usage_in_bytes': String(32 * 2 ** 20),
      'memory.stat': `inactive_file 7\ntotal_inactive_file ${2 ** 20}`,
    });
    const endless = group('endless', {
      'memory.limit_in_bytes': '9223372036854771712',
      'memory.usage_in_bytes': '5',
    });
    const under = (...folders: string[]) =>
      engineUnder({ BREAKEVEN_MEMORY_GROUPS: folders.join('\n') }).reason;
    expect(under(wide, second)).toMatch(/ of host memory, 96\.0 MiB is free$/);
    expect(under(second, first, endless)).toMatch(/ of host memory, 65\.0 MiB is free$/);
    expect(under(wide, endless, join(groups, 'gone'))).toBeFalsy();
  });
});
