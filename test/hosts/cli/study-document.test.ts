import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliPath, repositoryRoot } from '../../helpers/paths.ts';
import { runCli } from '../../helpers/run-cli.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it.skipIf(!existsSync(cliPath))(
  'docs/study.md and paper.md have the claims of the shipped run as the command line tells them',
  async () => {
    const home = temporaryFolder();
    const said = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runCli(words, { home });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      return stdout;
    };
    await said('import', join(repositoryRoot, 'resources/sample-results/udelar-scan.breakeven'));
    const { claims } = JSON.parse(
      await said('study', 'imported', '--study', 'udelar-scan', '--json'),
    );
    const [page, paper] = ['docs/study.md', 'paper.md'].map((path) =>
      readFileSync(join(repositoryRoot, path), 'utf8'),
    );
    expect(claims).toHaveLength(6);
    for (const { claim, expected, finding, verdict } of claims) {
      expect(page).toContain(`| ${claim} | ${expected} | ${finding} | ${verdict} |`);
    }
    const held = claims.filter(({ verdict }: { verdict: string }) => verdict === 'holds').length;
    expect([held, paper]).toEqual([5, expect.stringContaining('five hold')]);
    const [, interval = ''] =
      /sequential \/ blelloch: blelloch is faster .*? (from n = [^)]*\))/.exec(
        await said('break-even', 'imported', '--scope', 'call'),
      ) ?? [];
    const [, at = '', bounds = ''] = /n = (\S+) \((95 % CI \S+ to \S+)\)/.exec(interval) ?? [];
    for (const text of [page, paper])
      expect(text?.replace(/\s+/g, ' ')).toContain(`${at} (${bounds})`);
  },
);
