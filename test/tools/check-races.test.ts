import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src-main/tools/check-races.ts';
import { repositoryRoot } from '../helpers/paths.ts';

type Finished = { readonly code: number; readonly output: string };

const race = { code: 66, output: 'WARNING: ThreadSanitizer: data race (pid=1)\n' };
const clean = { code: 0, output: 'ok: mean/cpu-fast xres=300\nskipped: mean/tbb\n' };

const checked = (seeded: Finished, all: Finished) =>
  check((...words) => Promise.resolve(words.includes('--seeded') ? seeded : all));

describe('check:races', () => {
  it('is content when only the race on purpose is reported', async () => {
    expect(await checked(race, clean)).toBeNull();
  });

  it('fails when the race on purpose is not reported', async () => {
    expect(await checked(clean, clean)).toMatch(/did not report a race that is there/);
    expect(await checked({ code: 66, output: 'Segmentation fault' }, clean)).toMatch(
      /did not report/,
    );
  });

  it('shows what was reported of a variant', async () => {
    expect(await checked(race, { ...race, output: `${clean.output}${race.output}` })).toMatch(
      /data race[\s\S]*ended with 66$/,
    );
  });

  it('fails when nothing was run', async () => {
    expect(await checked(race, { code: 0, output: 'skipped: mean/tbb\n' })).toMatch(
      /no CPU variant was run/,
    );
  });

  it('is part of check:sanitizers', () => {
    const tool = join(repositoryRoot, 'src-main', 'tools', 'check-sanitizers.ts');
    expect(readFileSync(tool, 'utf8')).toContain('await checkRaces()');
  });
});
