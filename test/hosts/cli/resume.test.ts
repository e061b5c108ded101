import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src-main/contract/api.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';
import { runWords } from '../../helpers/fake-scripted.ts';

/** Gives the run as one that was cut off, the first time that it is asked for. */
function cutOff(read: Api['run']): Api['run'] {
  let asked = 0;
  return async (request) => {
    asked += 1;
    const detail = await read(request);
    return asked > 1 ? detail : { ...detail, run: { ...detail.run, status: 'partial' } };
  };
}

describe('run --resume', () => {
  it('goes on with a run and ends like one', async () => {
    const scripted = createFakeApp({ scripted: {} });
    await cliSession(scripted, [...runWords, '--quiet']);
    const app = { ...scripted, api: { ...scripted.api, run: cutOff(scripted.api.run) } };
    const { code, stdout } = await cliSession(app, ['run', '--resume', 'latest', '--json']);
    expect(code).toBe(0);
    expect(scripted.calls).toContain('resumeRun');
    expect(JSON.parse(stdout).run.id).toBe('01fakerun');
  });

  it('says that a complete run is, measures nothing and shows it', async () => {
    const app = createFakeApp({ scripted: {} });
    await cliSession(app, [...runWords, '--quiet']);
    const { code, stdout, stderr } = await cliSession(app, ['run', '--resume', 'latest']);
    expect([code, stderr]).toEqual([0, 'run 01fakerun is complete; nothing is left to measure\n']);
    expect(stdout).toContain('Run 01fakerun is complete');
    expect(app.calls).not.toContain('resumeRun');
  });

  it('takes no flag that would make it another run', async () => {
    const { code, stderr } = await cliSession(createFakeApp({ scripted: {} }), [
      ...['run', '--resume', 'latest', '--samples', '5'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be combined with --samples');
  });
});
