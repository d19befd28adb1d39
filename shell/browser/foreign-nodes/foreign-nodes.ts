import { flushSync } from 'react-dom';

/** Keeps React working where a translation or an extension replaces nodes: restores changed texts, and redirects removals and inserts. */
export class ForeignNodes {
  private readonly replacements = new WeakMap<Node, HTMLElement>();
  private readonly structure = new MutationObserver((records) => this.note(records));
  private readonly texts = new MutationObserver((records) => {
    for (const { target } of records) this.restore(target as Text);
  });
  private changed = false;

  private readonly root: Node;

  constructor(root: Node) {
    this.root = root;
  }

  get detected(): boolean {
    this.note(this.structure.takeRecords());
    return this.changed;
  }

  explain(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'NotFoundError' && this.detected;
  }

  /** Starts observing. `changed` is true if nodes were changed before hydration. */
  watch(changed: boolean): void {
    this.changed = changed;
    this.structure.observe(this.root, { childList: true, subtree: true });
    const { insertBefore, removeChild } = Node.prototype;
    const findChild = (parent: Node, child: Node) => this.findChild(parent, child);
    Node.prototype.removeChild = function remove<Child extends Node>(child: Child): Child {
      if (child?.parentNode === this) return removeChild.call(this, child) as Child;
      if (!(child instanceof Node)) return removeChild.call(this, child) as Child;
      const shown = findChild(this, child);
      if (shown) removeChild.call(this, shown);
      return child;
    };
    Node.prototype.insertBefore = function insert<Added extends Node>(
      added: Added,
      before: Node | null,
    ): Added {
      const isHere = !(before instanceof Node) || before.parentNode === this;
      return insertBefore.call(this, added, isHere ? before : findChild(this, before)) as Added;
    };
  }

  private findChild(parent: Node, node: Node): Node | null {
    this.note(this.structure.takeRecords());
    this.changed = true;
    const replacement = this.replacements.get(node);
    if (replacement?.parentNode === parent) return replacement;
    for (let around = node.parentNode; around; around = around.parentNode)
      if (around.parentNode === parent) return around;
    return null;
  }

  private note(records: MutationRecord[]): void {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const removed of removedNodes) {
        if (!(removed instanceof Text)) continue;
        if (removed.isConnected) {
          this.changed ||= removed.parentNode !== target; // React never moves a text to another element
          continue;
        }
        const shown =
          [...addedNodes].find(isShown) ??
          [previousSibling, nextSibling].filter(isShown).find(isFont);
        if (!shown) continue;
        this.changed = true;
        this.replacements.set(removed, shown);
        this.texts.observe(removed, { characterData: true });
      }
    }
  }

  private restore(text: Text): void {
    const shown = this.replacements.get(text);
    if (!shown) return;
    this.replacements.delete(text);
    if (!text.isConnected) shown.replaceWith(text);
  }
}

const isShown = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected;
const isFont = ({ localName }: HTMLElement) => localName === 'font';

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
