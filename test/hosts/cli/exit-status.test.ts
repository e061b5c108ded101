import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { exitCodes } from '../../../src-main/contract/failure.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { type Ending, endings, exitRows } from '../../../src-main/hosts/cli/exit-codes.ts';
import { exitStatus } from '../../../src-main/hosts/cli/exit-status.ts';
import { verbHelp } from '../../../src-main/hosts/cli/help.ts';
import type { CliIo } from '../../../src-main/hosts/cli/io.ts';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { repositoryRoot } from '../../helpers/paths.ts';

const noGpu = 'no GPU here: the NVIDIA driver is not installed';
const variants = [
  { id: 'sequential', available: true, reason: null },
  { id: 'parallel', available: false, reason: noGpu },
];

/** How a run ends whose cases were all skipped for these reasons, and what it says. */
function statusOf(reasons: readonly (readonly [string, string])[]) {
  let said = '';
  const io = {
    err: (text: string) => {
      said += text;
    },
  } as unknown as CliIo;
  const detail = {
    run: { status: 'complete', ok: 0, failed: 0, skipped: reasons.length },
    cases: reasons.map(
      ([variant, reason]) => ({ workload: 'ordering', variant, reason }) as StoredCase,
    ),
    workloads: [{ id: 'ordering', variants }],
  } as unknown as RunDetail;
  return { status: exitStatus(io, detail, null), said };
}

describe('a run of which every case was skipped', () => {
  it('is no success where the machine lacks what its variants need, and says so', () => {
    const { status, said } = statusOf([['parallel', noGpu]]);
    expect(status).toBe(3);
    expect(said).toContain('this machine or this build lacks what they need');
  });

  it('says so too where the others are skipped for the same lack', () => {
    const levels = `levels-on is cuda, but ${noGpu}`;
    const { status, said } = statusOf([
      ['parallel', noGpu],
      ['sequential', levels],
    ]);
    expect(status).toBe(3);
    expect(said).toContain('this machine or this build lacks what they need');
  });

  it('does not where a variant that is there was skipped for something else', () => {
    const { status, said } = statusOf([
      ['parallel', noGpu],
      ['sequential', 'n is too large'],
    ]);
    expect(status).toBe(3);
    expect(said).not.toContain('lacks');
  });
});

/** The table as the documents have it. */
function exitTable(): string {
  const rows = exitRows().map(
    ([code, text]) => `| ${code} | ${text.replaceAll(/--[\w-]+/g, '`$&`')} |`,
  );
  return ['| exit code | meaning |', '|---|---|', ...rows].join('\n');
}

describe('the table of exit codes', () => {
  it('has one meaning for each code, and stands in docs/usage.md as it is', () => {
    const codes = exitRows().map(([code]) => Number(code));
    expect(codes.toSorted((a, b) => a - b)).toEqual(
      Object.values(exitCodes).toSorted((a, b) => a - b),
    );
    expect(new Set(exitRows().map(([, meaning]) => meaning)).size).toBe(codes.length);
    expect(readFileSync(join(repositoryRoot, 'docs/usage.md'), 'utf8')).toContain(exitTable());
  });

  it('is in the help of every verb as far as the verb can end so', async () => {
    const folder = join(repositoryRoot, 'src-main/hosts/cli/verbs');
    const uses: readonly (readonly [RegExp, readonly Ending[]])[] = [
      [/exitStatus\(/, ['caseFailed', 'cancelled']],
      [/newlyFailed\b/, ['caseFailed']],
      // An interrupt aborts what runs, which ends as cancelled.
      [/abortOnInterrupt\(/, ['cancelled']],
      [/\bwaitFlag\b/, ['busy']],
      [/gateStatus\(|exitStatus\([^)]*gate\)/, ['failOn', 'unanswered']],
      ...Object.keys(exitCodes).map(
        (name) => [new RegExp(`exitCodes\\.${name}\\b`), [name as Ending]] as const,
      ),
    ];
    for (const [name, load] of Object.entries(verbLoaders)) {
      // A verb of several words has a folder of its own beside the verbs.
      const parts = join(folder, '..', name);
      const files = [join(folder, `${name}.ts`)];
      if (existsSync(parts)) files.push(...readdirSync(parts).map((file) => join(parts, file)));
      const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
      const verb = await load();
      const help = verbHelp(verb, []);
      const used = uses.flatMap(([pattern, endings]) => (pattern.test(source) ? endings : []));
      for (const ending of ['ok', 'badInput', 'environment', ...used] as const) {
        expect([name, help]).toEqual([
          name,
          expect.stringMatching(
            new RegExp(`^ +${exitCodes[ending]} +${endings[ending].slice(0, 20)}`, 'm'),
          ),
        ]);
      }
      const own = verb.endings ?? [];
      expect([name, own.filter((ending) => !used.includes(ending))]).toEqual([name, []]);
    }
  });
});
