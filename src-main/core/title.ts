import type { Configuration } from '../contract/run.ts';

/** What a run is called when nobody named it: its workloads, their variants where few, and what is swept. */
export function titleOf({ title, preset, groups }: Configuration): string {
  if (title !== undefined && title.trim() !== '') return title.trim();
  const workloads = [...new Set(groups.map(({ workload }) => workload))].join(', ');
  if (preset !== undefined) return `${preset}: ${workloads}`.slice(0, 200);
  const [group] = groups;
  if (groups.length !== 1 || group === undefined) return workloads.slice(0, 200);
  const { variants, sweep } = group;
  const names = variants === 'all' || variants.length > 3 ? '' : `: ${variants.join(', ')}`;
  const axes = Object.keys(sweep);
  return `${workloads}${names}${axes.length === 0 ? '' : ` over ${axes.join(', ')}`}`.slice(0, 200);
}
