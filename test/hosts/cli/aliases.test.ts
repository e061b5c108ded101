import { describe, expect, it } from 'vitest';
import { commonFlags } from '../../../src-main/hosts/cli/flags.ts';
import { parseArguments } from '../../../src-main/hosts/cli/parse-arguments.ts';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createFakeApp } from '../../helpers/fake-app.ts';

const verbs = await Promise.all(Object.values(verbLoaders).map((load) => load()));

/** Names that command lines of earlier versions hold: verb, old flag, flag of today. */
const oldFlags = [
  ['break-even', 'span', 'scope'],
  ['figure', 'span', 'scope'],
  ['run', 'rule', 'criterion'],
  ['run', 'span', 'scope'],
  ['run', 'tie', 'link'],
  ['show', 'span', 'scope'],
  ['tune', 'rule', 'criterion'],
  ['tune', 'span', 'scope'],
] as const;

describe('flags of earlier versions', () => {
  it.each(oldFlags)('%s takes --%s as --%s', (name, old, today) => {
    const verb = verbs.find((one) => one.name === name);
    const grammar = {
      verb: name,
      positionals: [],
      flags: [...(verb?.flags ?? []), ...commonFlags],
    };
    const args = parseArguments([`--${old}`, 'x'], grammar);
    expect([args.names, args.value(today)]).toEqual([[today], 'x']);
  });

  it.each(oldFlags)('the help of %s does not show --%s', async (name, old, today) => {
    const { stdout } = await cliSession(createFakeApp({ scripted: {} }), [name, '--help']);
    expect(stdout).toContain(`--${today} <`);
    expect(stdout).not.toMatch(new RegExp(`--${old}\\b(?!-)`));
  });

  it('are accepted by a whole command line', async () => {
    const planned = async (...words: string[]) => {
      const run = ['run', '--workload', 'count', '--sweep', 'n=8,9', '--dry-run', '--json'];
      const { code, stdout } = await cliSession(createFakeApp({ scripted: {} }), [
        ...run,
        ...words,
      ]);
      const { configuration } = JSON.parse(stdout);
      return [code, configuration.groups, configuration.policy];
    };
    const old = await planned(
      ...['--tie', 'bins=n', '--rule', 'fixed', '--rule-set', 'samples=5'],
      ...['--repetitions', '3', '--span', 'kernel'],
    );
    const today = await planned(
      ...['--link', 'bins=n', '--criterion', 'fixed', '--criterion-set', 'samples=5'],
      ...['--repetitions', '3', '--scope', 'kernel'],
    );
    expect(old).toEqual(today);
    expect(old).toMatchObject([0, [{ tie: { bins: 'n' } }], { rounds: 3 }]);
  });
});
