import type { ParsedInput } from '../../contract/api.ts';
import type { Configuration } from '../../contract/configuration.ts';
import type { PictureView } from '../../contract/inspection.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { inspectionProcedures } from '../../contract/procedures/inspection.ts';
import type { Plan } from '../../contract/run.ts';
import type { Measuring } from '../engines/engines.ts';
import { createInspecting, type Inspecting } from '../run/engine-tasks.ts';
import type { RunLock } from '../run/run-lock.ts';
import type { Opened } from './context.ts';

export type Laboratory = {
  readonly api: Handlers<typeof inspectionProcedures>;
  readonly selftest: Inspecting['selftest'];
  readonly profile: Inspecting['profile'];
};

export type LaboratorySources = {
  readonly measuring: Measuring;
  readonly lock: (what: string) => Promise<RunLock>;
  readonly open: () => Promise<Opened>;
  readonly plan: (configuration: Configuration) => Promise<Plan>;
};

/** What goes beyond running and showing: measured peaks, pictures, the self-test. */
export function createLaboratory({ measuring, lock, open, plan }: LaboratorySources): Laboratory {
  /** Its engine is the one that runs are measured with, so a run of this process keeps it out as well. */
  async function inspecting(): Promise<Inspecting> {
    const { runner } = await open();
    runner.refuseWhileActive();
    return createInspecting(measuring, lock, plan);
  }

  let lastPicture: Promise<unknown> = Promise.resolve();
  /** Pictures wait for one another: a page that has moved on asks for the next before the last one is drawn. */
  function picture(request: ParsedInput<'picture'>): Promise<PictureView> {
    const draw = async () => (await inspecting()).picture(request);
    const drawn = lastPicture.then(draw, draw);
    lastPicture = drawn;
    return drawn;
  }

  return {
    api: {
      async measuredPeaks() {
        const { store } = await open();
        const { machineOf } = await import('../machine/doctor.ts');
        return store.measuredPeaks(machineOf(await measuring.describe()).fingerprint);
      },
      measurePeaks: async () => (await inspecting()).measurePeaks((await open()).store),
      async study({ ref, as }) {
        const { store, comparer } = await open();
        const { studyOf } = await import('../study/report.ts');
        const { catalog } = await measuring.describe().catch(() => ({ catalog: null }));
        return studyOf(store, comparer, ref, as, catalog?.workloads);
      },
      picture,
    },
    selftest: async (...request) => (await inspecting()).selftest(...request),
    profile: async (request) => (await inspecting()).profile(request),
  };
}
