import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productVersion } from '../../../src-main/core/util/product-version.ts';
import { manPage } from '../../../src-main/hosts/cli/help/man-page.ts';
import { allVerbs } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

describe('the manual page', () => {
  it('is that of the verbs as they are (npm run docs makes it anew)', async () => {
    const shipped = readFileSync(join(repositoryRoot, 'docs', 'breakeven.1'), 'utf8');
    expect(shipped).toBe(manPage(await allVerbs(), productVersion()));
  });

  it('names every verb with its flags, and is another one with another flag', async () => {
    const verbs = await allVerbs();
    const page = manPage(verbs, '1');
    for (const verb of verbs) {
      const named = verb.name.replaceAll('-', '\\-');
      expect(page).toContain(`.SS breakeven ${named}`);
    }
    const more = { name: 'new-flag', value: 'n', help: 'what it does' };
    const changed = verbs.map((verb) => ({ ...verb, flags: [...verb.flags, more] }));
    expect(page).not.toContain('new\\-flag');
    expect(manPage(changed, '1')).toContain('\\fB\\-\\-new\\-flag\\fR \\fIn\\fR\nwhat it does\n');
  });

  it('leaves nothing that roff would take for a request or an escape', async () => {
    const [verb] = await allVerbs();
    if (verb === undefined) throw new Error('there is no verb');
    const odd = { ...verb, summary: 's', description: `.so /etc/passwd \\fB 'quoted' ~ ^` };
    const page = manPage([odd], '1');
    expect(page).toContain('\n\\&.so /etc/passwd \\efB \\(aqquoted\\(aq \\(ti \\(ha\n');
  });

  it('is printed by "help --man" without opening anything', async () => {
    const app = createScriptedApp();
    const { code, stdout } = await cliSession(app, ['help', '--man']);
    expect([code, app.calls]).toEqual([0, []]);
    expect(stdout).toBe(manPage(await allVerbs(), productVersion()));
  });
});
