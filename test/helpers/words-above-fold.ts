import type { Page } from 'playwright';

export type WordsAboveFold = {
  /** All that is painted inside the window, as a reader sees it without scrolling. */
  readonly all: readonly string[];
  /** Without the rows of tables, which are data. */
  readonly prose: readonly string[];
};

/** The words of a page above the fold, numbers among them. */
export function wordsAboveFold(page: Page): Promise<WordsAboveFold> {
  return page.evaluate(() => {
    const bar = document.querySelector('.status-bar');
    const fold = bar?.getBoundingClientRect().top ?? window.innerHeight;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: string[] = [];
    const prose: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { top, bottom, width } = range.getBoundingClientRect();
      const parent = node.parentElement;
      const seen = parent?.checkVisibility({ visibilityProperty: true }) === true;
      if (!seen || parent.closest('option, .visually-hidden') !== null || width <= 1) continue;
      // The bar at the bottom hides what is scrolled below it.
      if (bottom <= 0 || top >= (bar?.contains(node) ? window.innerHeight : fold)) continue;
      const words = (node.textContent ?? '').split(/\s+/).filter((word) => /\w/.test(word));
      all.push(...words);
      if (parent.closest('tbody, [role=row]') === null) prose.push(...words);
    }
    return { all, prose };
  });
}
