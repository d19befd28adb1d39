import { flushSync } from 'react-dom';

/** A discrete event without listeners: React hydrates a boundary synchronously before it dispatches one. */
const WAKE = 'touchcancel';

/** Hydrates a page and its Suspense boundaries in one task, so that no extension changes nodes in between. */
export function hydrateAtOnce(root: Element, hydrate: () => void): void {
  flushSync(hydrate);
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const boundaries: Node[] = [];
  while (comments.nextNode())
    if (comments.currentNode.nodeValue === '$') boundaries.push(comments.currentNode);
  for (const { nextSibling } of boundaries)
    if (nextSibling instanceof Element) nextSibling.dispatchEvent(new Event(WAKE));
}
