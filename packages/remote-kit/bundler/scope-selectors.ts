import type { Place } from '@carry/releases/checks';
import { type CssNode, ident, type Selector } from 'css-tree';
import type { Edit, Scope } from './scope';

const PAGE = new Set(['html', 'body', 'root', 'host', 'scope']);
const OLD_PSEUDO_ELEMENTS = new Set(['before', 'after', 'first-line', 'first-letter']);
/** Their blocks have no rules for elements. */
const SKIPPED = /keyframes$/i;

/** Pages of a remote, and its slots on pages of others. */
const boxes = (remote: string) => `:is([data-remote="${remote}"],[data-slot^="${remote}."])`;

const outsideSlots = (remote: string) => `:not([data-slot-props]:not([data-slot^="${remote}."]) *)`;

/** Elements of a remote: those below its boxes, and not in another remote's slot. */
const elements = (remote: string) => `:where(${boxes(remote)} ${outsideSlots(remote)})`;

interface Parent {
  within: Place | null;
  isEdited: boolean;
  isScope?: true;
}

/** Returns the edits after which rules match elements of the remote, and rules for the page its boxes. `parent`: the parent rule or `@scope`. */
export function scopeSelectors(
  nodes: readonly CssNode[],
  scope: Pick<Scope, 'remote' | 'selectors' | 'showsSlots'>,
  parent: Parent = { within: null, isEdited: false },
): Edit[] {
  const { within, isEdited, isScope } = parent;
  return nodes.flatMap((node) => {
    if (node.type === 'Atrule' && node.block && !SKIPPED.test(node.name)) {
      // the check refuses a root other than a class of the remote
      const root: Parent = { within: 'own', isEdited: false, isScope: true };
      const inner = node.name.toLowerCase() === 'scope' ? root : parent;
      return scopeSelectors(node.block.children.toArray(), scope, inner);
    }
    if (node.type !== 'Rule') return [];
    const { selectors, remote, showsSlots } = scope;
    const place = selectors.placeOfRule(node.prelude, within);
    // elements below a class of a library may be in another remote's slot
    const isWide = (one: Place) => one === 'anywhere' || (isEdited && one === 'inside');
    const all = node.prelude.type === 'SelectorList' ? node.prelude.children.toArray() : [];
    const edit = (selector: Selector): Edit[] => {
      const matched = selectors.getPlace(selector, within);
      const isSlotReached = showsSlots && matched === 'inside';
      if (!isWide(matched) && !isSlotReached) return [];
      return [
        ...(within === null || isScope ? [] : startNested(selector)),
        ...(isWide(matched) ? scopeSelector(selector, remote) : leaveSlots(selector, remote)),
      ];
    };
    const edits = all.filter((selector) => selector.type === 'Selector').flatMap(edit);
    const inner: Parent = {
      within: place === 'anywhere' ? 'own' : place,
      isEdited: isEdited || place === 'anywhere',
    };
    return [...edits, ...scopeSelectors(node.block.children.toArray(), scope, inner)];
  });
}

/** Limits the matched elements, so that the selector may still look at the page around: `.dark p` becomes `.dark p:where(…)`. */
function scopeSelector(selector: Selector, remote: string): Edit[] {
  const matched = lastCompound(selector);
  const [first] = matched;
  if (first && matched.some(isPage)) {
    const pseudo = matched.findIndex(isPseudoElement);
    const last = matched.at(pseudo < 0 ? -1 : pseudo - 1) ?? first;
    return last.loc ? [insert(last.loc.end.offset, ` ${boxes(remote)}`)] : [];
  }
  return limit(first, elements(remote));
}

/** Keeps a selector for elements below a class of the remote out of another remote's slot. */
const leaveSlots = (selector: Selector, remote: string): Edit[] =>
  limit(lastCompound(selector)[0], `:where(${outsideSlots(remote)})`);

function lastCompound({ children }: Selector): CssNode[] {
  const parts = children.toArray();
  return parts.slice(parts.findLastIndex(({ type }) => type === 'Combinator') + 1);
}

function limit(first: CssNode | undefined, text: string): Edit[] {
  if (!first?.loc) return [];
  const { start, end } = first.loc;
  return [insert((first.type === 'TypeSelector' ? end : start).offset, text)];
}

/** A nested rule that begins with `p:where(` reads like a declaration. */
const startNested = ({ children: { first }, loc }: Selector): Edit[] =>
  first?.type === 'TypeSelector' && loc ? [insert(loc.start.offset, '& ')] : [];

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

const getName = ({ name }: { name: string }) => ident.decode(name).toLowerCase();

function isPage(part: CssNode): boolean {
  if (part.type !== 'TypeSelector' && part.type !== 'PseudoClassSelector') return false;
  const name = getName(part);
  if (part.type === 'TypeSelector' || !['is', 'where'].includes(name)) return PAGE.has(name);
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
  (part.type === 'PseudoClassSelector' && OLD_PSEUDO_ELEMENTS.has(getName(part)));
