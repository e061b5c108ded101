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
  const spans = scopesOf(detail.cases, app.catalog.state.value.value);
  const standard = app.settings.value.span;
  const wanted = [chosen, preferred, standard].find((id) => spans.some((span) => span.id === id));
  return wanted ?? spans[0]?.id ?? standard;
}

/** Chooses the timing scope of this screen; the settings keep theirs. */
export function ScopeSelect({
  detail,
  span,
}: {
  readonly detail: RunDetail;
  readonly span: string;
}) {
  const app = useApp();
  const [, choose] = useView('scope');
  const spans = scopesOf(detail.cases, app.catalog.state.value.value);
  const chosen = spans.find(({ id }) => id === span);
  return (
    <span class="labelled" title={chosen?.help}>
      <label for="span">Timing scope</label>
      <Select
        id="span"
        value={span}
        options={spans.map(({ id, title }) => ({ id, title }))}
        onChange={choose}
      />
    </span>
  );
}
