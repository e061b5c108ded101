import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src-main/contract/api.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, runWords } from '../../helpers/scripted-app.ts';

/** With a run in which `parallel` becomes faster at n = 20,000. */
async function app() {
  const made = createScriptedApp();
  const words = [...runWords, '--n', '4000,16000,24000,64000', '--samples', '9', '--quiet'];
  await cliSession(made, words);
  return made;
}

describe('history with what runs came to', () => {
  it('shows n* and the best ratio, and the interval where there is room, as numbers in JSON', async () => {
    const made = await app();
    const { stdout } = await cliSession(made, ['history']);
    expect(stdout).toMatch(/^run +started .* n\* +speedup/m);
    expect(stdout).toMatch(/ (1[6-9]|2[0-3]),\d{3} /);
    const { stdout: json } = await cliSession(made, ['history', '--json']);
    const [run] = JSON.parse(json).runs;
    expect(run.results.breakEven.at).toBeGreaterThan(16_000);
    expect(run.results.breakEven.at).toBeLessThan(24_000);
    expect(run.results.speedup.ratio).toBeGreaterThan(1);
  });

  it('marks a speedup that is no answer, and says what the mark is', async () => {
    const made = await app();
    expect((await cliSession(made, ['history'])).stdout).not.toContain("×'");
    const history: Api['history'] = async (request) => {
      const page = await made.api.history(request);
      const rows = page.rows.map((row) => {
        const { speedup = null } = row.results ?? {};
        return row.results === undefined || speedup === null
          ? row
          : {
              ...row,
              results: { ...row.results, speedup: { ...speedup, unclear: true as const } },
            };
      });
      return { ...page, rows };
    };
    const { stdout } = await cliSession({ ...made, api: { ...made.api, history } }, ['history']);
    expect(stdout).toMatch(/\d×' /);
    expect(stdout).toContain("\n' disturbed or inconclusive\n");
  });

  it('passes the order and the case on', async () => {
    const asked: unknown[] = [];
    const real = createScriptedApp();
    const history: Api['history'] = async (request) => {
      asked.push([request.order, request.chosen]);
      return await real.api.history(request);
    };
    const spied = { ...real, api: { ...real.api, history } };
    await cliSession(real, [...runWords, '--quiet']);
    const words = ['history', '--case', 'variant:sequential n:1k', '--scope', 'total'];
    const { stdout } = await cliSession(spied, [...words, '--sort', 'Case:desc']);
    expect(stdout).toMatch(/^run .* case /m);
    await cliSession(spied, ['history', '--sort', 'n*']);
    await cliSession(spied, ['history', '--sort', 'speedup']);
    expect(asked).toEqual([
      [
        { by: 'case', descending: true },
        { query: 'variant:sequential n:1k', scope: 'total' },
      ],
      [{ by: 'breakEven', descending: false }, undefined],
      [{ by: 'speedup', descending: true }, undefined],
    ]);
  });
});
