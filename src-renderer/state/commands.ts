import { type MenuCommand, screenCommand } from '../../src-main/contract/api.ts';
import { screens } from '../../src-main/contract/screens.ts';
import type { Client } from '../client.ts';
import type { App } from './index.ts';

export type Command = {
  readonly id: MenuCommand;
  readonly title: string;
  /** As people read it, by host; a browser keeps some keys for itself. */
  readonly keys: Readonly<Record<Client['host'], string>>;
  readonly run: (app: App) => void;
};

const both = (keys: string) => ({ desktop: keys, browser: keys });

/** Views listen to this on the window: what is found or exported depends on the screen. */
export const findEvent = 'breakeven:find';
export const exportEvent = 'breakeven:export';

const emit = (name: string) => {
  window.dispatchEvent(new CustomEvent(name));
};

/** Everything a key or the menu can do, for the shortcut sheet and the palette too. */
export const commands: readonly Command[] = [
  {
    id: 'new-run',
    title: 'New run',
    keys: { desktop: 'Ctrl+N', browser: 'N' },
    run: (app) => app.go({ screen: 'new' }),
  },
  {
    id: 'start-run',
    title: 'Start the run that New run describes',
    keys: both('Ctrl+Enter'),
    run: (app) => {
      if (app.route.value.screen === 'new') void app.startRun();
      else app.go({ screen: 'new' });
    },
  },
  {
    id: 'stop-run',
    title: 'Cancel the active run',
    keys: both('Ctrl+.'),
    run: (app) => void app.cancelRun(),
  },
  {
    id: 'find',
    title: 'Find runs in the history',
    keys: both('Ctrl+F'),
    run: (app) => {
      if (app.route.value.screen !== 'history') app.go({ screen: 'history' });
      // After the screen is there.
      setTimeout(() => emit(findEvent));
    },
  },
  {
    id: 'palette',
    title: 'Commands and runs by name',
    keys: both('Ctrl+K'),
    run: (app) => {
      app.paletteOpen.value = !app.paletteOpen.value;
    },
  },
  {
    id: 'export',
    title: 'Export the run on the screen',
    keys: both('Ctrl+E'),
    run: () => emit(exportEvent),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    keys: both('?'),
    run: (app) => app.go({ screen: 'help' }),
  },
  ...screens.map(({ id: screen, title }, index): Command => {
    const place = index + 1;
    return {
      id: screenCommand(index),
      title: `Go to ${title}`,
      keys: { desktop: `Ctrl+${place}`, browser: `G ${place}` },
      run: (app) => app.go(screen === 'compare' ? { screen, refs: [] } : { screen }),
    };
  }),
];

export function runCommand(app: App, id: MenuCommand): void {
  commands.find((command) => command.id === id)?.run(app);
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const withControl: Readonly<Record<string, MenuCommand>> = {
  n: 'new-run',
  Enter: 'start-run',
  '.': 'stop-run',
  f: 'find',
  k: 'palette',
  e: 'export',
};

/**
 * The command that a key means, if any. `writing`: the focus is in a text field, where plain letters are text. `before`
 * is the plain key pressed just before, for `G 3`.
 */
export function commandOfKey(key: Key, writing: boolean, before: string): MenuCommand | null {
  if (key.altKey) return null;
  if (key.ctrlKey || key.metaKey) {
    const place = placeOf(key);
    if (place !== null) return screenCommand(place);
    return withControl[key.key.length === 1 ? key.key.toLowerCase() : key.key] ?? null;
  }
  if (writing) return null;
  if (key.key === '?') return 'shortcuts';
  const place = before === 'g' ? placeOf(key) : null;
  if (place !== null) return screenCommand(place);
  if (key.key === 'n') return 'new-run';
  if (key.key === '/') return 'find';
  return null;
}

/** The place in the rail of the screen that a digit opens, from 0; null for other keys and digits beyond. */
function placeOf({ key }: Key): number | null {
  const place = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  return place >= 0 && place < screens.length ? place : null;
}
