import { useEffect } from 'preact/hooks';
import type { Output } from '../../src-main/contract/api.ts';
import { useApp } from '../state/context.ts';
import { Button, CopyButton } from '../ui/button.tsx';
import { Loaded, Page } from '../ui/page.tsx';
import { useWindow } from '../ui/use-window.ts';
import { LabSection } from '../views/labs/lab.tsx';
import { WatchPanel } from '../views/labs/watch-panel.tsx';

/** The user's own workloads: each folder that is known with the state of its variants. */
export function screen() {
  const app = useApp();
  const { list } = app.labs;
  // Files are edited in another program: what they are now is asked for when the window is looked at again.
  useEffect(() => void list.load(), [list]);
  useWindow('focus', () => void list.load());
  const known = list.state.value.value;
  // The desktop app asks for its folder then.
  const askNew = (starts: Output<'labs'>['starts']) => {
    app.asking.value = {
      title: 'New lab',
      fields: [
        {
          label: 'Name',
          help: 'Small letters, digits and -, at most 40. It is the name of the folder as well.',
        },
        { label: 'Begins with', options: starts, value: starts[0]?.id ?? '' },
      ],
      confirm: 'Choose where',
      done: (name = '', from = '') => void app.labs.make(name, from),
    };
  };
  const activity = app.labs.activity.value;
  const dropped = app.labs.dropped.value;
  return (
    <Page
      title="Own code"
      wide
      under="A lab is a folder with your own code. It becomes a workload: verified, measured, compared."
      actions={
        known?.folders === true ? (
          <>
            <Button icon="new" onClick={() => askNew(known.starts)}>
              New lab
            </Button>
            <Button icon="folder" onClick={() => void app.labs.trust({ choose: 'folder' })}>
              Add a folder
            </Button>
            <Button icon="note" onClick={() => void app.labs.trust({ choose: 'file' })}>
              Add a file
            </Button>
          </>
        ) : null
      }
    >
      {activity?.kind === 'watch' ? <WatchPanel activity={activity} /> : null}
      <Loaded of={list} what="your own code">
        {(value) =>
          value.labs.length === 0 || (dropped !== null && !value.folders) ? (
            <Beginning {...value} dropped={dropped} />
          ) : (
            value.labs.map((lab) => <LabSection key={lab.id} lab={lab} folders={value.folders} />)
          )
        }
      </Loaded>
    </Page>
  );
}

/** How to begin: with what was dropped, else with a new lab. */
function Beginning({
  program,
  folders,
  dropped,
}: Output<'labs'> & { readonly dropped: string | null }) {
  const app = useApp();
  const commands = (
    dropped === null
      ? ['lab new saxpy --from c', 'lab check saxpy', 'lab trust saxpy']
      : [`lab trust <path to>/${dropped}`]
  )
    .map((words) => `${program} ${words}`)
    .join('\n');
  return (
    <div class="empty lab-beginning">
      <p>
        {dropped !== null
          ? `A browser does not know where ${dropped} is. Trust it at the terminal:`
          : folders
            ? 'Drop a folder or a source file here, add one, make a new lab, or begin at the terminal:'
            : 'Drop a folder or a source file here, or begin at the terminal:'}
      </p>
      <pre>{commands}</pre>
      <CopyButton text={commands} what="The commands">
        Copy the commands
      </CopyButton>
      {dropped === null ? null : (
        <Button
          icon="close"
          onClick={() => {
            app.labs.dropped.value = null;
          }}
        >
          Close
        </Button>
      )}
    </div>
  );
}
