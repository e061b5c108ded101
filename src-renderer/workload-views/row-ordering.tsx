import type { RunDetail } from '../../src-main/contract/api.ts';
import { useApp } from '../state/context.ts';
import { PictureSection } from '../views/run/answer-picture.tsx';
import { useWhere } from '../views/run/choices.tsx';
import type { WorkloadView } from './view.ts';

const workload = 'row-ordering';
const about =
  'The lower triangle of the matrix with its diagonal: a pixel is darker the more entries it holds.';

/** The spy plot of a run's matrix: generated again, or read again from its file. */
function Spy({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const { where, choices } = useWhere(detail, workload);
  const first = detail.cases.find(
    (each) =>
      each.workload === workload &&
      Object.entries(where).every(([axis, value]) => (each.values[axis] ?? value) === value),
  );
  const axes = ['matrix', 'n', 'nonzeros', 'seed'];
  const set = Object.fromEntries(
    Object.entries(first?.values ?? {}).filter(([axis]) => axes.includes(axis)),
  );
  const input = detail.plan.cases.find(({ index }) => index === first?.index)?.input;
  const variant =
    app.catalog.state.value.value?.workloads.find(({ id }) => id === workload)?.baseline ?? null;
  // A run of another machine names its file, but not where one would be here.
  const file = first?.attributes.input;
  const elsewhere = file !== undefined && input === undefined;
  const request =
    variant === null || first === undefined || elsewhere
      ? null
      : { workload, variant, set, ...(input === undefined ? {} : { input }) };
  return (
    <PictureSection
      title="Matrix"
      request={request}
      instead={
        elsewhere ? `The matrix was read from ${file}, a file of another machine.` : undefined
      }
      text={about}
      whole={null}
      name="The matrix"
    >
      {choices}
    </PictureSection>
  );
}

/** The matrix whose rows are ordered. */
export const view: WorkloadView = { Picture: Spy };
