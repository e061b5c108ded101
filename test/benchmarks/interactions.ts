import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright';

/** What one interaction took, in milliseconds. */
export type Timing = {
  /** From the browser's time stamp of the key or click until the frame that shows the answer was painted. */
  readonly total: number;
  /** Processor time of the window's main thread meanwhile: script, style, layout, painting. Null: not known. */
  readonly window: number | null;
  /** Processor time of the program's main thread meanwhile. Null: not known. */
  readonly host: number | null;
};

export type Stopwatch = {
  readonly page: Page;
  /** Does something and times it until `shown`, the text of a condition, held on a painted frame. */
  timed(act: () => Promise<void>, shown: string): Promise<Timing>;
  /** The program that serves the page now. */
  servedBy(pid: number): void;
};

/** Times interactions with a page that was made for it. */
export async function createStopwatch(page: Page): Promise<Stopwatch> {
  await instrument(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let served = 0;
  return {
    page,
    servedBy(pid) {
      served = pid;
    },
    async timed(act, shown) {
      const waiting = await watch(page, shown);
      const [window, host] = [await windowTime(session), hostTime(served)];
      await act();
      const total = await waiting.evaluate(({ time: promise }) => promise);
      await waiting.dispose();
      const hostAfter = hostTime(served);
      return {
        total,
        window: (await windowTime(session)) - window,
        host: host === null || hostAfter === null ? null : hostAfter - host,
      };
    },
  };
}

/** Remembers when the last key went down or click began. */
async function instrument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = window as unknown as { began: number };
    for (const type of ['keydown', 'pointerdown']) {
      window.addEventListener(
        type,
        (event) => {
          kept.began = event.timeStamp;
        },
        { capture: true },
      );
    }
  });
}

async function watch(page: Page, shown: string) {
  return await page.evaluateHandle((source) => {
    const kept = window as unknown as { began: number };
    kept.began = Number.NaN;
    const holds = new Function(`return (${source});`) as () => boolean;
    return {
      time: new Promise<number>((resolve, reject) => {
        const from = performance.now();
        const look = () => {
          if (performance.now() - from > 20_000) reject(new Error(`not shown: ${source}`));
          else if (Number.isNaN(kept.began) || !holds()) requestAnimationFrame(look);
          else {
            // Behind the frame that is painted next.
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - kept.began);
            channel.port2.postMessage(null);
          }
        };
        requestAnimationFrame(look);
      }),
    };
  }, shown);
}

async function windowTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Milliseconds that the main thread of a process has run; null where the system does not say. */
function hostTime(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

export type Frames = {
  /** From the beginning of each frame until it was painted, milliseconds. */
  readonly work: readonly number[];
  /** From the beginning of each frame to that of the next, milliseconds. */
  readonly between: readonly number[];
};

/** Turns the wheel over a place without a pause for at least `count` frames. */
export async function scrollFrames(
  page: Page,
  at: { readonly x: number; readonly y: number },
  count: number,
): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  const frames = page.evaluate(
    (n) =>
      new Promise<Frames>((resolve) => {
        const work: number[] = [];
        const between: number[] = [];
        let before: number | null = null;
        let place = -1;
        const grid = document.querySelector('.grid');
        const frame = (now: number) => {
          const moved = grid?.scrollTop !== place;
          place = grid?.scrollTop ?? 0;
          // Frames before the wheel turns do nothing and do not count.
          if (moved && before !== null) between.push(now - before);
          before = now;
          if (moved) {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => work.push(performance.now() - now);
            channel.port2.postMessage(null);
          }
          if (between.length >= n) setTimeout(() => resolve({ work, between }), 100);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    count,
  );
  await session.send('Input.synthesizeScrollGesture', {
    ...at,
    // 100 pixels a frame, three rows, for half as many frames again.
    yDistance: -150 * count,
    speed: 6000,
    gestureSourceType: 'mouse',
  });
  await session.detach();
  return await frames;
}
