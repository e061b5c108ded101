import { parseArgs } from 'node:util';
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { MutantSample } from './mutant-sample.ts';
import { StepFailed, say, withFailures } from './steps.ts';

/** A folder of sources and the tests that are to find faults in it: those that stand at the same place below `test`. */
const folders: ReadonlyMap<string, { readonly sources: string; readonly tests: string }> = new Map([
  ['stats', { sources: 'src-main/stats', tests: 'test/stats' }],
  ...['plan', 'run', 'store', 'analysis', 'engines'].map(
    (name) => [name, { sources: `src-main/core/${name}`, tests: `test/core/${name}` }] as const,
  ),
]);

type Asked = {
  readonly files: string | undefined;
  readonly concurrency: number;
  readonly sample: MutantSample;
};

/**
 * `npm run mutants -- [folder ...]`: changes one thing of a source at a time and sees whether a test fails. Ends with the
 * score of each folder. `--share 0.1 --seed 1` tries a part of all mutants, `--files order.ts,fits.ts` those of some files.
 * Only what has changed since the last whole run of a folder is tried again.
 */
export async function main(args: readonly string[]): Promise<number> {
  return await withFailures(async () => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        concurrency: { type: 'string', default: '1' },
        share: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        files: { type: 'string' },
      },
    });
    const asked: Asked = {
      files: values.files,
      concurrency: numberFrom(values.concurrency, 'concurrency', 1, 2),
      sample: {
        share: numberFrom(values.share, 'share', 0, 1),
        seed: numberFrom(values.seed, 'seed', 0, 2 ** 31),
      },
    };
    const names = positionals.length > 0 ? positionals : [...folders.keys()];
    const scores: string[] = [];
    for (const name of names) scores.push(scoreLine(name, await tryFolder(name, asked)));
    for (const line of scores) process.stdout.write(`${line}\n`);
    return 0;
  });
}

function numberFrom(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= min && value <= max) return value;
  throw new StepFailed(`--${name} is ${text}, allowed is a number from ${min} to ${max}`);
}

async function tryFolder(name: string, asked: Asked): Promise<readonly MutantResult[]> {
  const folder = folders.get(name);
  if (folder === undefined) {
    throw new StepFailed(
      `there is no folder "${name}": allowed are ${[...folders.keys()].join(', ')}`,
    );
  }
  say(`${name}: mutants of ${folder.sources}, tried on ${folder.tests}`);
  return await new Stryker(optionsFor(name, folder, asked)).runMutationTest();
}

function optionsFor(
  name: string,
  { sources, tests }: { readonly sources: string; readonly tests: string },
  { files, concurrency, sample }: Asked,
): PartialStrykerOptions {
  const whole = sample.share === 1 && files === undefined;
  return {
    mutate: (files?.split(',') ?? ['**/*.ts']).map((file) => `${sources}/${file}`),
    // A text that is changed is a matter of the tests of texts; a statement of SQL without its text fails everywhere.
    mutator: { plugins: [], excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts', dir: tests, related: true },
    plugins: ['@stryker-mutator/vitest-runner', new URL('mutant-sample.ts', import.meta.url).href],
    checkers: sample.share === 1 ? [] : ['sample'],
    mutantSample: sample,
    concurrency,
    incremental: whole,
    incrementalFile: `out/mutants/${name}.json`,
    tempDirName: 'out/mutants/sandbox',
    ignorePatterns: ['dist', 'release', 'out', 'src-renderer', 'resources/screenshots'],
    // Stryker would rewrite it with an interface that TypeScript 7 no longer has. No test reads it.
    tsconfigFile: 'not-rewritten.json',
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // An endless loop is the most frequent way to be found out: not five seconds for each.
    timeoutMS: 2000,
    // The tests of a whole folder, slowed down by counting what they reach, on a machine that does other work.
    dryRunTimeoutMinutes: 30,
    allowConsoleColors: false,
    logLevel: 'warn' as LogLevel,
    // `mutantSample` belongs to `mutant-sample.ts`.
    warnings: {
      preprocessorErrors: true,
      unserializableOptions: true,
      slow: false,
      unknownOptions: false,
    },
  };
}

/** Of the mutants that were tried: found by a failing test or an endless loop, and not found. */
function scoreLine(name: string, results: readonly MutantResult[]): string {
  const count = (...kinds: readonly MutantResult['status'][]): number =>
    results.filter(({ status }) => kinds.includes(status)).length;
  const caught = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const tried = caught + survived;
  const score = tried === 0 ? 'no mutant' : `${((100 * caught) / tried).toFixed(1)} %`;
  return `${name}: ${score}, ${caught} of ${tried} found, ${count('NoCoverage')} in code that no test reaches; ${results.length} mutants in all`;
}
