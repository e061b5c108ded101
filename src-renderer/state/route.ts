import { type ScreenId, screens } from '../../src-main/contract/screens.ts';

/**
 * Where the window is, as its address has it: `#/run/<id>/why?scope=call&pane=phases`. What stands behind the question
 * mark is the workspace: what is selected there, shared by all panes of a run or a comparison.
 */
export const runTabs = ['results', 'why', 'history', 'record'] as const;
export type RunTab = (typeof runTabs)[number];

export type Route =
  | { readonly screen: Exclude<ScreenId, 'compare'>; readonly view?: ViewParameters }
  | {
      readonly screen: 'run';
      readonly ref: string;
      readonly tab: RunTab;
      readonly view?: ViewParameters;
    }
  | {
      readonly screen: 'compare';
      readonly refs: readonly string[];
      readonly view?: ViewParameters;
    };

/** Parts of the workspace by name, as text; what is absent is as the screen chooses it. */
export type ViewParameters = Readonly<Record<string, string>>;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [screen = '', first = '', second = ''] = path.split('/').map(decodePart);
  const given = Object.fromEntries(new URLSearchParams(query));
  const view = Object.keys(given).length === 0 ? {} : { view: given };
  if (screen === 'run' && first !== '') {
    return { screen, ref: first, tab: runTabs.find((tab) => tab === second) ?? 'results', ...view };
  }
  if (screen === 'compare') {
    return { screen, refs: first.split(',').filter((ref) => ref !== ''), ...view };
  }
  const plain = screens.find(({ id }) => id === screen)?.id;
  return plain === undefined || plain === 'compare'
    ? { screen: 'home' }
    : { screen: plain, ...view };
}

export function hrefOf(route: Route): string {
  if (route.screen === 'run') {
    const tab = route.tab === 'results' ? '' : `/${route.tab}`;
    return `#/run/${encodeURIComponent(route.ref)}${tab}${queryOf(route.view)}`;
  }
  if (route.screen === 'compare') {
    return route.refs.length === 0
      ? '#/compare'
      : `#/compare/${route.refs.map(encodeURIComponent).join(',')}${queryOf(route.view)}`;
  }
  return `#/${route.screen}${queryOf(route.view)}`;
}

function queryOf(view: ViewParameters = {}): string {
  const text = new URLSearchParams({ ...view }).toString();
  return text === '' ? '' : `?${text}`;
}

/** The route with parts of its workspace set, or taken out with null. */
export function withView(route: Route, parts: Readonly<Record<string, string | null>>): Route {
  const { view: before = {}, ...rest } = route;
  const kept = Object.entries({ ...before, ...parts }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
  );
  return kept.length === 0 ? rest : { ...rest, view: Object.fromEntries(kept) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
