import { scopesText } from '../../src-main/contract/timing-scopes.ts';
import { versionName } from '../../src-main/contract/version-names.ts';
import { useApp } from '../state/context.ts';
import type { Settings } from '../state/settings.ts';
import { CopyButton } from '../ui/button.tsx';
import { Loaded, Page, Section } from '../ui/page.tsx';
import { useCall } from '../ui/use-call.ts';
import { Attributes } from '../views/run/environment.tsx';
import { ShortcutTable } from '../views/shortcut-table.tsx';

const notesOf = ({
  difference,
  same,
}: Settings['margins']): readonly (readonly [string, string])[] => [
  [
    'Case',
    'One workload, one variant and one value per axis. All variants of a sweep point get the same input bytes.',
  ],
  [
    'Check',
    'Each answer is verified with a reference before and after timing. A wrong answer is a failed case and never enters a ratio.',
  ],
  [
    'Median and interval',
    'The centre is the median; its 95 % interval comes from order statistics and needs 6 samples. No sample is removed: outliers are counted and kept.',
  ],
  [
    'Speedup and verdict',
    `The speedup is the median of the baseline over that of the variant: above 1 is faster. Faster or slower: its interval lies wholly beyond ${percent(difference)}. Equivalent: wholly within ${percent(same)}. Otherwise the verdict is inconclusive, and the reason states how many repetitions would decide it.`,
  ],
  [
    'Break-even',
    'The size at which the times of two variants cross, between the two sizes that bracket it. The answer can also be “none in range”, “several” or “not distinguishable”.',
  ],
  [
    'Change points',
    'The history of a case has all runs of the same workload, variant, values and timing scope on one machine. A piecewise-constant fit with minimum absolute deviations divides it into segments. A change point is reported when three runs before and after it agree and its 95 % interval excludes no change. An attribute that changes at the same run (driver, commit, flags, threads) need not be the cause.',
  ],
  ['Timing scopes', scopesText()],
  [
    'Clocks and throttling',
    'The SM clock is recorded with each sample where possible. Samples below three quarters of the default clock are counted and repeated after a pause.',
  ],
  [
    'Quiet window',
    'The window runs on the machine that it measures. While a run is active, it updates four times per second and draws no new figures.',
  ],
  [
    'Repetitions',
    'Each repetition measures the case in a fresh process. Intervals and verdicts include the variation between processes.',
  ],
  ['Own code', ownCode],
];

/** Own code is measured as the workloads that come with the program are. */
const ownCode =
  'A lab is a folder with workload.toml and one file per variant; no header of Breakeven is included. Every answer is verified, on inputs that the code has not seen as well. This finds mistakes and lazy tricks; it is no sandbox: a lab’s code runs as you, so its content is trusted first, in the desktop app or by “breakeven lab trust”.';

const percent = (part: number) => `${Number((part * 100).toPrecision(6))} %`;

/** What the words mean, the keys, and what this build is. */
export function screen() {
  const { margins } = useApp().settings.value;
  return (
    <Page title="Help" wide>
      <div class="columns">
        <Section title="How it measures">
          {notesOf(margins).map(([name, text]) => (
            <details key={name} class="help-term">
              <summary>{name}</summary>
              <p>{text}</p>
            </details>
          ))}
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
  const asked = useCall('versions', {});
  const machine = app.doctor.state.value.value?.machine;
  const versions = Object.entries(asked.value?.versions ?? {}).map(
    ([id, text]) => [versionName(id), text] as const,
  );
  return (
    <Section title="About">
      <p>
        Runs one problem as sequential, OpenMP and CUDA code, verifies every answer and reports the
        size from which on the parallel version pays. Nothing leaves this machine.
      </p>
      <Loaded of={asked} what="versions" failed="The versions could not be read">
        {() => (
          <>
            <Attributes attributes={versions} />
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
      </Loaded>
    </Section>
  );
}
