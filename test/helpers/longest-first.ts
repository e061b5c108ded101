import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start engines first, then those that load addons, the longest of each first, with files of pages spread evenly
 * among them: not all workers have a browser at once, and no long file is left for the end. The rest come last, one behind
 * the other, since they share their workers.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = Object.groupBy(await super.sort(files), ({ project }) => project.name);
    const { engines = [], alone = [], e2e = [], ...rest } = sorted;
    const places = [[...engines, ...alone], e2e].flatMap((some) =>
      some.map((file, at) => ({ file, place: at / some.length })),
    );
    places.sort((a, b) => a.place - b.place);
    return [...places.map(({ file }) => file), ...Object.values(rest).flatMap((some = []) => some)];
  }
}
