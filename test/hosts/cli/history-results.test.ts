import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';

const app = () => createFakeApp({ runs: 4 });

describe('history with what runs came to', () => {
  it('shows n* and the best ratio, and the interval where there is room, as numbers in JSON', async () => {
    const { stdout } = await cliSession(app(), ['history']);
    expect(stdout).toMatch(/^run +started .* n\* +speedup/m);
    expect(stdout).toMatch(/16\.9 k/);
    const { stdout: json } = await cliSession(app(), ['history', '--json']);
    const [run] = JSON.parse(json).runs;
    expect(run.results.breakEven).toMatchObject({ at: 16_857, ci95: [16_500, 17_200] });
    expect(run.results.speedup.ratio).toBeGreaterThan(1);
  });

  it('passes the order and the case on', async () => {
    const asked: unknown[] = [];
    const fake = app();
    const history: typeof fake.api.history = async (request) => {
      asked.push([request.order, request.chosen]);
      return await fake.api.history(request);
    };
    const spied = { ...fake, api: { ...fake.api, history } };
    const words = ['history', '--case', 'variant:plain n:1k', '--scope', 'total'];
    const { stdout } = await cliSession(spied, [...words, '--sort', 'Case:desc']);
    expect(stdout).toMatch(/^run .* case /m);
    await cliSession(spied, ['history', '--sort', 'n*']);
    await cliSession(spied, ['history', '--sort', 'speedup']);
    expect(asked).toEqual([
      [
        { by: 'case', descending: true },
        { query: 'variant:plain n:1k', scope: 'total' },
      ],
      [{ by: 'breakEven', descending: false }, undefined],
      [{ by: 'speedup', descending: true }, undefined],
    ]);
  });

  it.each([
    [
      'speed',
      '--sort takes a column, and :asc or :desc after it, not "speed"; did you mean "speedup"?',
    ],
    ['title:up', '--sort takes a column'],
    ['case', '--sort case needs --case'],
  ])('refuses --sort %s', async (sort, message) => {
    const { code, stderr } = await cliSession(app(), ['history', '--sort', sort]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
