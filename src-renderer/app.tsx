import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { screenView } from './screens/views.ts';
import { commandOfKey, runCommand } from './state/commands.ts';
import { useApp } from './state/context.ts';
import type { App } from './state/index.ts';
import { AskDialog } from './ui/ask-dialog.tsx';
import { DropFiles } from './ui/drop-files.tsx';
import { Toasts } from './ui/toasts.tsx';
import { Composer } from './views/composer/composer.tsx';
import { Palette } from './views/palette.tsx';
import { Rail } from './views/rail.tsx';
import { Run } from './views/run.tsx';
import { ShortcutSheet } from './views/shortcut-sheet.tsx';
import { StatusBar } from './views/status-bar.tsx';

/** The frame around every screen: rail, screen, status bar, and what lies over them. */
export function Shell() {
  const app = useApp();
  useShortcuts(app);
  const screen = useScreenFocus(app);
  const overlay = app.overlay.value;
  const close = () => {
    app.overlay.value = 'none';
  };
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => screen.current?.focus()}>
        Skip to the screen
      </button>
      <Rail />
      <main id="screen" ref={screen} tabIndex={-1}>
        {app.connected.value ? null : (
          <p class="banner" role="alert">
            The connection to “breakeven serve” is lost. What is stored is safe; this page goes on
            as soon as it is back. If it was started with a new token, open the address that it
            printed.
          </p>
        )}
        <Screen />
      </main>
      <StatusBar />
      {overlay === 'palette' ? <Palette onClose={close} /> : null}
      {overlay === 'shortcuts' ? <ShortcutSheet onClose={close} /> : null}
      {app.asking.value === null ? null : (
        <AskDialog
          question={app.asking.value}
          onClose={() => {
            app.asking.value = null;
          }}
        />
      )}
      {app.composing.value === null ? null : (
        <Composer
          request={app.composing.value}
          onClose={() => {
            app.composing.value = null;
          }}
        />
      )}
      <DropFiles
        text="Drop run files to import them, or code to measure it"
        onFiles={(files) => {
          const code = files.find(({ name }) => isCode(name));
          if (code === undefined) void app.importFiles(files);
          else void app.labs.drop(code);
        }}
      />
      <Toasts />
    </div>
  );
}

/** A source file, or a folder: what has no ending. */
const isCode = (name: string): boolean => /^[^.]+(?:\.(?:c|cpp|cc|cu|f90|py))?$/.test(name);

function Screen() {
  const route = useApp().route.value;
  if (route.screen === 'run') return <Run key={route.ref} runRef={route.ref} tab={route.tab} />;
  const View = screenView(route.screen);
  return View === null ? null : <View route={route} />;
}

/** A new screen takes the focus, so that the keyboard and a screen reader start at its top. */
function useScreenFocus(app: App): { readonly current: HTMLElement | null } {
  const screen = useRef<HTMLElement>(null);
  const route = app.route.value;
  const place = route.screen === 'run' ? `run ${route.ref}` : route.screen;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const within = screen.current?.contains(document.activeElement) === true;
    if (!within) screen.current?.focus({ preventScroll: true });
    screen.current?.scrollTo(0, 0);
  }, [place]);
  return screen;
}

function useShortcuts(app: App): void {
  // With the first picture, not after it: what can be seen takes keys.
  useLayoutEffect(() => {
    let before = '';
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const writing = target?.matches('input:not([type=checkbox]), textarea, select') === true;
      const id = commandOfKey(event, writing, before);
      before = writing ? '' : event.key;
      // Behind an open dialog only the keys that close it mean something.
      const covered =
        (app.overlay.value !== 'none' ||
          app.asking.value !== null ||
          app.composing.value !== null) &&
        id !== 'palette' &&
        id !== 'shortcuts';
      if (id === null || covered) return;
      event.preventDefault();
      runCommand(app, id);
    };
    window.addEventListener('keydown', onKey);
    app.menuCommand.value = (id) => runCommand(app, id);
    return () => {
      window.removeEventListener('keydown', onKey);
      app.menuCommand.value = null;
    };
  }, [app]);
}
