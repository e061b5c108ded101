import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { caseName, varyingAxes } from '../../../../src-main/contract/case-names.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { useApp } from '../../../state/context.ts';
import { useView, useViewParameters } from '../../../state/workspace.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { LabelledSelect } from '../../../ui/field.tsx';
import { Empty } from '../../../ui/page.tsx';
import { useWindow } from '../../../ui/use-window.ts';
import { Inspector } from './inspector.tsx';

type Props = { readonly detail: RunDetail; readonly about: StoredCase | undefined };

/** Everything known of one case, on a page of its own: of the one that is chosen, else that the screen is about. */
export function CasePage({ detail, about }: Props) {
  const [chosen, choose] = useView('case');
  const { cases } = detail;
  const stored =
    cases.find(({ index }) => String(index) === chosen) ??
    about ??
    cases.find(({ outcome }) => outcome === 'ok') ??
    cases[0];
  const axes = varyingAxes(detail.cases).map(({ id }) => id);
  const several = new Set(detail.cases.map(({ workload }) => workload)).size > 1;
  if (stored === undefined) return <Empty>No case is finished.</Empty>;
  return (
    <>
      <div class="figure-controls">
        <LabelledSelect
          label="Case"
          id="inspected-case"
          value={String(stored.index)}
          options={detail.cases.map((each) => ({
            id: String(each.index),
            title: `${several ? `${each.workload} ` : ''}${caseName(each, axes)}`,
          }))}
          onChange={choose}
        />
      </div>
      <Inspector key={stored.index} detail={detail} stored={stored} wide />
    </>
  );
}

/** The same docked beside what it was opened from; Escape closes it. */
export function DockedCase({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const [chosen, choose] = useView('case');
  const view = useViewParameters();
  const drawer = useRef<HTMLElement>(null);
  const stored = detail.cases.find(({ index }) => String(index) === chosen);
  const open = stored !== undefined;
  useLayoutEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    drawer.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  useWindow('keydown', ({ key }: KeyboardEvent) => {
    if (open && key === 'Escape' && document.querySelector('dialog[open]') === null) choose(null);
  });
  if (stored === undefined) return null;
  const axes = varyingAxes(detail.cases).map(({ id }) => id);
  return (
    <aside ref={drawer} class="drawer docked" aria-label="Case" tabIndex={-1}>
      <div class="section-head">
        <h2>{caseName(stored, axes)}</h2>
        <div class="aside">
          <Button
            tone="quiet"
            onClick={() =>
              app.go({
                ...{ screen: 'run', ref: detail.run.id, tab: 'why' },
                view: { ...view, pane: 'case' },
              })
            }
          >
            Open as a page
          </Button>
          <IconButton icon="close" label="Close" onClick={() => choose(null)} />
        </div>
      </div>
      <Inspector key={stored.index} detail={detail} stored={stored} />
    </aside>
  );
}
