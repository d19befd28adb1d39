/** Describes a visible element by CSS selectors and accessible name. */
export interface Target {
  css: string;
  /** Source of a regular expression that matches the label, `aria-label` or text. */
  name?: string;
  nth?: number;
}

const target =
  (css: string) =>
  (name: string, nth = 0): Target => ({ css, name, nth });
export const button = target('button, summary, [role=button]');
export const link = target('a[href]');
export const mainLink = target('main a[href]');
export const mainButton = target('main button');
export const option = target('[role=option], main label');
export const heading = target('h1, h2, h3');
export const field = target('input, textarea, select');
export const text = target('h1, h2, h3, p, li, label, strong, span, [role=status], [role=alert]');

/** Returns the element or null. Runs in the page. */
export function locate({ css, name = '', nth = 0 }: Target): Element | null {
  const trim = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim();
  const getName = (element: Element) => {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no name
    const { labels, innerText } = element as HTMLInputElement;
    const labelled = [...(labels ?? [])].map((label) => label.textContent).join(' ');
    return trim(element.getAttribute('aria-label') || labelled || innerText);
  };
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { visibility } = getComputedStyle(element);
    return width > 0 && height > 0 && visibility !== 'hidden' && !element.closest('[inert]');
  };
  const matches = [...document.querySelectorAll(css)].filter(
    (element) => isVisible(element) && new RegExp(name).test(getName(element)),
  );
  return matches[nth] ?? null;
}
