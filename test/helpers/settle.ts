import type { Page } from 'playwright';

/** Longer than the interface waits before it asks for what a field or a key stands for. */
const quietMs = 260;
/** A screen that shows a run under way never rests. */
const longestMs = 1200;

/**
 * Watches what a page asks for; returns the function that waits until it has asked for and changed nothing for a
 * moment: then everything is drawn, however busy the machine is, and no more time is spent than that takes.
 */
export function watchForRest(page: Page): () => Promise<void> {
  let pending = 0;
  let lastAnswer = 0;
  // The stream of events is open as long as the page.
  const counts = (request: { url(): string }): boolean => !request.url().endsWith('api/events');
  page.on('request', (request) => {
    if (counts(request)) pending += 1;
  });
  const ended = (request: { url(): string }) => {
    if (!counts(request)) return;
    pending -= 1;
    lastAnswer = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    const end = performance.now() + longestMs;
    for (let left = longestMs; left > 0; left = end - performance.now()) {
      const before = performance.now();
      await unchanged(page, Math.min(quietMs, left), left);
      if (pending === 0 && lastAnswer <= before) return;
    }
  };
}

/** Waits until no part of the document has changed for so long, at most until `longest` is over; both in ms. */
function unchanged(page: Page, quiet: number, longest: number): Promise<void> {
  return page.evaluate(
    ([quietFor, atMost]) =>
      new Promise<void>((resolve) => {
        const done = () => {
          observer.disconnect();
          clearTimeout(timer);
          clearTimeout(last);
          resolve();
        };
        let timer = setTimeout(done, quietFor);
        const last = setTimeout(done, atMost);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quietFor);
        });
        observer.observe(document, {
          attributes: true,
          characterData: true,
          childList: true,
          subtree: true,
        });
      }),
    [quiet, longest] as const,
  );
}
