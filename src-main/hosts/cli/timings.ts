import type { Api, RunDetail } from '../../contract/api.ts';
import { caseName, shownAxes } from '../../contract/case-names.ts';
import { type CaseTime, type RunTimings, timingPhases, totalOf } from '../../contract/timings.ts';
import { missing } from '../../contract/units.ts';
import type { Arguments, Flag } from './flags.ts';
import { type CliIo, paint } from './io.ts';
import { sizeAxisOf } from './run-summary.ts';
import { formatTable } from './table.ts';
import { oneLine } from './terminal-text.ts';

export const timingsFlag: Flag = {
  name: 'timings',
  value: null,
  help: 'also print where the time of each case went, in seconds over all its processes',
};

/** As JSON has it; nothing where the flag is absent. */
export async function timingsPart(
  args: Arguments,
  api: Pick<Api, 'timings'>,
  ref: string,
): Promise<{ readonly timings?: RunTimings }> {
  return args.has(timingsFlag.name) ? { timings: await api.timings({ ref }) } : {};
}

/** A row a case and one for all; empty where nothing is known. */
export function timingsText(io: CliIo, detail: RunDetail, { cases, total }: RunTimings): string {
  if (cases.length === 0) return '';
  const phases = timingPhases.filter(([id]) => total.timings[id] !== undefined);
  const row = (name: string, time: CaseTime): string[] => [
    name,
    String(time.repetitions),
    ...phases.map(([id]) => seconds(time.timings[id])),
    seconds(time.seconds - totalOf(time.timings)),
    seconds(time.seconds),
  ];
  const columns = ['case', 'processes', ...phases.map(([, title]) => title), 'other', 'total'];
  const rows = cases.map(({ index, ...time }) => row(nameOf(detail, index), time));
  const table = formatTable(
    columns.map((title, i) => ({ title, align: i === 0 ? 'left' : 'right' })),
    [...rows, row('all cases', total)],
    io.outColumns,
  );
  return `${paint(io, 'bold', 'Time in seconds')}\n${table}`;
}

function seconds(value: number | undefined): string {
  return value === undefined ? missing : Math.max(0, value).toFixed(value < 10 ? 2 : 1);
}

function nameOf(detail: RunDetail, index: number): string {
  const stored = detail.cases.find((each) => each.index === index);
  if (stored === undefined) return `case ${index}`;
  const { workload } = stored;
  const cases = detail.cases.filter((each) => each.workload === workload);
  return oneLine(`${workload} ${caseName(stored, shownAxes(cases, sizeAxisOf(detail, workload)))}`);
}
