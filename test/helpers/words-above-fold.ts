import type { Page } from 'playwright';

export type WordsAboveFold = {
  /** All that is painted inside the window, as a reader sees it without scrolling. */
  readonly all: readonly string[];
  /** Without the rows of tables and the lines of logs, which are data. */
  readonly prose: readonly string[];
};

/** The words of a page above the fold, numbers among them. */
export function wordsAboveFold(page: Page): Promise<WordsAboveFold> {
  return page.evaluate(() => {
    const bar = document.querySelector('.status-bar');
    const fold = bar?.getBoundingClientRect().top ?? window.innerHeight;
    const boxes = new Map<Element | null, DOMRect>([
      [null, new DOMRect(0, 0, window.innerWidth, window.innerHeight)],
    ]);
    /** Where the content of an element is painted: boxes with a scroll bar or an ellipsis around it cut it off. */
    const boxOf = (element: Element | null): DOMRect => {
      const known = boxes.get(element);
      if (known !== undefined || element === null) return known ?? new DOMRect();
      const outer = boxOf(element.parentElement);
      const clips = getComputedStyle(element).overflowX !== 'visible';
      const inner = clips ? element.getBoundingClientRect() : outer;
      const [left, top] = [Math.max(outer.left, inner.left), Math.max(outer.top, inner.top)];
      const [right, bottom] = [
        Math.min(outer.right, inner.right),
        Math.min(outer.bottom, inner.bottom),
      ];
      const box = new DOMRect(left, top, right - left, bottom - top);
      boxes.set(element, box);
      return box;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: string[] = [];
    const prose: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const seen = parent?.checkVisibility({ visibilityProperty: true }) === true;
      if (!seen || parent.closest('option, .visually-hidden') !== null) continue;
      const box = boxOf(parent);
      // The bar at the bottom hides what is scrolled below it.
      const end = bar?.contains(node) ? box.bottom : Math.min(box.bottom, fold);
      const isData = parent.closest('tbody, [role=row], .log') !== null;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S*\w\S*/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const { left, top, right, bottom } = range.getBoundingClientRect();
        if (right - left <= 1 || bottom <= box.top || top >= end) continue;
        if (right <= box.left || left >= box.right) continue;
        all.push(word);
        if (!isData) prose.push(word);
      }
    }
    return { all, prose };
  });
}
