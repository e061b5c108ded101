import type { Output, RunDetail } from '../../../../src-main/contract/api.ts';
import type { MachineCodeKind } from '../../../../src-main/contract/lab.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import type {
  CodeDifference,
  RunBuildView,
} from '../../../../src-main/contract/procedures/labs.ts';
import { format } from '../../../../src-main/contract/units.ts';
import { isChanged, namedBuilds, orderedSources } from '../../../state/run-code.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { capital, dateTime } from '../../../ui/format.ts';
import { Empty, Loaded, Section } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { DifferenceLines } from '../../labs/excerpt.tsx';
import { Attributes } from '../environment.tsx';

/** The code that a run of a lab measured, as it was compiled, and what differs from another run. */
export function Source({ detail }: { readonly detail: RunDetail }) {
  const asked = useCall('runCode', { ref: detail.run.id });
  return (
    <Loaded of={asked} what="the code" failed="The code could not be read">
      {(code) => <Code detail={detail} code={code} />}
    </Loaded>
  );
}

function Code({ detail, code }: { readonly detail: RunDetail; readonly code: Output<'runCode'> }) {
  const [wanted, choose] = useView('build');
  const [form, chooseForm] = useView('code');
  const builds = namedBuilds(code.builds);
  // A link names a variant; the field names a build.
  const chosen =
    builds.find(({ id }) => id === wanted) ??
    builds.find(({ view }) => view.role === 'variant' && view.variant === wanted) ??
    builds[0];
  if (chosen === undefined) return <Empty>No code is stored with this run.</Empty>;
  const shown = forms.find(({ id }) => id === form)?.id ?? 'text';
  const { view } = chosen;
  const texts = <Texts view={view} texts={code.texts} />;
  return (
    <div class="code-parts">
      <div class="figure-controls">
        <LabelledSelect
          id="source-build"
          label="Code of"
          value={chosen.id}
          options={builds.map(({ id, title }) => ({ id, title }))}
          onChange={choose}
        />
        {view.role === 'variant' ? <ComparedWith detail={detail} workload={view.workload} /> : null}
      </div>
      <div class="source-parts">
        <div class="column">
          {view.role === 'variant' ? <SourceDifference detail={detail} view={view} /> : null}
          {view.machineCode.length === 0 ? (
            texts
          ) : (
            <Tabs label="Forms of the code" tabs={forms} chosen={shown} choose={chooseForm}>
              {shown === 'text' ? texts : <MachineCode {...{ detail, view, kind: shown }} />}
            </Tabs>
          )}
        </div>
        <Build view={view} />
      </div>
    </div>
  );
}

/** What the code of a kernel can be seen as. */
const forms = [
  { id: 'text', title: 'Source text' },
  { id: 'ptx', title: 'PTX' },
  { id: 'sass', title: 'SASS' },
] as const;

type Props = { readonly view: RunBuildView; readonly texts: Readonly<Record<string, string>> };

function Texts({ view, texts }: Props) {
  return (
    <div class="code-parts">
      {orderedSources(view).map(({ name, sha256 }) => (
        <Section key={name} title={name}>
          <pre class="source-text">{texts[sha256] ?? 'Its text is not stored.'}</pre>
        </Section>
      ))}
    </div>
  );
}

type MachineCodeProps = {
  readonly detail: RunDetail;
  readonly view: RunBuildView;
  readonly kind: MachineCodeKind;
};

function MachineCode({ detail, view, kind }: MachineCodeProps) {
  const { hash } = view.build;
  const asked = useCall('machineCode', { ref: detail.run.id, build: hash, kind });
  return (
    <Loaded of={asked} what="the machine code" failed="The machine code could not be read">
      {({ text, reason, left }) =>
        text === null ? (
          <Empty>{capital(reason ?? 'nothing is stored')}.</Empty>
        ) : (
          <>
            <pre class="source-text">{text}</pre>
            {left === 0 ? null : (
              <p class="muted">
                {numberText(left)} more characters are stored; <code>lab show</code> prints all.
              </p>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function Build({ view: { build } }: { readonly view: RunBuildView }) {
  const { command, compiler, registers, spillBytes, sharedBytes, log } = build;
  const bytes = (value: number | null) => (value === null ? null : format(value, 'bytes'));
  return (
    <Section title="Build">
      <Attributes
        attributes={[
          ['Command', command],
          ['Compiler', compiler],
          ['Registers per thread', registers === null ? null : String(registers)],
          ['Register spills', bytes(spillBytes)],
          ['Shared memory', bytes(sharedBytes)],
        ]}
      />
      <h3>Compiler log</h3>
      {log.trim() === '' ? (
        <p class="muted">The compiler printed nothing.</p>
      ) : (
        <pre class="build-log">{log.trimEnd()}</pre>
      )}
    </Section>
  );
}

/** Runs that are offered for a difference. */
const offered = 50;

type ComparedWithProps = { readonly detail: RunDetail; readonly workload: string };

/** Chooses the run whose code the one of this run is compared with. */
function ComparedWith({ detail, workload }: ComparedWithProps) {
  const [before, choose] = useView('from');
  const others = useCall('history', { query: `workload:${workload}`, limit: offered });
  const rows = (others.value?.rows ?? []).filter(({ id }) => id !== detail.run.id);
  const known = rows.some(({ id }) => id === before);
  return (
    <LabelledSelect
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
  );
}

type SourceDifferenceProps = { readonly detail: RunDetail; readonly view: RunBuildView };

/** What differs in the code of a variant between the run that is chosen and this one. */
function SourceDifference({ detail, view: { workload, variant } }: SourceDifferenceProps) {
  const after = detail.run.id;
  const [before] = useView('from');
  const difference = useCall('codeDifference', before === '' ? null : { before, after });
  if (before === '') return null;
  return (
    <Section title="Difference">
      <Loaded of={difference} what="the difference" failed="The difference could not be made">
        {({ variants }) => <Changes workload={workload} variant={variant} of={variants} />}
      </Loaded>
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
