import type { Handlers } from '../../contract/procedure.ts';
import type { StorageView, settingsProcedures } from '../../contract/procedures/settings.ts';
import type { ApiContext } from './context.ts';

/** Settings, the store as files, versions. */
export function settingsApi(context: ApiContext): Handlers<typeof settingsProcedures> {
  const { open, home, measuring } = context;

  async function storage(): Promise<StorageView> {
    const { store } = await open();
    const { storageOf } = await import('../store/storage.ts');
    return storageOf(store, context.homeFixed());
  }

  return {
    settings: async () => (await import('../store/settings.ts')).readSettings(home()),
    saveSettings: async (change) => {
      const { saveSettings } = await import('../store/settings.ts');
      return saveSettings(home(), defined(change));
    },
    storage,
    async backUp() {
      const { store, runner } = await open();
      runner.refuseWhileActive();
      return { file: await store.backup() };
    },
    async compact() {
      const { store, runner } = await open();
      runner.refuseWhileActive();
      store.compact();
      return await storage();
    },
    async moveStore({ folder }) {
      const { store, runner } = await open();
      runner.refuseWhileActive();
      const { moveStore } = await import('../store/storage.ts');
      await moveStore(store, folder, context.homeFixed());
      await context.reopen(folder);
      return await storage();
    },
    async versions() {
      const { versionsOf } = await import('../machine/versions.ts');
      return { versions: versionsOf(await measuring.describe().catch(() => null)) };
    },
  };
}

/** Without what is not named: a key that is there with no value would take the setting away. */
function defined<T extends object>(change: T): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}
