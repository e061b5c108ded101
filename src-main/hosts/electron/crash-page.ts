import { appOrigin, startPage } from './origin.ts';

/** Served from memory: what shows that the window died must not depend on what may have killed it. */
export const crashPath = '/crashed';
export const crashStylePath = '/crashed.css';

export function crashAddress(reason: string): string {
  return `${appOrigin}${crashPath}?reason=${encodeURIComponent(reason)}`;
}

/** A page without a script: what happened, what is safe, and one link back. */
export function crashPage(reason: string): string {
  const said = reasons[reason] ?? `it ended (${escapeHtml(reason.slice(0, 60))})`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Breakeven</title><link rel="stylesheet" href="${crashStylePath}"></head>
<body><main>
<h1>This window stopped</h1>
<p>The process that draws it is gone: ${said}. Every finished case is stored, and a run goes on without its window.</p>
<p><a href="${startPage}">Open the window again</a></p>
</main></body>
</html>
`;
}

export const crashStyle = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; height: 100vh; }
main { max-width: 34rem; padding: 2rem; }
a { font-size: 1.1rem; }
`;

const reasons: Readonly<Record<string, string>> = {
  crashed: 'it crashed',
  oom: 'it ran out of memory',
  killed: 'it was ended from outside',
  'memory-eviction': 'the system took its memory back',
  'abnormal-exit': 'it ended with an error',
  'launch-failed': 'it could not be started',
  'integrity-failure': 'a part of it is not the one that was installed',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
