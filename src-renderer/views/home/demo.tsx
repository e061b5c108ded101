import { configurationSchema } from '../../../src-main/contract/configuration.ts';
import { expectedTime, knownTime } from '../../../src-main/contract/expected-time.ts';
import type { Preset } from '../../../src-main/contract/procedures/files.ts';
import type { Plan } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { usePreset } from '../../state/palette.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';

/** What a plan says of a preset here; null of one that this build cannot plan, as one without CUDA lacks variants. */
function usePlanOf(preset: Preset | undefined): Plan | null {
  const catalog = useApp().catalog.state.value.value;
  const configuration =
    preset === undefined ? null : configurationSchema.parse(preset.configuration);
  const known = configuration?.groups.every(({ workload, variants }) => {
    const found = catalog?.workloads.find(({ id }) => id === workload);
    if (variants === 'all') return found !== undefined;
    return variants.every((variant) => found?.variants.some(({ id }) => id === variant));
  });
  const { value } = useCall(
    'plan',
    configuration === null || known !== true ? null : { configuration },
  );
  return value;
}

/** The preset that shows in a short run what the product does. */
const demoPreset = 'quick';

export function useDemo(): Preset | undefined {
  return useApp().presets.state.value.value?.find(({ id }) => id === demoPreset);
}

/** What the demo takes on this machine: `35 s to 2 min`; null where that is not known. */
export function useDemoTime(): string | null {
  const plan = usePlanOf(useDemo());
  const expected = plan === null ? null : expectedTime(plan);
  return expected === null ? null : knownTime(expected);
}

/** Starts the short run at once: no field has to be understood before the first result. */
export function Demo({ tone = 'plain' }: { readonly tone?: 'plain' | 'primary' }) {
  const app = useApp();
  const preset = useDemo();
  const time = useDemoTime();
  const active = app.live.progress.value?.status === 'running';
  if (preset === undefined) return null;
  const about = time === null ? preset.summary : `${preset.summary} Takes ${time} on this machine.`;
  return (
    <Button
      tone={tone}
      icon="play"
      hint={active ? 'A run is active: this one can be queued' : about}
      onClick={() => {
        if (app.newRun.fill({ ...preset.configuration }, preset.id)) void app.startRun();
        else usePreset(app, preset.id);
      }}
    >
      Demo run
    </Button>
  );
}
