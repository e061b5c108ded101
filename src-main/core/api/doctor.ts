import { toFailure } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { doctorProcedures } from '../../contract/procedures/inspection.ts';
import { type Backup, listBackups } from '../store/backup-files.ts';
import type { Store } from '../store/store.ts';
import type { ApiContext } from './context.ts';

/**
 * Reports the state of the machine and of the store. Checking the integrity of a large database takes seconds and blocks
 * every other request: it runs once for a store, once for each new backup, and when asked `again`.
 */
export function doctorApi({
  home,
  measuring,
  open,
  isMeasuring,
}: ApiContext): Handlers<typeof doctorProcedures> {
  let checked: { readonly store: Store; readonly fault: string | null } | null = null;
  let backups: { readonly newest: string; readonly sound: Backup | undefined } | null = null;

  function faultOf(store: Store): string | null {
    if (checked?.store !== store) {
      checked = { store, fault: store.damage()?.message ?? null };
    }
    return checked.fault;
  }

  async function soundBackup(): Promise<Backup | undefined> {
    const newest = listBackups(home())[0]?.file ?? '';
    if (backups?.newest !== newest) {
      const { newestSound } = await import('../store/damage.ts');
      backups = { newest, sound: newestSound(home()) };
    }
    return backups.sound;
  }

  async function state() {
    try {
      const { store } = await open();
      // Reading all of it would disturb what is measured.
      return { warnings: store.warnings, fault: isMeasuring() ? null : faultOf(store) };
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
      const checks = await examine({ home: home(), engine, store: state, soundBackup });
      return { machine: machineOf(engine), checks: [...checks] };
    },
  };
}
