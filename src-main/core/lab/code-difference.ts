import type { CodeDifference } from '../../contract/procedures/labs.ts';
import { lineDiff } from './line-diff.ts';
import type { VariantCode } from './run-code.ts';

/** What differs between two builds of a variant: their commands, and the lines of their files. */
export function codeDifference(before: VariantCode, after: VariantCode): CodeDifference {
  const names = [...new Set([...before.sources, ...after.sources].map(({ name }) => name))];
  const text = ({ sources }: VariantCode, name: string) =>
    sources.find((one) => one.name === name)?.text ?? '';
  return {
    workload: after.workload,
    variant: after.variant,
    command:
      before.build.command === after.build.command
        ? null
        : { before: before.build.command, after: after.build.command },
    files: names.flatMap((name) => {
      const lines = lineDiff(text(before, name), text(after, name));
      return lines.length === 0 ? [] : [{ name, lines }];
    }),
  };
}

/** The differences of the variants that both runs have, each in its first build. */
export function codeDifferences(
  before: readonly VariantCode[],
  after: readonly VariantCode[],
): readonly CodeDifference[] {
  const byVariant = (code: readonly VariantCode[]) =>
    Map.groupBy(
      code.filter(({ role }) => role === 'variant'),
      ({ workload, variant }) => `${workload} ${variant}`,
    );
  const earlier = byVariant(before);
  return [...byVariant(after)].flatMap(([key, [one]]) => {
    const [other] = earlier.get(key) ?? [];
    return one === undefined || other === undefined ? [] : [codeDifference(other, one)];
  });
}
