import { flushSync } from 'react-dom';

/** A discrete event, which React hydrates a boundary for before it dispatches it, and which nothing listens to. */
const WAKE = 'touchcancel';

/** Hydrates a page in one task, its Suspense boundaries included: between two tasks, others would change nodes that are not hydrated yet. */
export function hydrateAtOnce(root: Element, hydrate: () => void): void {
  flushSync(hydrate);
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const boundaries: Node[] = [];
  while (comments.nextNode())
    if (comments.currentNode.nodeValue === '$') boundaries.push(comments.currentNode);
  for (const { nextSibling } of boundaries)
    if (nextSibling instanceof Element) nextSibling.dispatchEvent(new Event(WAKE));
}
