const MAX_PATH = 400;
const MAX_EXCERPT = 120;
/** Elements with text that a reviewer may have typed or chosen, which stays private. */
const FIELDS = 'textarea, select, [contenteditable]:not([contenteditable="false"])';

export interface PickedElement {
  element: string;
  excerpt: string;
}

export const describeElement = (element: Element): PickedElement => ({
  element: cssPath(element),
  excerpt: cutExcerpt(element),
});

export function cssPath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    if (at.id) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    steps.unshift(describeStep(at));
  }
  while (steps.length > 1 && steps.join(' > ').length > MAX_PATH) steps.shift();
  return steps.join(' > ').slice(0, MAX_PATH);
}

function describeStep(element: Element): string {
  const tag = element.tagName.toLowerCase();
  const twins = [...(element.parentElement?.children ?? [])].filter(
    (sibling) => sibling.tagName === element.tagName,
  );
  return twins.length > 1 ? `${tag}:nth-of-type(${twins.indexOf(element) + 1})` : tag;
}

function cutExcerpt(element: Element): string {
  const label = element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '';
  const text = readText(element).trim() || label || element.tagName.toLowerCase();
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_EXCERPT);
}

/** Returns the text of an element without that of fields, which React writes into a textarea as its text. */
function readText(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode as Text;
    if (!parentElement?.closest(FIELDS)) text += data;
  }
  return text;
}
