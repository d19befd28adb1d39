import type { Page } from 'playwright/test';

/** Applies the text spacing of WCAG 1.4.12. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
}

/** Returns text that is clipped or outside the window, and the horizontal overflow of the page. */
export const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE = 2;
    const width = document.documentElement.clientWidth;
    const cuts = (value: string) => value === 'hidden' || value === 'clip';
    type Span = [start: number, end: number];
    const outside = ([start, end]: Span, [from, to]: Span) =>
      start < from - TOLERANCE || end > to + TOLERANCE;

    /** Visually hidden, or an inactive slide. */
    const isAway = (box: Element) =>
      box.matches('[inert]') || getComputedStyle(box).clipPath === 'inset(50%)';
    const scrolls = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowX);
    const cutsOff = (box: Element, { left, right, top, bottom }: DOMRect) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const wide = cuts(overflowX) && outside([left, right], [edge.left, edge.right]);
      return wide || (cuts(overflowY) && outside([top, bottom], [edge.top, edge.bottom]));
    };
    /** The element and its ancestors below the body. */
    const selfAndAncestors = (element: Element | null): Element[] =>
      !element || element === document.body
        ? []
        : [element, ...selfAndAncestors(element.parentElement)];

    function findProblem(rect: DOMRect, boxes: Element[]): string | null {
      const scroller = boxes.findIndex(scrolls);
      const still = scroller === -1 ? boxes : boxes.slice(0, scroller);
      if (still.some((box) => cutsOff(box, rect))) return 'cut off';
      return scroller === -1 && outside([rect.left, rect.right], [0, width])
        ? 'beyond the window'
        : null;
    }

    function findProblems(text: Node): string[] {
      const words = text.textContent?.trim() ?? '';
      const parent = text.parentElement;
      if (!words || !parent?.checkVisibility({ visibilityProperty: true })) return [];
      const boxes = selfAndAncestors(parent);
      if (parent.closest('script, style, option') || boxes.some(isAway)) return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()]
        .map((rect) => findProblem(rect, boxes))
        .filter((problem) => problem !== null)
        .map((problem) => `${problem}: ${words.slice(0, 40)}`);
    }

    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (const line of findProblems(texts.currentNode)) found.add(line);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > width ? [`${scrollWidth} px wide`, ...found] : [...found];
  });

/** Returns the names of visible, enabled controls. */
export const readControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 0)
      .map(
        (control) =>
          control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.id),
      ),
  );
