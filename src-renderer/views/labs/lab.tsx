import { fieldText, readNumber } from '../../../src-main/contract/axis-values.ts';
import type {
  LabVariantView,
  LabView,
  UntrustedView,
} from '../../../src-main/contract/procedures/labs.ts';
import { useApp } from '../../state/context.ts';
import type { App } from '../../state/index.ts';
import { checkedText, stateHelp, watchFault } from '../../state/labs.ts';
import { LabStateBadge } from '../../ui/badge.tsx';
import { Button, CopyButton } from '../../ui/button.tsx';
import { dateTime } from '../../ui/format.ts';
import { Notes, Section } from '../../ui/page.tsx';
import { Table } from '../../ui/table-box.tsx';
import { BuildLog, DifferenceLines, Excerpt } from './excerpt.tsx';

/** One lab: what can be done with it, and how its variants fare. */
export function LabSection({ lab, folders }: { readonly lab: LabView; readonly folders: boolean }) {
  const { id, title, summary, folder, fault, variants, checkedAt } = lab;
  const app = useApp();
  const activity = app.labs.activity.value;
  const checking =
    activity?.id === id && activity.kind === 'check' && activity.underway ? activity : null;
  return (
    <Section title={title} aside={<Actions lab={lab} folders={folders} />}>
      <p class="lab-under">
        <code>{id}</code>
        {summary === '' ? null : <span>{summary}</span>}
        <span class="muted">{folder}</span>
      </p>
      {fault === null ? null : (
        <div class="note bad" role="alert">
          <p>{fault.message}</p>
          <Excerpt excerpt={fault.excerpt} />
          <BuildLog log={fault.log} />
        </div>
      )}
      {lab.untrusted === null ? null : <Untrusted lab={lab} of={lab.untrusted} folders={folders} />}
      {checking === null ? (
        <p class="muted">
          {variants.length === 0 ? '' : `${checkedText(variants)}. `}
          {checkedAt === null ? 'Not checked yet.' : `Last check ${dateTime(checkedAt)}.`}
        </p>
      ) : (
        <p role="status">
          {checking.variant === null ? 'Compiling …' : `Verifying ${checking.variant} …`}
        </p>
      )}
      {variants.length === 0 ? null : <Variants lab={lab} />}
    </Section>
  );
}

function Actions({ lab, folders }: { readonly lab: LabView; readonly folders: boolean }) {
  const app = useApp();
  const { labs } = app;
  const activity = labs.activity.value;
  const busy = activity?.underway === true;
  const forget = () => {
    app.asking.value = {
      title: `Forget ${lab.title}?`,
      text: `The lab leaves this list and is no longer trusted. Its files in ${lab.folder} and its runs stay; runs that ended early cannot go on until it is trusted again.`,
      confirm: 'Forget',
      danger: true,
      done: () => void labs.forget(lab.id),
    };
  };
  const unread = lab.variants.length === 0 || lab.untrusted !== null;
  return (
    <>
      {busy && activity.kind === 'check' && activity.id === lab.id ? (
        <Button icon="stop" tone="danger" onClick={() => void labs.stop()}>
          Stop
        </Button>
      ) : (
        <Button
          icon="check"
          disabled={busy || lab.untrusted !== null}
          onClick={() => void labs.check(lab.id)}
        >
          Check
        </Button>
      )}
      <Button
        icon="play"
        disabled={unread || labs.opening.value !== null}
        onClick={() => void labs.run(lab.id)}
      >
        {labs.opening.value === lab.id ? 'Compiling …' : 'Run'}
      </Button>
      <Button icon="eye" disabled={busy || unread} onClick={() => askWatch(app, lab)}>
        Watch
      </Button>
      {folders ? (
        <Button icon="folder" onClick={() => void labs.show(lab.id)}>
          Open folder
        </Button>
      ) : null}
      <Button icon="close" disabled={busy && activity.id === lab.id} onClick={forget}>
        Forget
      </Button>
    </>
  );
}

const anySize = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true };

/** Asks what is watched: which variant, at which size. */
function askWatch(app: App, { id, title, size, variants }: LabView): void {
  const read = (text: string) => readNumber(size?.id ?? '', text, anySize);
  const each = { id: '', title: 'Each one that changes' };
  app.asking.value = {
    title: `Watch ${title}`,
    text: 'Each version is compiled, verified and measured as you save it, compared with the baseline and with the version before. Only versions that you keep are stored.',
    fields: [
      { label: 'Variant', options: [each, ...variants] },
      ...(size === null
        ? []
        : [{ label: `At ${size.id} =`, value: fieldText(size.default), read }]),
    ],
    confirm: 'Watch',
    done: (variant = '', text = '') => {
      const at = read(text);
      void app.labs.watch({
        id,
        ...(variant === '' ? {} : { variant }),
        set: size === null || !at.ok ? {} : { [size.id]: at.value },
      });
    },
  };
}

function Variants({ lab }: { readonly lab: LabView }) {
  const activity = useApp().labs.activity.value;
  return (
    <Table
      label={`Variants of ${lab.title}`}
      kind="lab-variants"
      rows={lab.variants}
      keyOf={({ id }) => id}
      columns={[
        [
          'Variant',
          ({ id, title }) => (
            <>
              {title} {title === id ? null : <code class="muted">{id}</code>}
              {id === lab.baseline ? <span class="muted"> baseline</span> : null}
            </>
          ),
        ],
        ['File', ({ file }) => <code>{file}</code>],
        [
          'State',
          ({ id, state }) =>
            watchFault(activity, lab.id, id) ? (
              <span class="badge bad">failed in the watch</span>
            ) : (
              <LabStateBadge state={state} />
            ),
        ],
        ['Note', (variant) => <Note variant={variant} />],
      ]}
    />
  );
}

function Note({ variant }: { readonly variant: LabVariantView }) {
  const { state, reason, excerpt, warnings, log, cases, flags } = variant;
  const verified = state === 'verified' ? [`${cases} sizes`, flags].filter(Boolean).join(', ') : '';
  return (
    <>
      <span class={reason === null ? 'muted' : ''}>{reason ?? stateHelp[state] ?? verified}</span>
      <Notes texts={warnings} />
      <Excerpt excerpt={excerpt} />
      <BuildLog log={log} />
    </>
  );
}

/** Content of a lab that nobody has trusted: what it is, and where trust is given. A page never gives it. */
function Untrusted({
  lab: { id, title },
  of: { digest, before, files, command },
  folders,
}: {
  readonly lab: LabView;
  readonly of: UntrustedView;
  readonly folders: boolean;
}) {
  const app = useApp();
  return (
    <div class="note warn untrusted">
      <p>
        <strong>{before ? 'Changed since it was trusted' : 'Not trusted'}</strong>, digest{' '}
        <code title={digest}>{digest.slice(0, 12)}</code>. Nothing of it runs until you trust it
        {folders ? '.' : ' at the terminal:'}
      </p>
      {files.map(({ name, state, lines, left }) => (
        <details key={name}>
          <summary>
            <code>{name}</code> {state}
          </summary>
          <DifferenceLines name={name} lines={lines} />
          {lines.length === 0 ? <p>It is no text, or too long to show.</p> : null}
          {left === 0 ? null : <p>{left} more lines differ.</p>}
        </details>
      ))}
      {folders ? (
        <Button icon="check" onClick={() => void app.labs.trust({ id })}>{`Trust ${title}`}</Button>
      ) : (
        <div class="command-line">
          <code>{command}</code>
          <CopyButton text={command} what="The command">
            Copy
          </CopyButton>
        </div>
      )}
    </div>
  );
}
