import type { Page } from 'playwright/test';

/** Returns what the right or left edge of the window cuts off. `overflow-x: clip` of the body keeps it from scrolling into view. */
export const beyondWindow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE = 1;
    const { clientWidth } = document.documentElement;
    const overflow = (box: Element) => getComputedStyle(box).overflowX;
    /** Visually hidden, or an inactive slide. */
    const isAway = (box: Element) =>
      box.matches('[inert]') || getComputedStyle(box).clipPath === 'inset(50%)';
    /** Ancestors below the body. */
    const ancestors = ({ parentElement }: Element): Element[] =>
      !parentElement || parentElement === document.body
        ? []
        : [parentElement, ...ancestors(parentElement)];

    function isCut(element: Element): boolean {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      const outer = ancestors(element);
      if ([element, ...outer].some(isAway)) return false;
      if (outer.some((box) => /auto|scroll/.test(overflow(box)))) return false;
      const boxes = outer.filter((box) => /hidden|clip/.test(overflow(box)));
      const edges = [element, ...boxes].map((box) => box.getBoundingClientRect());
      if (edges.some(({ width, height }) => width === 0 || height === 0)) return false;
      const left = Math.max(...edges.map(({ left }) => left));
      const right = Math.min(...edges.map(({ right }) => right));
      return left < right && (right > clientWidth + TOLERANCE || left < -TOLERANCE);
    }

    const found = [...document.body.querySelectorAll('*')].filter(isCut);
    return found
      .filter((element) => !found.some((other) => element !== other && other.contains(element)))
      .map((element) => {
        const { left, right } = element.getBoundingClientRect();
        const words = element.textContent?.trim().slice(0, 40) ?? '';
        return `${element.localName}.${element.classList} from ${Math.round(left)} to ${Math.round(right)}: ${words}`;
      });
  });

/** Returns tables that are wider than their box, so that a phone has to scroll them sideways or loses columns. */
export const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
      .map((table) => table.querySelector('caption')?.textContent ?? 'a table without a caption'),
  );
