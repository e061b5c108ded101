import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { RunBuildView } from '../../../src-main/contract/procedures/labs.ts';
import { format } from '../../../src-main/contract/units.ts';
import { namedBuilds, orderedSources } from '../../state/run-code.ts';
import { useView } from '../../state/workspace.ts';
import { SelectField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Empty, Failed, Loading, retryOf } from '../../ui/states.tsx';
import { useCall } from '../../ui/use-call.ts';
import { Attributes } from './environment.tsx';
import { SourceDifference } from './source-difference.tsx';

/** The code that a run of a lab measured, as it was compiled, and what differs from another run. */
export function Source({ detail }: { readonly detail: RunDetail }) {
  const ref = detail.run.id;
  const { value, failure, again } = useCall('runCode', { ref });
  const [wanted, choose] = useView('build');
  if (failure !== null) {
    return (
      <Failed what="The code could not be read" failure={failure} {...retryOf(failure, again)} />
    );
  }
  if (value === null) return <Loading what="the code" />;
  const builds = namedBuilds(value.builds);
  // A link names a variant; the field names a build.
  const chosen =
    builds.find(({ id }) => id === wanted) ??
    builds.find(({ view }) => view.role === 'variant' && view.variant === wanted) ??
    builds[0];
  if (chosen === undefined) return <Empty>No code is stored with this run.</Empty>;
  return (
    <div class="code-parts">
      <div class="fields">
        <SelectField
          id="source-build"
          label="Code of"
          value={chosen.id}
          options={builds.map(({ id, title }) => ({ id, title }))}
          onChange={choose}
        />
      </div>
      <SourceDifference detail={detail} view={chosen.view} />
      <Build view={chosen.view} />
      {orderedSources(chosen.view).map(({ name, sha256 }) => (
        <Section key={name} title={name}>
          <pre class="source-text">{value.texts[sha256] ?? 'Its text is not stored.'}</pre>
        </Section>
      ))}
    </div>
  );
}

function Build({ view: { build } }: { readonly view: RunBuildView }) {
  const { command, compiler, registers, spillBytes, sharedBytes, log } = build;
  const bytes = (value: number | null, name: string): [string, string][] =>
    value === null ? [] : [[name, format(value, 'bytes')]];
  return (
    <Section title="Build">
      <Attributes
        attributes={[
          ['Command', command],
          ['Compiler', compiler],
          ...(registers === null ? [] : [['Registers per thread', String(registers)] as const]),
          ...bytes(spillBytes, 'Register spills'),
          ...bytes(sharedBytes, 'Shared memory'),
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
