import type { RunDetail } from '../../../src-main/contract/api.ts';
import { Figure } from '../../charts/figure.tsx';
import { useApp } from '../../state/context.ts';
import { Section } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { DockedCase } from '../run/case/case-views.tsx';
import { useWorkload } from '../run/choices.tsx';
import { CaseTable } from '../run/results/case-table.tsx';
import { ScopeChoice, useScope } from '../run/scope-choice.tsx';
import { ThrottleStrip } from './throttle-strip.tsx';

type FinishedProps = {
  readonly runId: string;
  /** The workload that is measured now, where that is known. */
  readonly workload: string | undefined;
};

/** Finished cases of a run under way, with medians, ratios and verdicts so far. They stay, whatever happens to the rest. */
export function Finished({ runId, workload }: FinishedProps) {
  const detail = useApp().run(runId).state.value.value;
  return detail === null || detail.cases.length === 0 ? null : (
    <Cases detail={detail} current={workload} />
  );
}

type Props = { readonly detail: RunDetail; readonly current: string | undefined };

function Cases({ detail, current }: Props) {
  const scope = useScope(detail);
  const { workload, sizeAxis, choice } = useWorkload(detail, { standard: current });
  const { value } = useCall('verdicts', { ref: detail.run.id, scope, sofar: true }, detail);
  const shown = value?.scope === scope ? { ...detail, comparisons: value.comparisons } : detail;
  return (
    <div class="beside">
      <Section
        title="Finished cases"
        aside={
          <>
            {choice}
            <ScopeChoice detail={detail} />
          </>
        }
      >
        {detail.run.status === 'running' || detail.headline == null ? null : (
          <p class="answer">{detail.headline.sentence}</p>
        )}
        <ThrottleStrip cases={detail.cases} />
        <Medians detail={detail} workload={workload} scope={scope} />
        <CaseTable detail={shown} scope={scope} workload={workload} sizeAxis={sizeAxis} />
      </Section>
      <DockedCase detail={shown} />
    </div>
  );
}

type MediansProps = {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
};

/** The medians of finished cases of a workload, as they come. */
function Medians({ detail, workload, scope }: MediansProps) {
  const own = detail.cases.filter(
    (each) => each.outcome === 'ok' && each.workload === workload && each.metrics[scope],
  );
  const input = { ref: detail.run.id, kind: 'scaling', workload, scope } as const;
  const { value } = useCall('figure', own.length < 2 ? null : input, detail);
  if (value === null || value.series.length === 0) return null;
  return <Figure spec={value} small />;
}
