import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type {
  CodeDifference,
  RunBuildView,
} from '../../../../src-main/contract/procedures/labs.ts';
import { isChanged } from '../../../state/run-code.ts';
import { useView } from '../../../state/workspace.ts';
import { SelectField } from '../../../ui/field.tsx';
import { dateTime } from '../../../ui/format.ts';
import { Loaded, Section } from '../../../ui/page.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { DifferenceLines } from '../../labs/excerpt.tsx';

/** Runs that are offered for a difference. */
const offered = 50;

type Props = { readonly detail: RunDetail; readonly view: RunBuildView };

/** What differs in the code of a variant between another run and this one. */
export function SourceDifference({ detail, view: { workload, variant, role } }: Props) {
  const after = detail.run.id;
  const [before, choose] = useView('from');
  const others = useCall('history', { query: `workload:${workload}`, limit: offered });
  const difference = useCall('codeDifference', before === '' ? null : { before, after });
  const rows = (others.value?.rows ?? []).filter(({ id }) => id !== after);
  const known = rows.some(({ id }) => id === before);
  if (role !== 'variant') return null;
  return (
    <Section title="Difference">
      <div class="fields source-from">
        <SelectField
          id="source-from"
          label="Compared with the run"
          value={before}
          options={[
            { id: '', title: 'None' },
            ...(before === '' || known ? [] : [{ id: before, title: before }]),
            ...rows.map(({ id, title, createdAt }) => ({
              id,
              title: `${title}, ${dateTime(createdAt)}`,
            })),
          ]}
          onChange={(id) => choose(id === '' ? null : id)}
        />
      </div>
      {before === '' ? null : (
        <Loaded of={difference} what="the difference" failed="The difference could not be made">
          {({ variants }) => <Changes workload={workload} variant={variant} of={variants} />}
        </Loaded>
      )}
    </Section>
  );
}

type ChangesProps = {
  readonly workload: string;
  readonly variant: string;
  readonly of: readonly CodeDifference[];
};

function Changes({ workload, variant, of: variants }: ChangesProps) {
  const own = variants.find((one) => one.workload === workload && one.variant === variant);
  const others = variants.filter((one) => one !== own && isChanged(one));
  return (
    <>
      {own === undefined ? (
        <p>The other run has no code of {variant}.</p>
      ) : isChanged(own) ? (
        <Lines difference={own} />
      ) : (
        <p>{variant} was compiled from the same texts in both runs.</p>
      )}
      {others.length === 0 ? null : (
        <p class="muted">Changed as well: {others.map((one) => one.variant).join(', ')}.</p>
      )}
    </>
  );
}

function Lines({ difference: { command, files } }: { readonly difference: CodeDifference }) {
  const commands =
    command === null
      ? []
      : [{ name: 'Command', lines: [`-${command.before}`, `+${command.after}`] }];
  return (
    <>
      {[...commands, ...files].map(({ name, lines }) => (
        <div key={name}>
          <h3>{name}</h3>
          <DifferenceLines name={name} lines={lines} />
        </div>
      ))}
    </>
  );
}
