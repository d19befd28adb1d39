import type { Place } from '@carry/releases/checks';
import type { CssNode, Selector } from 'css-tree';
import type { Edit, Scope } from './scope';

const PAGE = new Set(['html', 'body', 'root', 'host', 'scope']);
const OLD_PSEUDO_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter']);
/** Their blocks have no rules for elements, or a root of their own. */
const SKIPPED = /keyframes$|^scope$/i;

/** Pages of a remote, and its slots on pages of others. */
const boxes = (remote: string) => `:is([data-remote="${remote}"],[data-slot^="${remote}."])`;

/** Elements of a remote: those below its boxes, and not in another remote's slot. */
const elements = (remote: string) =>
  `:where(${boxes(remote)} :not([data-slot-props]:not([data-slot^="${remote}."]) *))`;

/**
 * Returns the edits after which all rules match elements of the remote only. Rules for the page match the remote's boxes.
 * @param parent Position of the parent rule's elements, and whether its selectors were edited.
 */
export function scopeSelectors(
  nodes: readonly CssNode[],
  scope: Pick<Scope, 'remote' | 'selectors'>,
  parent: { within: Place | null; isEdited: boolean } = { within: null, isEdited: false },
): Edit[] {
  const { within, isEdited } = parent;
  return nodes.flatMap((node) => {
    if (node.type === 'Atrule' && node.block && !SKIPPED.test(node.name))
      return scopeSelectors(node.block.children.toArray(), scope, parent);
    if (node.type !== 'Rule') return [];
    const { selectors, remote } = scope;
    const place = selectors.placeOfRule(node.prelude, within);
    // elements below a class of a library may be in another remote's slot
    const isWide = (one: Place) => one === 'anywhere' || (isEdited && one === 'inside');
    const all = node.prelude.type === 'SelectorList' ? node.prelude.children.toArray() : [];
    const edits = all
      .filter((selector) => selector.type === 'Selector')
      .filter((selector) => isWide(selectors.placeOf(selector, within)))
      .flatMap((selector) => [
        ...(within === null ? [] : startNested(selector)),
        ...scopeSelector(selector, remote),
      ]);
    const inner: typeof parent = {
      within: place === 'anywhere' ? 'own' : place,
      isEdited: isEdited || edits.length > 0,
    };
    return [...edits, ...scopeSelectors(node.block.children.toArray(), scope, inner)];
  });
}

/** Limits the matched elements, so that the selector may still look at the page around: `.dark p` becomes `.dark p:where(…)`. */
function scopeSelector(selector: Selector, remote: string): Edit[] {
  const parts = selector.children.toArray();
  const matched = parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1);
  const [first] = matched;
  if (!first?.loc) return [];
  if (matched.some(isPage)) {
    const pseudo = matched.findIndex(isPseudoElement);
    const last = matched.at(pseudo < 0 ? -1 : pseudo - 1) ?? first;
    return last.loc ? [insert(last.loc.end.offset, ` ${boxes(remote)}`)] : [];
  }
  const { start, end } = first.loc;
  return [insert((first.type === 'TypeSelector' ? end : start).offset, elements(remote))];
}

/** A nested rule that begins with `p:where(` reads like a declaration. */
const startNested = ({ children: { first }, loc }: Selector): Edit[] =>
  first?.type === 'TypeSelector' && loc ? [insert(loc.start.offset, '& ')] : [];

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

function isPage(part: CssNode): boolean {
  if (part.type === 'TypeSelector') return PAGE.has(part.name.toLowerCase());
  if (part.type !== 'PseudoClassSelector') return false;
  if (part.name !== 'is' && part.name !== 'where') return PAGE.has(part.name.toLowerCase());
  const list = part.children?.first;
  return (
    list?.type === 'SelectorList' &&
    list.children
      .toArray()
      .every((node) => node.type === 'Selector' && node.children.toArray().every(isPage))
  );
}

const isPseudoElement = (part: CssNode): boolean =>
  part.type === 'PseudoElementSelector' ||
  (part.type === 'PseudoClassSelector' && OLD_PSEUDO_ELEMENTS.has(part.name.toLowerCase()));
