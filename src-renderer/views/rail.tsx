import { type ScreenId, screens } from '../../src-main/contract/screens.ts';
import { useApp } from '../state/context.ts';
import { hrefOf } from '../state/route.ts';
import { Icon } from '../ui/icon.tsx';

/** The screens, always in sight. */
export function Rail() {
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
