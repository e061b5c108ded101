import { beforeEach, describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import { gateOf, gateStatus, type Judged } from '../../../src-main/hosts/cli/gate.ts';
import type { CliIo } from '../../../src-main/hosts/cli/io.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

function statusOf(judged: readonly Judged[], asked: readonly string[], tell?: number) {
  let said = '';
  const io = {
    err: (text: string) => {
      said += text;
    },
  } as unknown as CliIo;
  const gate = gateOf(judged, new Set(asked), tell);
  return { status: gateStatus(io, gate, 'cases are'), said, gate };
}

const view = (verdict: ComparisonView['verdict'], more: Partial<ComparisonView> = {}) =>
  ({ verdict, reason: '', ratio: 1, ci95: null, against: 'x', ...more }) satisfies ComparisonView;

describe('a gate', () => {
  it.each(['failed', 'skipped', 'inconclusive'])('finds what is %s', (kind) => {
    const judged = [
      { kinds: [kind], id: { case: 3 } },
      { kinds: ['equivalent'], id: { case: 4 } },
    ];
    const { status, said, gate } = statusOf(judged, [kind]);
    expect([status, said]).toEqual([4, `breakeven: 1 of 2 cases are ${kind}\n`]);
    expect(gate.document).toMatchObject({ hits: [{ case: 3 }], judged: 2 });
    expect(statusOf(judged, ['slower']).status).toBe(0);
    expect(statusOf(judged, []).status).toBe(0);
  });

  it('counts a difference that does not hold in its sweep only for what else it is', () => {
    const comparison = view('slower', { p: 0.04, adjustedP: 0.08 });
    const judged = [{ kinds: ['slower', 'failed'], comparison, id: {} }];
    // It is not known to be slower, nor not to be.
    expect(statusOf(judged, ['slower']).status).toBe(5);
    expect(statusOf(judged, ['slower', 'failed']).status).toBe(4);
    const holding = [{ kinds: ['slower'], comparison: view('slower', { p: 0.04 }), id: {} }];
    expect(statusOf(holding, ['slower']).status).toBe(4);
  });

  it.each<[number, ComparisonView['verdict'], [number, number] | null, number]>([
    [4, 'slower', [1.006, 1.4], 0.05],
    [0, 'inconclusive', [0.5, 1.049], 0.05],
    [0, 'faster', [0.5, 0.9], 0.05],
    [0, 'equivalent', [0.99, 1.01], 0.05],
    [5, 'inconclusive', [0.9, 1.051], 0.05],
    [0, 'inconclusive', [0.9, 1.051], 0.1],
    [5, 'equivalent', [0.99, 1.015], 0.01],
    [5, 'inconclusive', null, 0.05],
  ])('is %i over a verdict %s in %j where %d is to be detected', (status, verdict, ci95, tell) => {
    const judged = [{ kinds: [verdict], comparison: view(verdict, { ci95 }), id: {} }];
    const found = statusOf(judged, ['slower'], tell);
    expect(found.status).toBe(status);
    expect(found.gate.untold).toBe(status === 5 ? 1 : 0);
    if (status === 5) expect(found.said).toContain(`may be slower by more than ${100 * tell} %`);
    // A gate for anything else does not ask.
    expect(statusOf(judged, ['failed'], tell).status).toBe(0);
  });

  it('takes what says itself that it could not tell for untold', () => {
    const steady = { kinds: ['steady'], id: {} };
    expect(statusOf([steady, { ...steady, untold: true }], ['slower']).status).toBe(5);
    expect(statusOf([steady, { ...steady, untold: true }], ['faster']).status).toBe(0);
  });

  it('is never green over a contender that newly fails, asked for or not', () => {
    const judged = [{ kinds: ['not comparable', 'failed'], newlyFailed: true, id: {} }];
    expect(statusOf(judged, []).status).toBe(1);
    const asked = statusOf(judged, ['slower']);
    expect([asked.status, asked.said]).toEqual([
      4,
      'breakeven: 1 of 1 cases are slower or failed\n',
    ]);
  });

  it('does not pass where there is nothing to look at', () => {
    expect(statusOf([], ['slower'])).toMatchObject({
      status: 5,
      said: 'breakeven: --fail-on has nothing to look at\n',
    });
    expect(statusOf([], []).status).toBe(0);
  });

  it.each(['faster', 'slower', 'equivalent', 'inconclusive'])(
    'does not pass where %s is asked for and no case has a verdict',
    (verdict) => {
      const comparison = view('not comparable', { ratio: null });
      const judged = [
        { kinds: [], id: { case: 0 } },
        { kinds: ['skipped'], id: { case: 1 } },
        { kinds: ['not comparable', 'skipped'], comparison, id: { case: 2 } },
      ];
      expect(statusOf(judged, [verdict])).toMatchObject({
        status: 5,
        said: `breakeven: --fail-on ${verdict}: none of 3 cases could be compared\n`,
        gate: { document: { judged: 3, withVerdict: 0 } },
      });
      // An outcome is known of each; a verdict is not needed for it.
      expect(statusOf(judged, ['failed'])).toMatchObject({ status: 0, said: '' });
      expect(statusOf(judged, ['failed', verdict]).status).toBe(5);
      expect(statusOf(judged, ['skipped', verdict]).status).toBe(4);
      expect(statusOf(judged, []).status).toBe(0);
    },
  );

  it('says how many cases were not comparable, and passes or fails by the others', () => {
    const judged = [
      { kinds: [], id: {} },
      { kinds: ['skipped'], id: {} },
      { kinds: ['not comparable', 'failed'], comparison: view('not comparable'), id: {} },
      { kinds: ['slower'], comparison: view('slower', { p: 0.01 }), id: {} },
    ];
    const note = 'note 2 of 3 cases were not comparable\n';
    expect(statusOf(judged, ['faster'])).toMatchObject({ status: 0, said: note });
    expect(statusOf(judged, ['slower'])).toMatchObject({
      status: 4,
      said: `${note}breakeven: 1 of 4 cases are slower\n`,
    });
    expect(statusOf(judged, ['not comparable']).said).toBe(
      'breakeven: 1 of 4 cases are not comparable\n',
    );
    // Answers and series are no comparisons of single cases.
    const answers = [
      { kinds: ['one'], id: {} },
      { kinds: ['failed'], id: {} },
    ];
    expect(statusOf(answers, ['none'])).toMatchObject({ status: 0, said: '' });
    expect(statusOf(answers.slice(1), ['none', 'inconclusive']).status).toBe(5);
    expect(statusOf([{ kinds: ['steady'], id: {} }], ['slower']).status).toBe(0);
  });
});

describe('--fail-on of every verb that has it', () => {
  it.each(['run', 'compare', 'break-even', 'history'])('%s', async (verb) => {
    const app = createScriptedApp();
    const help = (await cliSession(app, [verb, '--help'])).stdout.replaceAll(/\s+/g, ' ');
    expect(help).toMatch(/--fail-on <kinds> [^-]*inconclusive[^-]*failed, skipped/);
    expect(help).toContain('4 something that --fail-on names was found');
    const sides = { compare: ['a', 'b'], run: [], history: ['--changes'] }[verb] ?? ['latest'];
    const wrong = await cliSession(app, [verb, ...sides, '--fail-on', 'skiped']);
    expectEnd(wrong, 2, /"skiped"; did you mean "skipped"\?/);
    expect(app.calls).not.toContain('startRun');
  });
});

describe('run --fail-on', () => {
  let session: (...words: readonly string[]) => ReturnType<typeof cliSession>;
  beforeEach(() => {
    const app = createScriptedApp();
    session = (...all) => cliSession(app, all);
  });
  const words = ['run', '--workload', 'count', '--n', '1000', '--quiet'];

  it('exits with 4 over skipped cases, where a run without it is fine', async () => {
    const both = [...words, '--variants', 'sequential,absent'];
    expect((await session(...both)).code).toBe(0);
    const gated = await session(...both, '--fail-on', 'failed,skipped', '--json');
    expectEnd(gated, 4, 'breakeven: 1 of 2 cases are failed or skipped\n');
    expect(JSON.parse(gated.stdout).gate).toMatchObject({ failOn: ['failed', 'skipped'] });
    expect((await session(...both, '--fail-on', 'failed')).code).toBe(0);
  });

  it('exits with 5 where nothing could be compared with the baseline, or all of it was skipped', async () => {
    const alone = await session(...words, '--variants', 'sequential', '--fail-on', 'slower');
    expectEnd(alone, 5, 'breakeven: --fail-on slower: none of 1 cases could be compared\n');
    const skipped = [...words, '--variants', 'sequential,absent', '--fail-on', 'slower'];
    const { code, stderr, stdout } = await session(...skipped, '--json');
    expectEnd(
      { code, stderr },
      5,
      'breakeven: --fail-on slower: none of 2 cases could be compared\n',
    );
    expect((await session(...skipped, '--allow-unknown')).code).toBe(0);
    expect(JSON.parse(stdout).gate).toMatchObject({ judged: 2, withVerdict: 0 });
  });

  it('says how many of its cases have no verdict', async () => {
    const three = [...words, '--variants', 'sequential,parallel,absent'];
    expectEnd(
      await session(...three, '--fail-on', 'faster'),
      0,
      'note 1 of 2 cases were not comparable\n',
    );
  });
});

describe('break-even --fail-on', () => {
  it('names answers, and does not pass over a run without any', async () => {
    const app = createScriptedApp();
    const session = (...words: readonly string[]) => cliSession(app, words);
    await session('run --workload count --variants sequential,parallel --sweep n=1e3,1e5 --quiet');
    const { breakEvens } = JSON.parse((await session('break-even', 'latest', '--json')).stdout);
    const answers = breakEvens.map(({ answer }: { answer: string }) => answer);
    for (const answer of ['one', 'none', 'several']) {
      const { code } = await session('break-even', 'latest', '--fail-on', answer);
      expect([answer, code]).toEqual([
        answer,
        answers.includes(answer) ? 4 : answers.length > 0 ? 0 : 3,
      ]);
    }
  });
});
