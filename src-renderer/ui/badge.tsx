import type { LabVariantState } from '../../src-main/contract/procedures/labs.ts';
import type { Outcome, RunRow, RunStatus } from '../../src-main/contract/run.ts';
import {
  type ComparisonView,
  evidenceOf,
  type Verdict,
  verdictText,
} from '../../src-main/contract/verdict.ts';
import type { Device } from '../../src-main/contract/workload.ts';
import { stateText } from '../state/labs.ts';

type Tone = 'good' | 'bad' | 'warn' | 'plain' | 'active';

type Props = { readonly tone: Tone; readonly text: string; readonly hint?: string };

function Badge({ tone, text, hint }: Props) {
  return (
    <span class={`badge ${tone}`} title={hint}>
      {text}
    </span>
  );
}

const statusTones: Readonly<Record<RunStatus, Tone>> = {
  running: 'active',
  complete: 'good',
  partial: 'warn',
  cancelled: 'plain',
  failed: 'bad',
};

type StatusBadgeProps = { readonly of: Pick<RunRow, 'status' | 'failure'> };

export function StatusBadge({ of: { status, failure } }: StatusBadgeProps) {
  return <Badge tone={statusTones[status]} text={status} hint={failure} />;
}

const outcomeTones: Readonly<Record<Outcome, Tone>> = {
  ok: 'good',
  skipped: 'plain',
  failed: 'bad',
};

export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  return <Badge tone={outcomeTones[outcome]} text={outcome} />;
}

const labTones: Readonly<Record<LabVariantState, Tone>> = {
  verified: 'good',
  built: 'active',
  wrong: 'bad',
  'not-compiled': 'bad',
  unavailable: 'plain',
  changed: 'warn',
  unchecked: 'plain',
};

export function LabStateBadge({ state }: { readonly state: LabVariantState }) {
  return <Badge tone={labTones[state]} text={stateText(state)} />;
}

const verdictTones: Readonly<Record<Verdict, Tone>> = {
  faster: 'good',
  slower: 'bad',
  equivalent: 'plain',
  inconclusive: 'warn',
  'not comparable': 'plain',
};

/** Its verdict, and that it is withheld because of disturbed repetitions. */
export function VerdictBadge(view: Pick<ComparisonView, 'verdict' | 'reason' | 'disturbed'>) {
  return <Badge tone={verdictTones[view.verdict]} text={verdictText(view)} hint={view.reason} />;
}

const deviceNames: Readonly<Record<Device, string>> = {
  cpu: 'CPU',
  cuda: 'CUDA',
  'cpu+cuda': 'CPU + CUDA',
};

/** The device in the hue family that its series have in figures. */
export function DeviceMark({ device }: { readonly device: Device }) {
  return <span class={`device ${device.replace('+', '-')}`}>{deviceNames[device]}</span>;
}

type EvidenceProps = {
  readonly comparison: ComparisonView;
  /** How names of sides are shown. */
  readonly name?: (text: string) => string;
};

/** What speaks for a verdict next to its reason: p, the kind of interval, samples and processes. */
export function Evidence({ comparison, name = (text) => text }: EvidenceProps) {
  const found = evidenceOf(comparison);
  if (found.length === 0) return null;
  return (
    <ul class="evidence">
      {found.map((sentence) => (
        <li key={sentence}>{name(sentence)}</li>
      ))}
    </ul>
  );
}
