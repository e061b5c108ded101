import { createHash } from 'node:crypto';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';

/** Which part of all mutants is tried; the seed says which. */
export type MutantSample = { readonly share: number; readonly seed: number };

/**
 * Lets the mutants of a sample pass. Whether one belongs to it is decided from what it is alone, so that every process
 * decides the same. Stryker knows no other way to leave some out than to call them uncompilable; the score ignores those.
 */
class SampleChecker implements Checker {
  static readonly inject = tokens(commonTokens.options);
  readonly #sample: MutantSample;

  constructor(options: StrykerOptions) {
    this.#sample = options.mutantSample as MutantSample;
  }

  async init(): Promise<void> {}

  async check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
    const results = mutants.map((mutant): [string, CheckResult] => [
      mutant.id,
      isInSample(mutant, this.#sample)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' },
    ]);
    return Object.fromEntries(results);
  }
}

export function isInSample(
  { fileName, location, mutatorName, replacement }: Omit<Mutant, 'id'>,
  { share, seed }: MutantSample,
): boolean {
  const path = fileName.replaceAll('\\', '/').replace(/^.*\/src-main\//, '');
  const text = JSON.stringify([seed, path, location, mutatorName, replacement]);
  return createHash('sha256').update(text).digest().readUInt32BE() < share * 2 ** 32;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
