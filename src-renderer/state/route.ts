/** Where the window is, as its address has it: `#/run/<id>/scaling`. */
export const screens = ['home', 'new', 'live', 'history', 'compare', 'settings', 'help'] as const;
export type Screen = (typeof screens)[number];

export const runTabs = [
  'summary',
  'scaling',
  'distribution',
  'phases',
  'roofline',
  'picture',
  'study',
  'trend',
  'environment',
  'samples',
  'log',
] as const;
export type RunTab = (typeof runTabs)[number];

export type Route =
  | { readonly screen: Exclude<Screen, 'compare'> }
  | { readonly screen: 'run'; readonly ref: string; readonly tab: RunTab }
  | { readonly screen: 'compare'; readonly refs: readonly string[] };

export function parseRoute(hash: string): Route {
  const [screen = '', first = '', second = ''] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodePart);
  if (screen === 'run' && first !== '') {
    return { screen, ref: first, tab: runTabs.find((tab) => tab === second) ?? 'summary' };
  }
  if (screen === 'compare') return { screen, refs: first.split(',').filter((ref) => ref !== '') };
  const plain = screens.find((known) => known === screen);
  return { screen: plain === undefined || plain === 'compare' ? 'home' : plain };
}

export function hrefOf(route: Route): string {
  if (route.screen === 'run') {
    const tab = route.tab === 'summary' ? '' : `/${route.tab}`;
    return `#/run/${encodeURIComponent(route.ref)}${tab}`;
  }
  if (route.screen === 'compare') {
    return route.refs.length === 0
      ? '#/compare'
      : `#/compare/${route.refs.map(encodeURIComponent).join(',')}`;
  }
  return `#/${route.screen}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
