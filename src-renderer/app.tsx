import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ScreenId, screens } from '../src-main/contract/screens.ts';
import { screenView } from './screens/views.ts';
import { commandOfKey, runCommand } from './state/commands.ts';
import { useApp } from './state/context.ts';
import type { App } from './state/index.ts';
import { hrefOf } from './state/route.ts';
import { AskDialog } from './ui/ask-dialog.tsx';
import { Button, IconButton } from './ui/button.tsx';
import { Icon } from './ui/icon.tsx';
import { useWindow } from './ui/use-window.ts';
import { Composer } from './views/composer/composer.tsx';
import { Palette } from './views/palette.tsx';
import { Run } from './views/run.tsx';
import { StatusBar } from './views/status-bar.tsx';

/** The frame around every screen: rail, screen, status bar, and what lies over them. */
export function Shell() {
  const app = useApp();
  useShortcuts(app);
  const screen = useScreenFocus(app);
  const close = () => {
    app.paletteOpen.value = false;
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
      {app.paletteOpen.value ? <Palette onClose={close} /> : null}
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
        (app.paletteOpen.value || app.asking.value !== null || app.composing.value !== null) &&
        id !== 'palette';
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

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

type Props = { readonly text: string; readonly onFiles: (files: readonly File[]) => void };

/** While files are dragged over the window: where they may be dropped. Any place will do. */
function DropFiles({ text, onFiles }: Props) {
  const [over, setOver] = useState(false);
  // Without this a dropped file would replace the window's page.
  useWindow('dragover', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindow('dragleave', (event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false);
  });
  useWindow('drop', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return over ? <div class="drop-here">{text}</div> : null;
}

/** Short messages at the edge; a screen reader hears them where they come. */
function Toasts() {
  const app = useApp();
  return (
    <div class="toasts" role="status" aria-live="polite">
      {app.toasts.value.map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <p>{text}</p>
          {action === null ? null : (
            <Button
              tone="quiet"
              onClick={() => {
                app.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => app.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

/** The screens, always in sight. */
function Rail() {
  const app = useApp();
  const route = app.route.value;
  const running = app.live.progress.value?.status === 'running';
  const here = (screen: ScreenId) =>
    route.screen === screen || (route.screen === 'run' && screen === 'history');
  return (
    <nav class="rail" aria-label="Screens">
      <a class="brand" href="#/home" aria-label="Breakeven, home">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <path class="flat" d="M4 22 28 11" />
          <path class="steep" d="M4 10h10L28 25" />
          <circle cx="17.4" cy="15.6" r="3.2" />
        </svg>
        <span>Breakeven</span>
      </a>
      {screens.map(({ id: screen, title }) => (
        <a
          key={screen}
          class="rail-link"
          href={hrefOf(screen === 'compare' ? { screen, refs: [] } : { screen })}
          aria-current={here(screen) ? 'page' : undefined}
          onClick={(event) => {
            if (screen !== 'history' || event.ctrlKey || event.metaKey || event.shiftKey) return;
            // The list as it was left, which its address says.
            event.preventDefault();
            app.go({ screen });
          }}
        >
          <Icon name={screen} />
          <span>{title}</span>
          {screen === 'labs' && app.labs.activity.value?.underway === true ? (
            <span class="pulse" role="img" aria-label="a check or a watch is active" />
          ) : null}
          {screen === 'live' && running ? (
            <span class="pulse" role="img" aria-label="a run is active" />
          ) : null}
        </a>
      ))}
    </nav>
  );
}
