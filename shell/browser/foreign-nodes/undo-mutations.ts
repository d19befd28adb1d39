/** Fired once by the shell; the inline script pushes its mutation records into the `detail`. */
export const MUTATIONS = 'shell:mutations';

/** Elements that no release renders: `<font>` by translations, custom elements by extensions. */
const FOREIGN = /^font$|-/;

const precedes = (node: Node, later: Node) =>
  later.compareDocumentPosition(node) === Node.DOCUMENT_POSITION_PRECEDING;

const isForeign = (node: Node, lastParsed: Node | null) =>
  FOREIGN.test((node as Element).localName ?? '') ||
  (lastParsed !== null && node.isConnected && precedes(node, lastParsed));

function below(root: Node, records: MutationRecord[]): MutationRecord[] {
  const roots = [root];
  return [...records]
    .reverse()
    .filter(({ target, removedNodes }) => {
      const isBelow = roots.some((node) => node.contains(target));
      if (isBelow) roots.push(...removedNodes);
      return isBelow;
    })
    .reverse();
}

/** Returns the mutations below `root` that the parser did not make. The parser only appends. */
export function foreignMutations(records: MutationRecord[], root: Node): MutationRecord[] {
  let lastParsed: Node | null = null;
  return below(root, records).filter(({ type, target, addedNodes, removedNodes, oldValue }) => {
    if (type === 'characterData') return !(target as CharacterData).data.startsWith(oldValue ?? '');
    const [added] = addedNodes;
    if (removedNodes.length > 0 || !added || isForeign(added, lastParsed)) return true;
    const parsed: Node = [...addedNodes].at(-1) ?? added;
    if (parsed.isConnected) lastParsed = parsed;
    return false;
  });
}

export function takeForeignMutations(root: Node): MutationRecord[] {
  const records: MutationRecord[] = [];
  dispatchEvent(new CustomEvent(MUTATIONS, { detail: records }));
  return foreignMutations(records, root);
}

export function undoMutations(mutations: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, nextSibling, oldValue } of [
    ...mutations,
  ].reverse()) {
    if (type === 'characterData') (target as CharacterData).data = oldValue ?? '';
    for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
    const next = nextSibling?.parentNode === target ? nextSibling : null;
    for (const node of removedNodes) target.insertBefore(node, next);
  }
}
