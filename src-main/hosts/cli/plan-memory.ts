import type { Plan } from '../../contract/run.ts';
import { format } from '../../contract/units.ts';

/** The memory that the largest case of a plan needs, in one line; nothing where no case says. */
export function planMemory({ cases }: Plan): string {
  const estimates = cases.flatMap(({ skip, estimate }) =>
    skip === undefined && estimate !== undefined ? [estimate] : [],
  );
  if (estimates.length === 0) return '';
  const host = Math.max(...estimates.map((one) => one.hostBytes + (one.sharedBytes ?? 0)));
  const device = Math.max(...estimates.map(({ deviceBytes }) => deviceBytes));
  const onDevice = device === 0 ? '' : `, ${format(device, 'bytes')} of GPU memory`;
  return `\nMemory: at most ${format(host, 'bytes')}${onDevice} at a time\n`;
}
