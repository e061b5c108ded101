import { effect, type Signal, signal } from '@preact/signals';
import type { StoredSettings } from '../../src-main/contract/procedures/settings.ts';

/** What a person chose. The host keeps it; this window remembers the last it heard, so that it opens in its colours. */
export type Settings = StoredSettings;

export const standardSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  scope: 'total',
  margins: { difference: 0.005, same: 0.02 },
  defaults: { repetitions: null, timeLimitS: null, gpu: null },
  columns: null,
  historyCase: null,
  figure: { widthMm: 88.9, heightMm: null, dpi: 300, fontPt: 8, language: null },
};
const key = 'breakeven.settings';

/** The part of the browser's storage that is used; it may refuse (private windows), which costs only the memory. */
type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** What the window remembers of the host's settings: what decides how its first picture looks. */
export function readSettings(memory: Memory | null): Settings {
  try {
    const found: unknown = JSON.parse(memory?.getItem(key) ?? '{}');
    if (typeof found !== 'object' || found === null) return standardSettings;
    const given = found as Readonly<Record<string, unknown>>;
    const { theme, density, scope, columns } = given;
    return {
      ...standardSettings,
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      density: density === 'compact' ? 'compact' : 'comfortable',
      scope: typeof scope === 'string' && scope !== '' ? scope : standardSettings.scope,
      columns:
        Array.isArray(columns) && columns.every((each) => typeof each === 'string')
          ? columns
          : null,
    };
  } catch {
    return standardSettings;
  }
}

/** The settings, remembered by the window and applied to the page whenever they change. */
export function createSettings(memory: Memory | null, page: HTMLElement): Signal<Settings> {
  const settings = signal(readSettings(memory));
  effect(() => {
    const { theme, density, scope, columns } = settings.value;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.dataset.density = density;
    try {
      memory?.setItem(key, JSON.stringify({ theme, density, scope, columns }));
    } catch {
      // Storage is full or refused: the window forgets, the host does not.
    }
  });
  return settings;
}
