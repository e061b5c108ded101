import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noSuchVariant, unbuiltVariant } from '../../../src-main/hosts/cli/unbuilt-variants.ts';
import { cliSession, expectEnd } from '../../helpers/cli-session.ts';
import { createScriptedApp, quickPreset } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Presets that name a variant which the catalog lacks. */
const presets = [quickPreset].map((preset) => ({
  ...preset,
  configuration: {
    ...preset.configuration,
    groups: preset.configuration.groups.map((group) => ({ ...group, variants: ['elsewhere'] })),
  },
}));

it('is told from an unknown one by a preset, its source or what the bundles name', () => {
  const root = temporaryFolder();
  const folder = join(root, 'native', 'workloads', 'count');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'written.cu'), '');
  const sentence = expect.stringContaining('of count is not in this build; "breakeven doctor"');
  expect(unbuiltVariant(['count'], 'elsewhere', presets, root)).toEqual(sentence);
  expect(unbuiltVariant(['trouble', 'count'], 'written', [], root)).toEqual(sentence);
  const bundles = ['count/bundled', 'trouble/other'];
  expect(unbuiltVariant(['count'], 'bundled', [], root, bundles)).toEqual(sentence);
  expect(unbuiltVariant(['count'], 'other', [], root, bundles)).toBeNull();
  for (const unknown of ['writen', '../count/written', '']) {
    expect(unbuiltVariant(['count'], unknown, presets, root), unknown).toBeNull();
  }
  expect(unbuiltVariant(['other'], 'elsewhere', presets, root)).toBeNull();
});

it('is named as such by run, and an unknown one with the nearest', async () => {
  const app = createScriptedApp({ presets: async () => presets });
  const run = (...words: readonly string[]) =>
    cliSession(app, ['run', '--workload', 'count', '--variants', ...words, '--dry-run']);
  const unbuilt = await run('sequential,elsewhere');
  expectEnd(
    unbuilt,
    2,
    'breakeven: the variant "elsewhere" of count is not in this build; "breakeven doctor" says what it lacks and what helps\n',
  );
  expect((await run('sequental')).stderr).toContain('did you mean "sequential"?');
});

it('is named as such by every verb that takes variants', async () => {
  const app = createScriptedApp();
  const catalog = await app.api.catalog({});
  // A workload of the repository, of which this catalog has one variant only.
  const workloads = catalog.workloads.slice(0, 1).map((one) => ({ ...one, id: 'histogram' }));
  const over = { ...app, api: { ...app.api, catalog: async () => ({ ...catalog, workloads }) } };
  const of = ['--workload', 'histogram'];
  for (const words of [
    ['selftest', ...of, '--variants', 'cuda-fast'],
    ['figure', '--kind', 'picture', ...of, '--variant', 'cuda-fast'],
    ['tune', ...of, '--variant', 'cuda-fast', '--parameter', 'threads'],
    ['run', ...of, '--variants', 'cuda-fast'],
  ]) {
    const { code, stderr } = await cliSession(over, words);
    expect([words[0], code, stderr]).toEqual([
      words[0],
      2,
      expect.stringContaining('the variant "cuda-fast" of histogram is not in this build'),
    ]);
  }
  expect(noSuchVariant(workloads.slice(0, 0), 'plian', []).message).toBe('unknown variant "plian"');
});
