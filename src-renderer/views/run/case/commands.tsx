import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { Configuration } from '../../../../src-main/contract/configuration.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { useApp } from '../../../state/context.ts';
import type { OfCase } from '../../../state/run-summary.ts';
import { Button, copyText } from '../../../ui/button.tsx';
import { Section } from '../../../ui/page.tsx';
import { useCall } from '../../../ui/use-call.ts';

/** The run of this one case, as the run was configured. */
export function configurationOf(
  { plan }: Pick<RunDetail, 'plan'>,
  stored: StoredCase,
): Configuration {
  const planned = plan.cases.find(({ index }) => index === stored.index);
  return {
    groups: [
      {
        workload: stored.workload,
        variants: [stored.variant],
        set: { ...stored.values },
        sweep: {},
        ...(planned?.input === undefined ? {} : { input: planned.input }),
      },
    ],
    policy: planned?.policy ?? plan.configuration.policy,
    orderSeed: plan.configuration.orderSeed,
  };
}

const titles = { run: 'Run', nsys: 'Nsight Systems' } as const;

/** How to measure or profile exactly this case. */
export function CaseCommands({ detail, stored }: OfCase) {
  const app = useApp();
  const { value, failure } = useCall('commandOf', {
    configuration: configurationOf(detail, stored),
  });
  if (failure !== null) {
    return (
      <Section title="Commands">
        <p class="muted">{failure.message}</p>
      </Section>
    );
  }
  if (value === null) return null;
  return (
    <Section title="Commands">
      {(['run', 'nsys'] as const).map((which) => (
        <div key={which} class="case-command">
          <h3>{titles[which]}</h3>
          <pre>{value[which].text}</pre>
          <Button
            tone="quiet"
            icon="copy"
            onClick={() => void copyText(app, value[which].text, 'The command')}
          >
            Copy
          </Button>
        </div>
      ))}
    </Section>
  );
}
