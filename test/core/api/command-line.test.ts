import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  type Configuration,
  configurationSchema,
} from '../../../src-main/contract/configuration.ts';
import type { Preset } from '../../../src-main/contract/procedures/files.ts';
import { commandsOf } from '../../../src-main/core/plan/command-line.ts';
import { commandWords } from '../../../src-main/core/util/paths.ts';
import { configure } from '../../../src-main/hosts/cli/configure.ts';
import { commonFlags } from '../../../src-main/hosts/cli/flags.ts';
import { givenConfiguration } from '../../../src-main/hosts/cli/given-configuration.ts';
import { parseArguments } from '../../../src-main/hosts/cli/parse-arguments.ts';
import { run } from '../../../src-main/hosts/cli/verbs/run.ts';
import { counted } from '../../helpers/counted.ts';
import { scriptedCatalog } from '../../helpers/scripted-provider.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const policy = counted().policy;
const presets: readonly Preset[] = [
  {
    id: 'quick',
    title: 'Quick',
    summary: '',
    configuration: counted({}, { title: 'Quick run', tags: ['preset'] }),
  },
];

/** What the command line makes of the words. */
function readBack(words: readonly string[]): Configuration {
  const [program, verb, ...rest] = words;
  expect([program, verb]).toEqual(['breakeven', 'run']);
  const grammar = { verb: 'run', positionals: [], flags: [...run.flags, ...commonFlags] };
  const args = parseArguments(rest, grammar);
  const sources = { args, axisFlags: [], catalog: scriptedCatalog, presets, cwd: '/' };
  return givenConfiguration(args, '/') ?? configure(sources);
}

const cases: readonly (readonly [string, Configuration])[] = [
  ['a sweep', counted()],
  [
    'all variants and single values',
    counted({ variants: 'all', set: { n: 1e9, bins: 8 }, sweep: {} }),
  ],
  ['an axis that follows another', counted({ link: { bins: 'n' } })],
  ['an input with a name', counted({ name: 'Dubcova1' })],
  ['a sweep of one value', counted({ sweep: { n: [7] } })],
  ['numbers of all sizes', counted({ sweep: { n: [0, 1, 12_345, 65_536, 1e6, 2 ** 31 - 1] } })],
  [
    'a choice, a fraction and a flag-like text',
    counted({
      variants: ['accelerated'],
      set: { share: 0.1 + 0.2, distribution: 'degenerate' },
      sweep: {},
    }),
  ],
  ['no time limit', counted({}, { policy: { ...policy, timeLimitS: null } })],
  ['a short time limit', counted({}, { policy: { ...policy, timeLimitS: 0.25, repetitions: 7 } })],
  [
    'a title, tags and a note with quotes, dollars and line breaks',
    counted(
      {},
      {
        title: `it's "quoted" $HOME \\ back`,
        tags: ['lab', 'two words', '--odd', '-x', '=y'],
        note: 'line one\nline `two` *',
      },
    ),
  ],
  ['an empty note', counted({}, { note: '' })],
  [
    'two groups',
    { ...counted(), groups: [...counted().groups, ...counted({ set: { bins: 4 } }).groups] },
  ],
  ['a policy of its own', counted({ policy: { repetitions: 3 } })],
  ['values given twice', counted({ sweep: { n: [5, 5] } })],
  ['an unknown axis', counted({ set: { nope: 1 } })],
  ['a search', counted({ variants: ['accelerated'], sweep: {} }, { tune: { parameter: 'share' } })],
  [
    'a time limit beyond what the flag takes',
    counted({}, { policy: { ...policy, timeLimitS: 1e7 } }),
  ],
  ['a folder of matrices', counted({}, { matrices: '/data/some matrices' })],
  [
    'a preset as it is',
    { ...configurationSchema.parse(presets[0]?.configuration), preset: 'quick' },
  ],
  [
    'a preset with another seed, title and one more tag',
    {
      ...configurationSchema.parse(presets[0]?.configuration),
      preset: 'quick',
      orderSeed: 99,
      title: 'Other',
      tags: ['preset', 'mine'],
    },
  ],
  [
    'a preset that was changed',
    counted({ sweep: { n: [1] } }, { preset: 'quick', title: 'Quick run' }),
  ],
  [
    'limits of further repetitions',
    counted({ policy: { maxRepetitions: 8, target: { gpuKernel: 0.015, other: 0.015 } } }),
  ],
  ['warm-up and hang limit', counted({ policy: { warmUpS: 0.25, hangLimitS: 900 } })],
  [
    'two targets, for which there is one flag',
    counted({ policy: { target: { gpuKernel: 0.01, other: 0.03 } } }),
  ],
  ['a preset that is gone', counted({}, { preset: 'gone' })],
];

describe('the command of a configuration', () => {
  it.each(cases)('reads back exactly: %s', (_what, configuration) => {
    const { run: command } = commandsOf(configuration, { catalog: scriptedCatalog, presets });
    expect(readBack(command.words)).toEqual(configuration);
  });

  it.each(cases)(
    'is one line that a shell cuts into the same words: %s',
    (_what, configuration) => {
      const known = { catalog: scriptedCatalog, presets };
      for (const { text, words } of Object.values(commandsOf(configuration, known))) {
        const script = `set -- ${text}; for word in "$@"; do printf '%s\\0' "$word"; done`;
        const output = execFileSync('sh', ['-c', script], {
          // One of them writes a file.
          cwd: temporaryFolder(),
          encoding: 'utf8',
        });
        expect(output.split('\0').slice(0, -1)).toEqual(words);
      }
    },
  );

  it('is in flags where flags can say it', () => {
    const { run: command } = commandsOf(counted(), { catalog: scriptedCatalog, presets });
    expect(command.text).toBe(
      'breakeven run --workload count --variants sequential,parallel --sweep n=4000,16000,64000 ' +
        '--criterion fixed --criterion-set samples=30 --time-limit none --repetitions 3 --order shuffled --seed-order 5',
    );
    const preset = { ...configurationSchema.parse(presets[0]?.configuration), preset: 'quick' };
    expect(commandsOf(preset, { catalog: scriptedCatalog, presets }).run.text).toBe(
      'breakeven run --preset quick --seed-order 5',
    );
  });

  it('starts what it is told to: a packaged launcher, whatever folder it is in', () => {
    const program = ['/opt/My Apps/resources/breakeven'];
    const known = { catalog: scriptedCatalog, presets, program };
    const { run: command, nsys } = commandsOf(counted(), known);
    expect(command.text).toMatch(/^'\/opt\/My Apps\/resources\/breakeven' run --workload count /);
    expect(nsys.words).toContain(program[0]);
  });

  it('starts npm in a source tree, where no program is on the PATH', () => {
    expect(commandWords()).toEqual(['npm', 'run', '-s', 'breakeven', '--']);
  });

  it('under the profiler of whole programs does the same run', () => {
    const { nsys, run: plain } = commandsOf(counted(), { catalog: scriptedCatalog, presets });
    expect(nsys.words.slice(0, 2)).toEqual(['nsys', 'profile']);
    expect(nsys.words.slice(-plain.words.length)).toEqual(plain.words);
  });
});
