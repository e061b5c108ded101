import type { RunDetail } from '../../../src-main/contract/api.ts';
import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { scopesOf } from '../../state/run-attributes.ts';
import { Section } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { CaseDrawer } from '../run/case/case-views.tsx';
import { CaseTable } from '../run/case-table.tsx';
import { ThrottleStrip } from './throttle-strip.tsx';

/** Finished cases of a run under way, with medians, ratios and verdicts so far. They stay, whatever happens to the rest. */
export function Finished({
  runId: ref,
  workload,
}: {
  readonly runId: string;
  /** The workload that is measured now, where that is known. */
  readonly workload?: string | undefined;
}) {
  const app = useApp();
  const detail = app.run(ref).state.value.value;
  const scopes = scopesOf(detail?.cases ?? [], app.catalog.state.value.value);
  const standard = app.settings.value.scope;
  const scope = scopes.find(({ id }) => id === standard)?.id ?? scopes[0]?.id ?? standard;
  const any = detail !== null && detail.cases.length > 0;
  const { value } = useCall('verdicts', any ? { ref, scope, sofar: true } : null, detail);
  if (detail === null || detail.cases.length === 0) return null;
  return (
    <Section title="Finished cases">
      <ThrottleStrip cases={detail.cases} />
      <Medians detail={detail} workload={workload} scope={scope} />
      <CaseTable
        detail={value?.scope === scope ? { ...detail, comparisons: value.comparisons } : detail}
        scope={scope}
      />
      <CaseDrawer detail={detail} />
    </Section>
  );
}

/** The medians of finished cases of the workload that is measured, as they come. */
function Medians({
  detail,
  workload: current,
  scope,
}: {
  readonly detail: RunDetail;
  readonly workload: string | undefined;
  readonly scope: string;
}) {
  const measured = detail.cases.filter(({ outcome }) => outcome === 'ok');
  const workload = current ?? measured.at(-1)?.workload;
  const own = measured.filter((each) => each.workload === workload && each.metrics[scope]);
  const input = { ref: detail.run.id, kind: 'scaling', workload, scope } as const;
  const { value } = useCall('figure', own.length < 2 ? null : input, detail);
  if (value === null || value.series.length === 0) return null;
  return <Figure spec={value} small />;
}
