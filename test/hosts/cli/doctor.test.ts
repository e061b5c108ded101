import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';

describe('doctor', () => {
  it('says what is missing and how to get it', async () => {
    const { code, stdout } = await cliSession(createFakeApp({ scripted: {} }), ['doctor']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^GPU +missing +none$/m);
    expect(stdout).toContain('GPU: Fit a GPU.');
  });

  it.each([
    ['ok', 0],
    ['warning', 0],
    ['missing', 3],
  ] as const)('exits, with a check that is %s, with %i', async (status, expected) => {
    const app = createFakeApp({ scripted: {} });
    const report = await app.api.doctor({});
    const checks = [
      ...[{ id: 'node', title: 'Node', status: 'ok', found: '24', fix: null } as const],
      ...[{ id: 'store', title: 'Store', status, found: 'here', fix: null }],
    ];
    const other = { ...app, api: { ...app.api, doctor: async () => ({ ...report, checks }) } };
    expect((await cliSession(other, ['doctor'])).code).toBe(expected);
    expect((await cliSession(other, ['doctor', '--json'])).code).toBe(expected);
  });
});
