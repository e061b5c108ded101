import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { Values } from '../../../../src-main/contract/workload.ts';
import { FormFigure } from './form-figure.tsx';

const forms = [
  { id: 'ridgeline', title: 'Ridgeline' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'ecdf', title: 'Cumulative' },
  { id: 'box', title: 'Boxes' },
] as const;

/** The cases that a figure is of. */
export type Shown = {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
  readonly where: Values;
};

/** How the samples of each variant are spread, at one point of the sweep. */
export function Distribution({ detail, ...place }: Shown) {
  const input = { kind: 'distribution', ...place } as const;
  return (
    <FormFigure detail={detail} view="spread" input={input} forms={forms} standard="ridgeline" />
  );
}
