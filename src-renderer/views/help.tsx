import { useApp } from '../state/context.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { Facts } from './run/environment.tsx';
import { ShortcutTable } from './shortcut-sheet.tsx';

const notes: readonly (readonly [string, string])[] = [
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
    'A ratio is one median over that of the baseline. Faster or slower: its interval lies wholly beyond 0.5 %. Same: wholly within 2 %. Else it is ambiguous, and says which samples would settle it.',
  ],
  [
    'Break-even',
    'The size where one variant’s time crosses another’s, between the two sizes that bracket it. “None in range”, “several” and “within noise” are answers too.',
  ],
  [
    'Rounds',
    'Each round measures in a new process, so that what differs between processes is seen and reported.',
  ],
];

/** What the words mean, the keys, and what this build is. */
export function Help() {
  const app = useApp();
  return (
    <Page title="Help">
      <Section title="How it measures">
        <dl class="notes">
          {notes.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Shortcuts">
        <ShortcutTable />
      </Section>
      <Section title="About">
        <Loaded of={app.doctor} what="versions">
          {({ machine }) => (
            <>
              <Facts facts={Object.entries(machine.versions)} />
              <CopyButton
                what="The list of versions"
                text={[
                  ...Object.entries(machine.versions).map(
                    ([name, version]) => `${name} ${version}`,
                  ),
                  machine.os,
                  machine.cpuModel,
                  ...machine.gpus.map(({ name }) => name),
                ].join('\n')}
              >
                Copy versions
              </CopyButton>
            </>
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
