import { effect, type Signal, signal } from '@preact/signals';

export type Settings = {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
  /** The span that tables and figures show first. */
  readonly span: string;
};

const standard: Settings = { theme: 'system', density: 'comfortable', span: 'kernel' };
const key = 'breakeven.settings';

/** The part of the browser's storage that is used; it may refuse (private windows), which costs only the memory. */
type Memory = Pick<Storage, 'getItem' | 'setItem'>;

export function readSettings(memory: Memory | null): Settings {
  try {
    const found: unknown = JSON.parse(memory?.getItem(key) ?? '{}');
    if (typeof found !== 'object' || found === null) return standard;
    const given = found as Readonly<Record<string, unknown>>;
    return {
      theme: given.theme === 'light' || given.theme === 'dark' ? given.theme : 'system',
      density: given.density === 'compact' ? 'compact' : 'comfortable',
      span: typeof given.span === 'string' && given.span !== '' ? given.span : standard.span,
    };
  } catch {
    return standard;
  }
}

/** The settings, kept in the browser's storage and applied to the page whenever they change. */
export function createSettings(memory: Memory | null, page: HTMLElement): Signal<Settings> {
  const settings = signal(readSettings(memory));
  effect(() => {
    const { theme, density } = settings.value;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.dataset.density = density;
    try {
      memory?.setItem(key, JSON.stringify(settings.value));
    } catch {
      // Storage is full or refused: the settings last as long as the window.
    }
  });
  return settings;
}
