import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { scopesOf } from '../../state/run-attributes.ts';
import { useView } from '../../state/workspace.ts';
import { Select } from '../../ui/field.tsx';

/**
 * The timing scope that is shown: the one chosen on this screen, else `preferred`, else that of the settings where the
 * run has it, else its first.
 */
export function useScope(detail: RunDetail, preferred?: string): string {
  const app = useApp();
  const [chosen] = useView('scope');
  const scopes = scopesOf(detail.cases, app.catalog.state.value.value);
  const standard = app.settings.value.scope;
  const wanted = [chosen, preferred, standard].find((id) =>
    scopes.some((scope) => scope.id === id),
  );
  return wanted ?? scopes[0]?.id ?? standard;
}

/** Chooses the timing scope of this screen; the settings keep theirs. */
export function ScopeSelect({
  detail,
  scope,
}: {
  readonly detail: RunDetail;
  readonly scope: string;
}) {
  const app = useApp();
  const [, choose] = useView('scope');
  const scopes = scopesOf(detail.cases, app.catalog.state.value.value);
  const chosen = scopes.find(({ id }) => id === scope);
  return (
    <span class="labelled" title={chosen?.help}>
      <label for="scope">Timing scope</label>
      <Select
        id="scope"
        value={scope}
        options={scopes.map(({ id, title }) => ({ id, title }))}
        onChange={choose}
      />
    </span>
  );
}
