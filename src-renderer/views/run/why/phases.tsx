import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import { timedPhases } from '../../../../src-main/contract/timing-scopes.ts';
import type { Shown } from './distribution.tsx';
import { FormFigure } from './form-figure.tsx';

const forms = [
  { id: 'time', title: 'Times' },
  { id: 'log', title: 'Times, log axis' },
  { id: 'share', title: 'Parts of the sum' },
] as const;

/** A bar so many times as high as another leaves nothing of it to see. */
const hides = 5;

/** Opens with parts of the sum where the times of one variant would hide those of others. */
function standardForm({ cases }: RunDetail, workload: string, where: Shown['where']) {
  const totals = cases.flatMap((each) => {
    if (each.workload !== workload || !agree(each.values, where)) return [];
    const sum = timedPhases.reduce((ns, id) => ns + (each.metrics[id]?.medianNs ?? 0), 0);
    return sum > 0 ? [sum] : [];
  });
  return Math.max(...totals) > hides * Math.min(...totals) ? 'share' : 'time';
}

/** Where the time of each variant goes: allocation, copies, kernels, host part. */
export function Phases({ detail, workload, where }: Omit<Shown, 'scope'>) {
  const input = { kind: 'phases', workload, where } as const;
  const standard = standardForm(detail, workload, where);
  return (
    <FormFigure detail={detail} view="figure" input={input} forms={forms} standard={standard} />
  );
}
