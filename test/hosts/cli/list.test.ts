import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';

describe('list', () => {
  it('prints one document of the stated shape', async () => {
    const { code, stdout, stderr } = await cliSession(createFakeApp({ scripted: {} }), [
      'list',
      '--json',
    ]);
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
    const { stdout } = await cliSession(createFakeApp({ scripted: {} }), ['list']);
    expect(stdout).toMatch(/^absent +cuda +study +no +no CUDA device was found$/m);
  });
});
