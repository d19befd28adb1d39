/**
 * Keeps React's references valid on a page whose nodes others replace. A browser's translation puts each text into an element of its own:
 * a text that changes comes back in its place, and removing or inserting at a replaced node works on what stands there now.
 */
export class ForeignNodes {
  /** What is shown in place of a text that was replaced. */
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

  /** Whether others than React have changed the page's nodes. */
  get found(): boolean {
    this.note(this.structure.takeRecords());
    return this.changed;
  }

  /** Whether an error of React comes of nodes that others have moved or removed. */
  explain(error: unknown): boolean {
    return error instanceof DOMException && error.name === 'NotFoundError' && this.found;
  }

  /** Follows the nodes from now on; `changed`: others have changed them already. */
  watch(changed: boolean): void {
    this.changed = changed;
    this.structure.observe(this.root, { childList: true, subtree: true });
    const { insertBefore, removeChild } = Node.prototype;
    const childIn = (parent: Node, child: Node) => this.childIn(parent, child);
    Node.prototype.removeChild = function remove<Child extends Node>(child: Child): Child {
      if (child?.parentNode === this) return removeChild.call(this, child) as Child;
      if (!(child instanceof Node)) return removeChild.call(this, child) as Child; // throws
      const shown = childIn(this, child);
      if (shown) removeChild.call(this, shown);
      return child; // gone already
    };
    Node.prototype.insertBefore = function insert<Added extends Node>(
      added: Added,
      before: Node | null,
    ): Added {
      const isHere = !(before instanceof Node) || before.parentNode === this;
      return insertBefore.call(this, added, isHere ? before : childIn(this, before)) as Added;
    };
  }

  /** The child of `parent` that shows a node: in its place, or around it. */
  private childIn(parent: Node, node: Node): Node | null {
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
          this.changed ||= removed.parentNode !== target; // React moves no text to another element
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
