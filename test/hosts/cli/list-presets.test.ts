import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';
import { fakePresets } from '../../helpers/fake-presets.ts';

/** With an own preset of one workload beside the one that comes with the application. */
function withPresets() {
  const app = createFakeApp();
  const own = fakePresets.map((preset) => ({
    ...preset,
    ...{ id: 'mine', title: 'Totals', summary: '', own: true },
    configuration: {
      ...preset.configuration,
      groups: preset.configuration.groups.filter(({ workload }) => workload === 'total'),
    },
  }));
  return { ...app, api: { ...app.api, presets: async () => [...fakePresets, ...own] } };
}

describe('list --presets', () => {
  it('names every preset with its title, summary and workloads', async () => {
    const app = withPresets();
    const presets = await app.api.presets();
    const { code, stdout } = await cliSession(app, ['list', '--presets']);
    expect(code).toBe(0);
    expect(stdout).toContain('mine: Totals (your own)\n  workloads: total\n');
    for (const { id, title } of presets) expect(stdout).toContain(`${id}: ${title}`);
    const json = JSON.parse((await cliSession(app, ['list', '--presets', '--json'])).stdout);
    expect(json.presets.map(({ id }: { id: string }) => id)).toEqual(presets.map(({ id }) => id));
    expect(json.presets[0]).toEqual({
      ...{ id: expect.any(String), title: expect.any(String), summary: expect.any(String) },
      ...{ own: false, workloads: expect.arrayContaining([expect.any(String)]) },
    });
  });

  it('names those of one workload alone', async () => {
    const app = withPresets();
    const words = ['list', '--presets', '--json', '--workload'];
    const of = async (workload: string) =>
      JSON.parse((await cliSession(app, [...words, workload])).stdout).presets;
    const ids = (presets: { id: string }[]) => presets.map(({ id }) => id);
    expect(ids(await of('tally'))).toEqual(['quick']);
    expect(ids(await of('total'))).toEqual(['quick', 'mine']);
    expect((await cliSession(app, [...words, 'taly'])).stdout).toContain('did you mean');
  });
});
