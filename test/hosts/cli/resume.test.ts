import { describe, expect, it } from 'vitest';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp, runWords, type ScriptedApp } from '../../helpers/scripted-app.ts';

/** A run that was cancelled after its first case. */
async function cancelledRun(app: ScriptedApp): Promise<{ readonly runId: string }> {
  let runId = '';
  const off = app.onEvent((event) => {
    if (event.type !== 'progress' || event.progress.done === 0 || runId !== '') return;
    ({ runId } = event.progress);
    void app.api.cancelRun({ runId });
  });
  const sizes = ['--n', '1000,2000,3000,4000'];
  const { code } = await cliSession(app, [...runWords, ...sizes, '--quiet']);
  expect(code).not.toBe(0);
  off();
  return { runId };
}

describe('run --resume', () => {
  it('goes on with a run and ends like one', async () => {
    const app = createScriptedApp();
    const { runId } = await cancelledRun(app);
    const { code, stdout } = await cliSession(app, ['run', '--resume', 'latest', '--json']);
    expect(code).toBe(0);
    expect(app.calls).toContain('resumeRun');
    expect(JSON.parse(stdout).run).toMatchObject({ id: runId, status: 'complete' });
  });

  it('says that a complete run is, measures nothing and shows it', async () => {
    const app = createScriptedApp();
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stdout, stderr } = await cliSession(app, ['run', '--resume', 'latest']);
    expectEnd({ code, stderr }, 0, /^run \w+ is complete; nothing is left to measure\n$/);
    expect(stdout).toContain(' is complete');
    expect(app.calls).not.toContain('resumeRun');
  });
});
