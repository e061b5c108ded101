import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

describe('list', () => {
  it('prints one document of the stated shape', async () => {
    const { code, stdout, stderr } = await cliSession(createScriptedApp(), ['list', '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const { schemaVersion, workloads } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    const [count] = workloads;
    expect(count.id).toBe('count');
    expect(count.axes.map((axis: { id: string }) => axis.id)).toContain('distribution');
    expect(count.variants.at(-1)).toMatchObject({
      id: 'absent',
      device: 'cuda',
      kind: 'study',
      available: false,
      reason: 'no CUDA device was found',
      source: 'scripted',
    });
  });

  it('prints a table for people with the reason of what is not there', async () => {
    const { stdout } = await cliSession(createScriptedApp(), ['list']);
    expect(stdout).toMatch(/^absent +cuda +study +no +no CUDA device was found$/m);
  });

  it('lists one workload, with what its variants take', async () => {
    const { code, stdout } = await cliSession(createScriptedApp(), ['list', '--workload', 'count']);
    expect(code).toBe(0);
    expect(stdout.match(/^\S+: /gm)).toEqual(['count: ']);
    expect(stdout).toMatch(/^n +0 \.\. 2\^31-1 +\S+ +\S/m);
    expect(stdout).toMatch(/^threads +0 \.\. \S+ +\d+ +.* parallel/m);
    const json = await cliSession(createScriptedApp(), ['list', '--workload', 'count', '--json']);
    const { workloads } = JSON.parse(json.stdout);
    expect(workloads.map(({ id }: { id: string }) => id)).toEqual(['count']);
  });
});
