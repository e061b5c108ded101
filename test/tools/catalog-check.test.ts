import { expect, it } from 'vitest';
import { refuseFaults } from '../../src-main/tools/build.ts';
import { cliSession } from '../helpers/cli-session.ts';
import { createScriptedApp } from '../helpers/scripted-app.ts';

it('fails a build in which one variant is there twice, and no other', async () => {
  const app = createScriptedApp();
  const sound = await cliSession(app, ['list']);
  expect(() => refuseFaults(sound.stdout + sound.stderr)).not.toThrow();
  const problems = ['variant count/parallel is registered twice'];
  const catalog = async () => ({ ...(await app.api.catalog({})), problems });
  const { stdout, stderr } = await cliSession({ ...app, api: { ...app.api, catalog } }, ['list']);
  expect(() => refuseFaults(stdout + stderr)).toThrow(
    'catalog: variant count/parallel is registered twice\nthe catalog of what was built is not sound',
  );
});
