const MAX_PATH = 400;
const MAX_EXCERPT = 120;

export interface PickedElement {
  element: string;
  /** Start of its text, or of its label. */
  excerpt: string;
}

export const describeElement = (element: Element): PickedElement => ({
  element: cssPath(element),
  excerpt: excerptOf(element),
});

/** Returns the shortest CSS path from the nearest element with an id, or from the body. */
export function cssPath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    if (at.id) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    steps.unshift(stepOf(at));
  }
  while (steps.length > 1 && steps.join(' > ').length > MAX_PATH) steps.shift();
  return steps.join(' > ').slice(0, MAX_PATH);
}

function stepOf(element: Element): string {
  const tag = element.tagName.toLowerCase();
  const twins = [...(element.parentElement?.children ?? [])].filter(
    (sibling) => sibling.tagName === element.tagName,
  );
  return twins.length > 1 ? `${tag}:nth-of-type(${twins.indexOf(element) + 1})` : tag;
}

function excerptOf(element: Element): string {
  const isField = element.matches('input, textarea, select'); // what a reviewer typed stays private
  const shown = isField ? '' : element.textContent;
  const label = element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '';
  const text = (shown || label || element.tagName.toLowerCase()).replaceAll(/\s+/g, ' ').trim();
  return text.slice(0, MAX_EXCERPT);
}
