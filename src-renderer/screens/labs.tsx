import { useEffect, useState } from 'preact/hooks';
import type { Output } from '../../src-main/contract/api.ts';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { LabSection } from '../views/labs/lab.tsx';
import { NewLab } from '../views/labs/new-lab.tsx';
import { WatchPanel } from '../views/labs/watch-panel.tsx';

/** The user's own workloads: each trusted folder with the state of its variants. */
export function screen() {
  const app = useApp();
  const { list } = app.labs;
  const [making, setMaking] = useState(false);
  // Files are edited in another program: what they are now is asked for when the window is looked at again.
  useEffect(() => {
    const look = () => void list.load();
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [list]);
  const known = list.state.value.value;
  const activity = app.labs.activity.value;
  return (
    <Page
      title="Own code"
      wide
      under="A lab is a folder with your own code. It becomes a workload: verified, measured, compared."
      actions={
        known?.folders === true ? (
          <>
            <Button icon="new" onClick={() => setMaking(true)}>
              New lab
            </Button>
            <Button icon="folder" onClick={() => void app.labs.trust()}>
              Trust a folder
            </Button>
          </>
        ) : null
      }
    >
      {activity?.kind === 'watch' ? <WatchPanel activity={activity} /> : null}
      <Loaded of={list} what="the trusted labs">
        {(value) =>
          value.labs.length === 0 ? (
            <Beginning {...value} />
          ) : (
            <>
              {value.labs.map((lab) => (
                <LabSection key={lab.id} lab={lab} folders={value.folders} />
              ))}
              <p class="muted">A lab’s code runs as you, and there is no sandbox.</p>
            </>
          )
        }
      </Loaded>
      {making && known !== null ? (
        <NewLab starts={known.starts} onClose={() => setMaking(false)} />
      ) : null}
    </Page>
  );
}

/** How to begin, where no lab is trusted. */
function Beginning({ program, folders }: Output<'labs'>) {
  const commands = [
    `${program} lab new saxpy --from c`,
    `${program} lab check saxpy`,
    `${program} lab trust saxpy`,
  ].join('\n');
  return (
    <div class="empty lab-beginning">
      <p>
        No lab is trusted yet.{' '}
        {folders
          ? 'Make one with New lab, trust a folder that you have, or begin on the command line:'
          : 'Begin on the command line; this page offers the labs that are trusted there:'}
      </p>
      <pre>{commands}</pre>
      <CopyButton text={commands} what="The commands">
        Copy the commands
      </CopyButton>
    </div>
  );
}
