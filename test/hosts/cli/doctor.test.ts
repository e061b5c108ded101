import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src-main/contract/api.ts';
import type { Calibration } from '../../../src-main/contract/calibration.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('doctor', () => {
  it('says what is missing and how to get it', async () => {
    const app = createScriptedApp();
    const { machine, checks } = await app.api.doctor({});
    const gpu = {
      id: 'gpu',
      title: 'GPU',
      status: 'missing',
      found: 'none',
      fix: 'Fit a GPU.',
    } as const;
    const doctor: Api['doctor'] = async () => ({ machine, checks: [...checks.slice(0, 1), gpu] });
    const { code, stdout } = await cliSession(createScriptedApp({ doctor }), ['doctor']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^GPU +missing +none$/m);
    expect(stdout).toContain('GPU: Fit a GPU.');
  });

  it('calibrates, says what it takes to tell a difference, and warns where 10 % are not told', async () => {
    const scope = { cases: 12, sd: 0.01 };
    const calibration: Calibration = {
      machine: 'f00d',
      measuredAt: '2026-01-02T03:04:05.000Z',
      processes: 9,
      scopes: [
        { device: 'cpu', scope: 'kernel', ...scope, for5percent: 6, for10percent: 3 },
        { device: 'cpu', scope: 'total', ...scope, for5percent: null, for10percent: 20 },
        { device: 'cuda', scope: 'call', ...scope, for5percent: null, for10percent: 21 },
        { device: 'cuda', scope: 'total', ...scope, for5percent: null, for10percent: null },
      ],
    };
    const asked: number[] = [];
    const app = {
      ...createScriptedApp(),
      async calibrate(seconds: number) {
        asked.push(seconds);
        return calibration;
      },
    };
    const { code, stdout } = await cliSession(app, ['doctor', '--calibrate', '--seconds', '30']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cpu +kernel .* 1\.0 % +here \+5 % takes 6 repetitions$/m);
    expect(stdout).toMatch(/^cpu +total .* here \+10 % takes 20 repetitions, and 50 do not/m);
    expect(stdout.match(/^warning: .*/gm)?.map((line) => line.slice(0, 50))).toEqual([
      expect.stringContaining('cuda call: this machine cannot tell'),
      expect.stringContaining('cuda total: this machine cannot tell'),
    ]);
    const json = await cliSession(app, ['doctor', '--calibrate', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ calibration });
    expect(asked).toEqual([30, 60]);
    expect((await cliSession(app, ['doctor', '--calibrate', '--seconds', '1'])).code).not.toBe(0);
  });

  it('does not store the calibration of a disturbed machine, and ends with a status of its own', async () => {
    const measured = {
      ...{ machine: 'f00d', measuredAt: '2026-01-02T03:04:05.000Z', processes: 9, scopes: [] },
      refused: {
        reason: '70 of 90 measurements were disturbed: noise',
        kept: null as string | null,
      },
    };
    const app = { ...createScriptedApp(), calibrate: async () => measured };
    const { code, stdout, stderr } = await cliSession(app, ['doctor', '--calibrate']);
    expect(code).toBe(3);
    expect(stdout).not.toContain('Stored');
    expect(stderr).toContain(
      'warning the machine was disturbed while it was calibrated (70 of 90 measurements were disturbed: noise); nothing was stored',
    );
    measured.refused.kept = '2025-12-31T00:00:00.000Z';
    const json = await cliSession(app, ['doctor', '--calibrate', '--json']);
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject({ refused: measured.refused });
    expect(json.stderr).toContain(
      '; the calibration of 2025-12-31T00:00:00.000Z stays the reference',
    );
  });

  it.each([
    ['ok', 0],
    ['warning', 0],
    ['missing', 3],
  ] as const)('exits, with a check that is %s, with %i', async (status, expected) => {
    const app = createScriptedApp();
    const report = await app.api.doctor({});
    const checks = [
      ...[{ id: 'node', title: 'Node', status: 'ok', found: '24', fix: null } as const],
      ...[{ id: 'store', title: 'Store', status, found: 'here', fix: null }],
    ];
    const other = { ...app, api: { ...app.api, doctor: async () => ({ ...report, checks }) } };
    expect((await cliSession(other, ['doctor'])).code).toBe(expected);
    expect((await cliSession(other, ['doctor', '--json'])).code).toBe(expected);
  });

  it('writes a file for a bug report that names nobody, and replaces none', async () => {
    const app = createScriptedApp();
    const report = await app.api.doctor({});
    const found = `${homedir()}/data on ${hostname()}: /home/somebody/x is not there`;
    const store = { id: 'store', title: 'Store', status: 'ok', found, fix: null } as const;
    const checks = [...report.checks, store];
    const other = { ...app, api: { ...app.api, doctor: async () => ({ ...report, checks }) } };
    const cwd = temporaryFolder();
    const words = ['doctor', '--report', 'report.json'];
    const { stderr } = await cliSession(other, words, { cwd });
    expect(stderr).toContain(`wrote ${join(cwd, 'report.json')}; look through it`);
    const text = readFileSync(join(cwd, 'report.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      version: expect.stringMatching(/^\d/),
      node: process.version,
      checks: expect.arrayContaining([
        { ...store, found: '<home>/data on <host>: <home>/x is not there' },
      ]),
    });
    const again = await cliSession(other, words, { cwd });
    expectEnd(again, 3, 'a file of that name is in the way');
  });
});
