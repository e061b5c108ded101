import type { RunDetail } from '../../src-main/contract/api.ts';
import type { CodeDifference, RunBuildView } from '../../src-main/contract/procedures/labs.ts';

/** Whether cases of a run were compiled from code of the user's own, which is stored with it. */
export function hasCode({ cases }: Pick<RunDetail, 'cases'>): boolean {
  return cases.some(({ attributes }) => attributes.build !== undefined);
}

const roleTitles: Readonly<Record<string, string>> = {
  reference: 'reference',
  generate: 'generator',
  check: 'check',
};

/** Builds by a key that an address can hold, in words; what was compiled for several values has their number. */
export function namedBuilds(
  builds: readonly RunBuildView[],
): readonly { readonly id: string; readonly title: string; readonly view: RunBuildView }[] {
  const several = new Set(builds.map(({ workload }) => workload)).size > 1;
  const titles = builds.map(({ role, variant, workload }) => {
    const what = role === 'variant' ? variant : (roleTitles[role] ?? role);
    return several ? `${what} (${workload})` : what;
  });
  return builds.map((view, at) => {
    const title = titles[at] ?? '';
    const alike = titles.filter((one) => one === title).length;
    const before = titles.slice(0, at).filter((one) => one === title).length;
    return {
      id: `${view.role}-${view.build.hash.slice(0, 12)}`,
      title: alike === 1 ? title : `${title}, build ${before + 1}`,
      view,
    };
  });
}

/** The file itself first, then what it includes; the descriptor of the lab last. */
export function orderedSources({ build }: RunBuildView): RunBuildView['build']['sources'] {
  const [descriptor, ...own] = build.sources;
  return descriptor === undefined ? [] : [...own, descriptor];
}

export function isChanged({ command, files }: CodeDifference): boolean {
  return command !== null || files.length > 0;
}

/** The variant whose source a row of an environment names: `Source of omp (saxpy)`. */
export function sourceRow(attribute: string): { readonly variant: string } | null {
  const variant = /^Source of (\S+) \(/.exec(attribute)?.[1];
  return variant === undefined ? null : { variant };
}
