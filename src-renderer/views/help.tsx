import { scopesText } from '../../src-main/contract/timing-scopes.ts';
import { useApp } from '../state/context.ts';
import type { Settings } from '../state/settings.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { useCall } from '../ui/use-call.ts';
import { Facts } from './run/environment.tsx';
import { ShortcutTable } from './shortcut-sheet.tsx';

const notesOf = ({
  difference,
  same,
}: Settings['margins']): readonly (readonly [string, string])[] => [
  [
    'Case',
    'One workload, one variant, one value for each axis. Every variant of a sweep point gets the same input bytes.',
  ],
  [
    'Check',
    'Each answer is compared with a reference before and after it is timed. A wrong one is kept as a failed case and never enters a ratio.',
  ],
  [
    'Median and interval',
    'The centre is the median; its 95 % interval comes from order statistics and needs 6 samples. No sample is removed: outliers are counted and stay.',
  ],
  [
    'Ratio and verdict',
    `A ratio is one median over that of the baseline. Faster or slower: its interval lies wholly beyond ${percent(difference)}. Equivalent: wholly within ${percent(same)}. Else it is inconclusive, and says how many repetitions would settle it.`,
  ],
  [
    'Break-even',
    'The size where one variant’s time crosses another’s, between the two sizes that bracket it. “None in range”, “several” and “within noise” are answers too.',
  ],
  [
    'Steps',
    'A case is followed through all runs of the same workload, variant, values and span on one machine: the piecewise-constant fit with the least absolute deviations. A step is named when three runs on either side show it and its 95 % interval leaves out no change. What came with it (driver, commit, flags, threads) need not be its cause.',
  ],
  ['Timing scopes', scopesText()],
  [
    'Clocks and throttling',
    'The SM clock is read with each sample where it can be. Samples below three quarters of the default clock are taken again after a pause, and counted.',
  ],
  [
    'Quiet window',
    'The window shares the machine that it measures: messages slow to four a second and figures rest while a run is active.',
  ],
  [
    'Rounds',
    'Each round measures in a new process, so that what differs between processes is seen and reported.',
  ],
];

const percent = (part: number) => `${Number((part * 100).toPrecision(6))} %`;

/** What the words mean, the keys, and what this build is. */
export function Help() {
  const { margins } = useApp().settings.value;
  return (
    <Page title="Help" wide>
      <div class="sections">
        <Section title="How it measures">
          <dl class="notes">
            {notesOf(margins).map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <div class="column">
          <Section title="Shortcuts">
            <ShortcutTable />
          </Section>
          <About />
        </div>
      </div>
    </Page>
  );
}

/** What this build is, for a report or a bug. */
function About() {
  const app = useApp();
  const { value, failure, again } = useCall('versions', {});
  const machine = app.doctor.state.value.value?.machine;
  const versions = Object.entries(value?.versions ?? {});
  return (
    <Section title="About">
      <p>
        Breakeven runs one problem as sequential, OpenMP and CUDA code, verifies every answer,
        measures it with care and reports the size from which on the parallel version pays. Nothing
        that it measures leaves this machine.
      </p>
      {failure !== null ? (
        <Failed what="The versions could not be read" failure={failure} retry={again} />
      ) : value === null ? (
        <Loading what="versions" />
      ) : (
        <>
          <Facts facts={versions} />
          <div>
            <CopyButton
              what="The list of versions"
              text={[
                ...versions.map(([name, version]) => `${name} ${version}`),
                ...(machine === undefined
                  ? []
                  : [machine.os, machine.cpuModel, ...machine.gpus.map(({ name }) => name)]),
              ].join('\n')}
            >
              Copy versions
            </CopyButton>
          </div>
        </>
      )}
    </Section>
  );
}
