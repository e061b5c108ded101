import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, runWords } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('history and figure', () => {
  it('lists history for people and as JSON', async () => {
    const app = createScriptedApp();
    expect((await cliSession(app, ['history'])).stdout).toContain('No run is stored');
    await cliSession(app, [...runWords, '--quiet']);
    expect((await cliSession(app, ['history'])).stdout).toMatch(
      /^\w{12} +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC +complete/m,
    );
    const { stdout } = await cliSession(app, ['history', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      total: 1,
      runs: [{ status: 'complete' }],
    });
  });

  it('leaves no half-written file behind when the place is taken by a folder', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'f.png'));
    const app = createScriptedApp();
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stderr } = await cliSession(app, ['figure', 'latest', '--out', 'f.png'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('it is a folder');
    expect(readdirSync(cwd)).toEqual(['f.png']);
  });
});
