import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/**
 * Ends a run with the names of the tests that were skipped and one line that continuous integration counts. A file
 * that could not be loaded and an error outside any test count as failures; tests without a tag that is asked for do not
 * count.
 */
export class ClosingReporter implements Reporter {
  private tags: readonly string[] = [];

  onInit({ config }: Vitest): void {
    this.tags = config.tagsFilter ?? [];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => this.tags.every((tag) => test.tags.includes(tag)));
    const of = (state: string): readonly TestCase[] =>
      tests.filter((test) => test.result().state === state);
    const skipped = of('skipped');
    const brokenSuites = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    );
    const failed = of('failed').length + brokenSuites.length + unhandled.length;
    const lines = [
      ...skipped.map((test) => `skipped: ${test.module.relativeModuleId} > ${test.fullName}`),
      `${of('passed').length} passed, ${failed} failed, ${skipped.length} skipped`,
    ];
    // After the default reporter's own summary, which is printed when the run ends too.
    process.once('exit', () => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}

// biome-ignore lint/style/noDefaultExport: a reporter that is named by its path is taken from there.
export default ClosingReporter;
