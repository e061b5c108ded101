import type { Page } from 'playwright';

/** Until what was changed is drawn, and what that set off is done: nothing more follows from it by itself. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The second frame comes after what was queued during the first one.
    await frame();
    await frame();
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

/** Until every part of a screen has what it asked for, and shows it. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await drawn(page);
}
