import type { CeilingShare } from './inspection.ts';
import type { StoredCase } from './run.ts';
import { isDisturbed } from './target.ts';
import type { Values } from './workload.ts';

export type CaseLabel = { readonly text: string; readonly meaning: string };

/** What makes a time or a share of the ceiling mean something else than it seems to. */
export function caseLabels({
  facts,
  values,
  warnings = [],
}: Pick<StoredCase, 'facts' | 'values'> &
  Partial<Pick<StoredCase, 'warnings'>>): readonly CaseLabel[] {
  const level = typeof facts.cacheLevel === 'string' ? facts.cacheLevel : 'a cache';
  return [
    ...(isDisturbed({ warnings })
      ? [
          {
            text: 'disturbed',
            meaning:
              'Something else used the machine while it was measured; its warning says what.',
          },
        ]
      : []),
    ...(isEmpty(values)
      ? [
          {
            text: 'empty input',
            meaning: 'There is nothing to compute: its time and ratio are of the overhead alone.',
          },
        ]
      : []),
    ...(facts.nearLaunchOverhead === true
      ? [
          {
            text: 'near launch overhead',
            meaning:
              'It takes less than 1.4 times as long as launching a kernel that does nothing.',
          },
        ]
      : []),
    ...(facts.l2Resident === true
      ? [
          {
            text: 'L2-resident',
            meaning: 'Its data fit into the L2 cache of the GPU: its rate is not that of memory.',
          },
        ]
      : []),
    ...(facts.cacheResident === true
      ? [
          {
            text: `cache-resident (${level})`,
            meaning: `Its data fit into ${level} of the processor: its rate is not that of memory.`,
          },
        ]
      : []),
  ];
}

/** An input without a single value. */
export function isEmpty({ n, xres, yres }: Values): boolean {
  return n === 0 || xres === 0 || yres === 0;
}

/** Why shares of a ceiling are above all that was measured, each reason once with the variants that it is of. */
export function reasonsAbove(
  cases: readonly Pick<StoredCase, 'index' | 'variant'>[],
  ceilings: Readonly<Record<string, CeilingShare>> | undefined,
): readonly { readonly reason: string; readonly variants: readonly string[] }[] {
  const found = new Map<string, Set<string>>();
  for (const { index, variant } of cases) {
    const reason = ceilings?.[String(index)]?.reason;
    if (reason !== undefined) found.set(reason, (found.get(reason) ?? new Set()).add(variant));
  }
  return [...found].map(([reason, variants]) => ({ reason, variants: [...variants] }));
}
