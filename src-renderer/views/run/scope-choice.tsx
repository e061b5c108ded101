import type { RunDetail } from '../../../src-main/contract/api.ts';
import { timingScopes } from '../../../src-main/contract/timing-scopes.ts';
import { useApp } from '../../state/context.ts';
import { scopesOf } from '../../state/run-attributes.ts';
import { useView } from '../../state/workspace.ts';
import { Segmented, Select } from '../../ui/field.tsx';
import { useWorkload } from './choices.tsx';

/**
 * The timing scope of the screen: the one chosen in its head, else that of the sentence of the workload (end to end
 * while the run goes on), else that of the settings where the run has it, else its first.
 */
export function useScope(detail: RunDetail): string {
  const app = useApp();
  const [chosen] = useView('scope');
  const { workload } = useWorkload(detail);
  const scopes = scopesOf(detail.cases, app.catalog.state.value.value);
  const told = detail.headline?.workloads.find((each) => each.workload === workload);
  const standard = app.settings.value.scope;
  const live = detail.run.status === 'running' ? 'total' : undefined;
  const wanted = [chosen, told?.answers[0]?.scope, live, standard].find((id) =>
    scopes.some((scope) => scope.id === id),
  );
  return wanted ?? scopes[0]?.id ?? standard;
}

/** Chooses the timing scope of all that the run shows; the settings keep theirs. */
export function ScopeChoice({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const scope = useScope(detail);
  const [, choose] = useView('scope');
  const scopes = scopesOf(detail.cases, app.catalog.state.value.value);
  const isWhole = (id: string) => timingScopes.some((each) => each.id === id);
  const parts = scopes.filter(({ id }) => !isWhole(id));
  if (scopes.length < 2) return null;
  return (
    <div class="scope-choice">
      <Segmented
        label="Timing scope"
        choices={scopes.filter(({ id }) => isWhole(id))}
        chosen={scope}
        choose={choose}
      />
      {parts.length === 0 ? null : (
        <Select
          id="scope-part"
          label="One part of the time"
          value={isWhole(scope) ? '' : scope}
          options={[{ id: '', title: 'part …' }, ...parts.map(({ id, title }) => ({ id, title }))]}
          onChange={choose}
        />
      )}
    </div>
  );
}
