import type { RunDetail } from '../../src-main/contract/api.ts';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/files.ts';
import { Section } from '../ui/page.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { Shown, usePicture } from '../views/run/answer-picture.tsx';
import { useWhere } from '../views/run/where.tsx';
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
  const active = app.live.progress.value?.status === 'running';
  const variant =
    app.catalog.state.value.value?.workloads.find(({ id }) => id === workload)?.baseline ?? null;
  // A run of another machine names its file, but not where one would be here.
  const file = first?.attributes.input;
  const elsewhere = file !== undefined && input === undefined;
  const request =
    variant === null || first === undefined || elsewhere
      ? null
      : { workload, variant, set, ...(input === undefined ? {} : { input }) };
  const { value, failure } = usePicture(request, active);
  return (
    <Section
      title="Matrix"
      aside={
        value === null ? undefined : (
          <Button icon="download" onClick={() => saveFile(value)}>
            Save PNG
          </Button>
        )
      }
    >
      <div class="figure-controls">{choices}</div>
      {elsewhere ? (
        <p class="note">The matrix was read from {String(file)}, a file of another machine.</p>
      ) : active ? (
        <p class="note">A run is active; the matrix is drawn after it ends.</p>
      ) : failure !== null ? (
        <Failed what="The matrix cannot be drawn" failure={failure} />
      ) : value === null ? (
        <Loading what="the matrix" />
      ) : (
        <Shown picture={value} text={about} whole={null} name="The matrix" />
      )}
    </Section>
  );
}

/** The matrix whose rows are ordered. */
export const view: WorkloadView = { Picture: Spy };
