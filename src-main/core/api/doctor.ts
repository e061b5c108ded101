import { statSync } from 'node:fs';
import { toFailure } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { doctorProcedures } from '../../contract/procedures/inspection.ts';
import { type Backup, listBackups } from '../store/backup-files.ts';
import type { ContentCheck } from '../store/content-check.ts';
import type { Store } from '../store/store.ts';
import type { ApiContext } from './context.ts';

/**
 * Reports the state of the machine and of the store. Checking the integrity of a large database takes seconds: it runs once
 * for a store, once for each new backup, and when asked `again`.
 */
export function doctorApi({
  home,
  measuring,
  open,
  isMeasuring,
}: ApiContext): Handlers<typeof doctorProcedures> {
  let checked: { readonly store: Store; readonly fault: Promise<string | null> } | null = null;
  let backups: { readonly newest: string; readonly sound: Backup | undefined } | null = null;

  async function faultOf(store: Store): Promise<string | null> {
    if (checked?.store !== store) {
      checked = { store, fault: store.damage().then((damage) => damage?.message ?? null) };
    }
    return await checked.fault;
  }

  async function soundBackup(): Promise<Backup | undefined> {
    const newest = listBackups(home())[0]?.file ?? '';
    if (backups?.newest !== newest) {
      const { isSoundFile } = await import('../store/threads.ts');
      let sound: Backup | undefined;
      for (const backup of listBackups(home())) {
        if (await isSoundFile(backup.file)) {
          sound = backup;
          break;
        }
      }
      backups = { newest, sound };
    }
    return backups.sound;
  }

  /** What the last check of all samples found; made now where it is asked for, or the database is small. */
  async function contentOf(store: Store, verify: boolean): Promise<ContentCheck | null> {
    const { fullCheckBytes } = await import('../store/soundness.ts');
    const bytes = statSync(store.file, { throwIfNoEntry: false })?.size ?? 0;
    if (verify || bytes <= fullCheckBytes) {
      const { found } = store.checkContent();
      const faults = await (verify ? found : found.catch(() => null));
      if (faults !== null) return { ...faults, checkedAt: new Date().toISOString() };
    }
    return store.lastContentCheck();
  }

  async function state(again = false, verify = false) {
    try {
      const { store } = await open();
      // Whoever asks for a check waits for the one after an unclean stop; others read of it.
      if (again) await store.checked();
      const warnings = [...store.warnings];
      // Reading all of it would disturb what is measured.
      const unasked = isMeasuring() || store.isBeingChecked();
      const fault = unasked ? null : await faultOf(store);
      const content =
        unasked || fault !== null || !(again || verify)
          ? store.lastContentCheck()
          : await contentOf(store, verify);
      return { warnings, fault, content };
    } catch (error) {
      return { warnings: [], fault: toFailure(error).message, content: null };
    }
  }

  return {
    async doctor({ again, verify }) {
      if (again || verify) {
        checked = null;
        backups = null;
      }
      const { examine, machineOf } = await import('../machine/doctor.ts');
      const ask = isMeasuring() ? measuring.describe : measuring.describeNow;
      const engine = await ask().catch((error: unknown) => toFailure(error).message);
      const checks = await examine({
        home: home(),
        engine,
        store: () => state(again, verify),
        soundBackup,
      });
      return { machine: machineOf(engine), checks: [...checks] };
    },
  };
}
