import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, quickPreset } from '../../helpers/scripted-app.ts';

/** With an own preset of one workload beside the one that comes with the application. */
function withPresets() {
  const { configuration } = quickPreset;
  const groups = [{ workload: 'trouble', variants: 'all' as const, set: {}, sweep: {} }];
  const mine = {
    ...{ id: 'mine', title: 'Troubles', summary: '', own: true },
    configuration: { ...configuration, groups },
  };
  const quick = {
    ...quickPreset,
    configuration: { ...configuration, groups: [...configuration.groups, ...groups] },
  };
  return createScriptedApp({ presets: async () => [quick, mine] });
}

describe('list --presets', () => {
  it('names every preset with its title, summary and workloads', async () => {
    const app = withPresets();
    const presets = await app.api.presets({});
    const { code, stdout } = await cliSession(app, ['list', '--presets']);
    expect(code).toBe(0);
    expect(stdout).toContain('mine: Troubles (your own)\n  workloads: trouble\n');
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
    expect(ids(await of('count'))).toEqual(['quick']);
    expect(ids(await of('trouble'))).toEqual(['quick', 'mine']);
  });
});
