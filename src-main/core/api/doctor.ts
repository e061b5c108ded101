import { toFailure } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { doctorProcedures } from '../../contract/procedures/inspection.ts';
import { type Backup, listBackups } from '../store/backup-files.ts';
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

  async function state(again = false) {
    try {
      const { store } = await open();
      // Whoever asks for a check waits for the one after an unclean stop; others read of it.
      if (again) await store.checked();
      const warnings = [...store.warnings];
      // Reading all of it would disturb what is measured.
      const unasked = isMeasuring() || store.isBeingChecked();
      return { warnings, fault: unasked ? null : await faultOf(store) };
    } catch (error) {
      return { warnings: [], fault: toFailure(error).message };
    }
  }

  return {
    async doctor({ again }) {
      if (again) {
        checked = null;
        backups = null;
      }
      const { examine, machineOf } = await import('../machine/doctor.ts');
      const ask = isMeasuring() ? measuring.describe : measuring.describeNow;
      const engine = await ask().catch((error: unknown) => toFailure(error).message);
      const checks = await examine({
        home: home(),
        engine,
        store: () => state(again),
        soundBackup,
      });
      return { machine: machineOf(engine), checks: [...checks] };
    },
  };
}
