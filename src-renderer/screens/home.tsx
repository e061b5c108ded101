import { useEffect } from 'preact/hooks';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/button.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { plural } from '../ui/format.ts';
import { Loaded, Page, Section } from '../ui/page.tsx';
import { Changed } from '../views/home/changed.tsx';
import { Demo } from '../views/home/demo.tsx';
import { LastRun } from '../views/home/last-run.tsx';
import { Newcomer } from '../views/home/newcomer.tsx';
import { chooseRunFiles } from '../views/import.ts';

/** Where to begin: for a newcomer a result and one button; for everybody else the last run and what changed since. */
export function screen() {
  const app = useApp();
  const rows = app.recent.state.value.value;
  const newcomer = rows !== null && rows.length === 0;
  const newest = rows?.find(({ importedAt }) => importedAt === undefined) ?? rows?.[0];
  return (
    <Page
      title="Home"
      wide
      actions={
        <>
          {newcomer ? null : <Demo />}
          <Button icon="upload" onClick={() => chooseRunFiles(app)}>
            Import
          </Button>
          <Button
            tone={newcomer ? 'plain' : 'primary'}
            icon="new"
            onClick={() => app.go({ screen: 'new' })}
          >
            New run
          </Button>
        </>
      }
    >
      <Loaded of={app.recent} what="the last run">
        {() =>
          newest === undefined ? (
            <Newcomer />
          ) : (
            <>
              <LastRun row={newest} />
              <Changed row={newest} />
            </>
          )
        }
      </Loaded>
      <div class="columns home">
        <SampleResults />
        <Section
          title="This machine"
          aside={
            <Button tone="quiet" icon="again" onClick={() => void app.examineAgain()}>
              Check again
            </Button>
          }
        >
          <Loaded of={app.doctor} what="the system check">
            {({ checks }) => <CheckList checks={checks} />}
          </Loaded>
        </Section>
      </div>
    </Page>
  );
}

/** Results that come with the product: they open on a machine that can measure nothing. */
function SampleResults() {
  const app = useApp();
  const { samples } = app;
  useEffect(() => {
    if (samples.state.peek().value === null) void samples.load();
  }, [samples]);
  if (samples.state.value.value?.length === 0) return null;
  return (
    <Section title="Sample results">
      <Loaded of={samples} what="the sample results">
        {(known) => (
          <ul class="presets">
            {known.map((sample) => (
              <li key={sample.id}>
                <div>
                  <h3>{sample.title}</h3>
                  <p class="muted">
                    {sample.workloads.join(', ')} on {sample.device}, {plural(sample.cases, 'case')}
                  </p>
                </div>
                <Button onClick={() => void app.openSample(sample.id)}>Open</Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
