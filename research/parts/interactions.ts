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
  /** The same for several conditions, of which each holds no earlier than the one before it. */
  timedAll(act: () => Promise<void>, shown: readonly string[]): Promise<readonly Timing[]>;
  /** The program that serves the page now. */
  servedBy(pid: number): void;
};

/** Times interactions with a page that was made for it. */
export async function createStopwatch(page: Page): Promise<Stopwatch> {
  await instrument(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let served = 0;
  const timedAll: Stopwatch['timedAll'] = async (act, shown) => {
    const waiting: Awaited<ReturnType<typeof watch>>[] = [];
    for (const each of shown) waiting.push(await watch(page, each));
    const [window, host] = [await windowTime(session), hostTime(served)];
    await act();
    const timings: Timing[] = [];
    for (const each of waiting) {
      const total = await each.evaluate(({ time: promise }) => promise);
      await each.dispose();
      const hostAfter = hostTime(served);
      timings.push({
        total,
        window: (await windowTime(session)) - window,
        host: host === null || hostAfter === null ? null : hostAfter - host,
      });
    }
    return timings;
  };
  return {
    page,
    servedBy(pid) {
      served = pid;
    },
    timedAll,
    async timed(act, shown) {
      const [timing] = await timedAll(act, [shown]);
      if (timing === undefined) throw new Error('nothing was timed');
      return timing;
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
  /** Processor time of the window's main thread a frame, milliseconds, on average. */
  readonly windowMs: number;
};

/** Turns the wheel over a place without a pause: about `count` frames at 60 Hz and half as many again. */
export async function scrollFrames(
  page: Page,
  at: { readonly x: number; readonly y: number },
  count: number,
): Promise<Frames> {
  const watching = await page.evaluateHandle(() => {
    const work: number[] = [];
    const between: number[] = [];
    const grid = document.querySelector('.grid');
    let before: number | null = null;
    let place = grid?.scrollTop ?? 0;
    let ended = false;
    const frame = (now: number) => {
      const next = grid?.scrollTop ?? 0;
      // Frames in which nothing moves do nothing and do not count.
      if (next !== place) {
        if (before !== null) between.push(now - before);
        const channel = new MessageChannel();
        channel.port1.onmessage = () => work.push(performance.now() - now);
        channel.port2.postMessage(null);
      }
      before = next === place ? null : now;
      place = next;
      if (!ended) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const end = () => {
      ended = true;
      return { work, between };
    };
    return { end };
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await windowTime(session);
  await session.send('Input.synthesizeScrollGesture', {
    ...at,
    // 100 pixels a frame, three rows.
    yDistance: -150 * count,
    speed: 6000,
    gestureSourceType: 'mouse',
  });
  const passed = (await windowTime(session)) - before;
  await session.detach();
  const frames = await watching.evaluate(({ end }) => end());
  await watching.dispose();
  return { ...frames, windowMs: passed / frames.work.length };
}
