import type { RunDetail } from '../../../src-main/contract/api.ts';
import { defaultRefinement, targetText } from '../../../src-main/contract/break-even-target.ts';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { Commands } from '../../../src-main/contract/procedures/files.ts';
import { useApp } from '../../state/context.ts';
import type { App } from '../../state/index.ts';
import { Button, copyText } from '../../ui/button.tsx';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
import { ExportMenu, ReportButton } from '../export.tsx';

/** Copies the command line that does a run again, plainly or under a profiler. */
const copyCommand = (app: App, configuration: Configuration, which: keyof Commands) =>
  app.attempt('No command was made', async () => {
    const commands = await app.client.call('commandOf', { configuration });
    await copyText(app, commands[which].text, 'The command');
  });

/** Entries that copy a configuration as a command. */
export function CommandEntries({ configuration }: { readonly configuration: Configuration }) {
  const app = useApp();
  return (
    <>
      <MenuEntry onClick={() => void copyCommand(app, configuration, 'run')}>
        The same run
      </MenuEntry>
      <MenuEntry aside="nsys" onClick={() => void copyCommand(app, configuration, 'nsys')}>
        Under Nsight Systems
      </MenuEntry>
    </>
  );
}

/** Fills New run with what a run was configured as. */
export function setUpAgain(app: App, { plan }: RunDetail): void {
  if (app.newRun.fill(plan.configuration, plan.configuration.preset)) app.go({ screen: 'new' });
  else app.toast('No workload of this run is in this build.', { tone: 'bad' });
}

/** It ended before all was measured, and nobody measures it now; where every case has a time, repetitions may be missing. */
function resumable({ run }: RunDetail): boolean {
  return run.status !== 'running' && run.status !== 'complete';
}

/** Variants of the one workload of a run, for a comparison of them. */
function comparableVariants({ cases }: RunDetail): readonly string[] {
  const ok = cases.filter(({ outcome }) => outcome === 'ok');
  const workloads = new Set(ok.map(({ workload }) => workload));
  return workloads.size === 1 ? [...new Set(ok.map(({ variant }) => variant))].slice(0, 8) : [];
}

const { target, timeLimitS, maxPoints } = defaultRefinement;
const refineHint = `Adds sizes near the break-evens to this run until each interval is narrower than ${targetText(target)} of its break-even, for ${timeLimitS} s and ${maxPoints} sizes at most`;

/** What can be done with a stored run. */
export function RunActions({ detail }: { readonly detail: RunDetail }) {
  const app = useApp();
  const { run, plan, machine } = detail;
  const variants = comparableVariants(detail);
  // What came from another store goes on there.
  const own = run.importedAt === undefined;
  const refinable = detail.breakEvens.some(({ next }) => next !== undefined && next.length > 0);
  const here = app.doctor.state.value.value?.machine.fingerprint;
  const elsewhere =
    here !== undefined && here !== machine.fingerprint
      ? `Begun on ${machine.hostname} (${run.device}): only that machine can resume it`
      : null;
  return (
    <>
      {own && resumable(detail) ? (
        <Button
          icon="play"
          disabled={elsewhere !== null || run.status === 'running'}
          hint={elsewhere ?? 'Measures the remaining cases'}
          onClick={() => void app.resumeRun(run.id)}
        >
          Resume
        </Button>
      ) : null}
      {own && refinable ? (
        <Button
          icon="play"
          disabled={elsewhere !== null || run.status !== 'complete'}
          hint={
            elsewhere ??
            (resumable(detail) ? 'Resume the run first: cases of it may be missing' : refineHint)
          }
          onClick={() => void app.refineRun(run.id)}
        >
          Narrow the break-even
        </Button>
      ) : null}
      <Menu label="Run again" icon="again">
        <MenuEntry disabled={run.status === 'running'} onClick={() => void app.runAgain(run.id)}>
          Now, as it was
        </MenuEntry>
        <MenuEntry onClick={() => setUpAgain(app, detail)}>Set it up in New run</MenuEntry>
      </Menu>
      <ReportButton of={run.id} />
      <ExportMenu refs={[run.id]} />
      <Menu label="Command" icon="copy" hint="Copy as command" right>
        <CommandEntries configuration={plan.configuration} />
      </Menu>
      <Menu label="More" icon="more" right>
        {variants.length < 2 ? null : (
          <MenuEntry
            onClick={() =>
              app.go({ screen: 'compare', refs: variants.map((id) => `${run.id}:${id}`) })
            }
          >
            Compare its variants
          </MenuEntry>
        )}
        <MenuEntry pressed={run.pinned} onClick={() => void app.curation.pin(run.id, !run.pinned)}>
          Pinned
        </MenuEntry>
        <MenuEntry
          pressed={run.baseline}
          onClick={() => void app.curation.baseline(run.baseline ? null : run.id)}
        >
          Baseline of other runs
        </MenuEntry>
        <MenuEntry
          danger
          disabled={run.status === 'running'}
          onClick={async () => {
            if (await app.curation.trash([run.id])) app.go({ screen: 'history' });
          }}
        >
          Delete
        </MenuEntry>
      </Menu>
    </>
  );
}
