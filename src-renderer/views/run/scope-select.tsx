import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { scopesOf } from '../../state/run-attributes.ts';
import { Select } from '../../ui/field.tsx';

/** The timing scope that is shown: that of the settings where the run has it, else its first. */
export function useScope(detail: RunDetail): string {
  const app = useApp();
  const spans = scopesOf(detail.cases, app.catalog.state.value.value);
  const wanted = app.settings.value.span;
  return spans.some(({ id }) => id === wanted) ? wanted : (spans[0]?.id ?? wanted);
}

/** Chooses the timing scope of tables and figures. */
export function ScopeSelect({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const span = useScope(detail);
  const spans = scopesOf(detail.cases, app.catalog.state.value.value);
  const chosen = spans.find(({ id }) => id === span);
  return (
    <span class="labelled" title={chosen?.help}>
      <label for="span">Timing scope</label>
      <Select
        id="span"
        value={span}
        options={spans.map(({ id, title }) => ({ id, title }))}
        onChange={(id) => app.changeSettings({ span: id })}
      />
    </span>
  );
}
