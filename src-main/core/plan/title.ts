import { basename } from 'node:path';
import type { Configuration } from '../../contract/configuration.ts';
import { matrixName } from './matrices.ts';

/** More workloads than this are counted instead of named. */
const maxNamed = 3;

/** What a run is called when nobody named it: its workloads, their variants where few, and what is swept. */
export function titleOf({ title, preset, groups }: Configuration): string {
  if (title !== undefined && title.trim() !== '') return title.trim();
  const ids = [...new Set(groups.map(({ workload }) => workload))];
  // All of them would fill a line, and stand next to the title wherever it is shown.
  const workloads = ids.length > maxNamed ? `${ids.length} workloads` : ids.join(', ');
  if (preset !== undefined) return `${preset}: ${workloads}`.slice(0, 200);
  const [group] = groups;
  if (groups.length !== 1 || group === undefined) return workloads.slice(0, 200);
  const { variants, sweep, input } = group;
  const names = variants === 'all' || variants.length > 3 ? '' : `: ${variants.join(', ')}`;
  const axes = Object.keys(sweep);
  const over = axes.length === 0 ? '' : ` over ${axes.join(', ')}`;
  return `${workloads}${names}${over}${fileOf(input)}`.slice(0, 200);
}

/** The file that the input came from, by its name; a matrix that is asked for by name may be generated. */
function fileOf(input: string | undefined): string {
  return input === undefined || matrixName(input) !== null ? '' : ` of ${basename(input)}`;
}
