import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { RefusedPeaks } from '../../../../src-main/contract/inspection.ts';
import { intensityOf, sharedIntensity } from '../../../../src-main/contract/intensity.ts';
import { earlierPeaks, keptPeaksText } from '../../../../src-main/contract/measured-peaks.ts';
import type { Values } from '../../../../src-main/contract/workload.ts';
import { useApp } from '../../../state/context.ts';
import { useView } from '../../../state/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledSelect } from '../../../ui/field.tsx';
import { dateTime } from '../../../ui/format.ts';
import { useCall } from '../../../ui/use-call.ts';
import { FigureView } from '../figure-view.tsx';

const kinds = [
  { id: 'roofline', title: 'Roofline' },
  { id: 'percent-of-peak', title: 'Percent of peak' },
] as const;

/** A figure of points above each other says less than one of variants next to each other: it opens with that where all share one intensity. */
function standardKind({ cases }: RunDetail, workload: string): (typeof kinds)[number]['id'] {
  const intensities = cases.flatMap((each) =>
    each.workload === workload && each.outcome === 'ok' ? (intensityOf(each) ?? []) : [],
  );
  return sharedIntensity(intensities) ? 'percent-of-peak' : 'roofline';
}

type Props = {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
  /** All sizes of the point. */
  readonly all: Values;
  /** One size of it. */
  readonly where: Values;
};

/** How near each case comes to what the device can do. */
export function Roofline({ detail, workload, scope, all, where }: Props) {
  const app = useApp();
  const [wanted, setKind] = useView('roof');
  // Without a measured peak there is neither a roof nor a part of one: the rates alone.
  const measured = detail.percentOfPeak !== undefined;
  const offered = kinds.filter(({ id }) => measured || id !== 'roofline');
  const kind =
    offered.find(({ id }) => id === wanted)?.id ??
    (measured ? standardKind(detail, workload) : 'percent-of-peak');
  // The sizes of a roofline are on it, joined by arrows.
  const over = Object.keys(where).find((axis) => kind === 'roofline' && !(axis in all));
  const [turn, setTurn] = useState(0);
  return (
    <>
      <FigureView
        large
        input={{
          ...{ ref: detail.run.id, kind, workload, scope, where: over === undefined ? where : all },
          ...(over === undefined ? {} : { over }),
        }}
        version={detail}
        controls={
          <LabelledSelect
            id="figure-kind"
            label="Figure"
            options={offered.map(({ id, title }) => ({
              id,
              title: measured ? title : 'Rates of the variants',
            }))}
            value={kind}
            onChange={setKind}
          />
        }
      />
      <MeasuredPeaks
        detail={detail}
        measured={() => {
          setTurn(turn + 1);
          void app.run(detail.run.id).load();
        }}
        turn={turn}
      />
    </>
  );
}

type MeasuredPeaksProps = {
  readonly detail: RunDetail;
  readonly turn: number;
  readonly measured: () => void;
};

/** The roofs of the figure are measured, not looked up: when they were, and the way to measure them. */
function MeasuredPeaks({ detail, turn, measured }: MeasuredPeaksProps) {
  const app = useApp();
  const { value } = useCall('measuredPeaks', {}, turn);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<RefusedPeaks | null>(null);
  const active = app.live.progress.value?.status === 'running';
  const here = app.doctor.state.value.value?.machine.fingerprint;
  if (value === null || here === undefined) return null;
  const { machine, run } = detail;
  if (machine.fingerprint !== here) {
    // A peak measured on this machine says nothing of that one.
    return (
      <p class="note">
        This run was taken on another machine ({run.device}).{' '}
        {detail.percentOfPeak === undefined
          ? 'Peaks of that machine are not in this database; measure them there. The figure shows the rates without them.'
          : 'Peaks of that machine are in this database.'}
      </p>
    );
  }
  const measure = async () => {
    setBusy(true);
    await app.attempt('The peaks were not measured', async () => {
      const reply = await app.client.call('measurePeaks', {});
      setRefused(reply.refused ?? null);
      measured();
    });
    setBusy(false);
  };
  return (
    <>
      <p class="note">
        {value.measuredAt === null
          ? 'The peaks of this machine have not been measured yet.'
          : `The peaks of this machine were measured ${dateTime(value.measuredAt)}.`}{' '}
        {earlierPeaks(value.peaks).map(
          ({ device, measuredAt }) =>
            `The peaks of ${device} were measured ${dateTime(measuredAt)}. `,
        )}
        <Button tone="quiet" disabled={busy || active} onClick={() => void measure()}>
          {busy ? 'Measuring …' : value.measuredAt === null ? 'Measure them' : 'Measure them again'}
        </Button>
      </p>
      {refused === null ? null : (
        <p class="note warn" role="alert">
          The machine was disturbed while its peaks were measured ({refused.reason});{' '}
          {keptPeaksText(refused, dateTime)}.
        </p>
      )}
    </>
  );
}
