import { type CssNode, generate, ident, type Selector } from 'css-tree';

/** Position of the matched elements: the remote's, below the remote's, or anywhere. */
export type Place = 'own' | 'inside' | 'anywhere';

export class OwnSelectors {
  private readonly longer: readonly string[];
  private readonly remote: string;

  /** @param otherRemotes Names of the site's other remotes; a class that begins with a longer one of them belongs to that remote. */
  constructor(remote: string, otherRemotes: readonly string[] = []) {
    this.remote = remote;
    this.longer = otherRemotes.filter((other) => other.startsWith(`${remote}-`));
  }

  isOwnName(name: string): boolean {
    return (
      name.startsWith(`${this.remote}-`) &&
      !this.longer.some((other) => name.startsWith(`${other}-`))
    );
  }

  /**
   * Reads a selector from left to right. For `mf-help`, `.mf-help-page` is own; `.mf-help-page p` and `.mf-help-page > p + p` are inside;
   * `p`, `.other` and `.mf-help-page + p` are anywhere, because a sibling may belong to another remote.
   * @param within Position of the parent rule's elements, `null` without a parent.
   */
  getPlace(selector: Selector, within: Place | null): Place {
    const parts = selector.children.toArray();
    const isRelative = within !== null && !hasNesting(selector);
    let place: Place = 'anywhere';
    let isOwn = false;
    let before: Place = isRelative ? within : 'anywhere';
    let combinator = isRelative ? ' ' : '';
    const endCompound = () => {
      if (isOwn) place = 'own';
      else if (before !== 'anywhere' && (combinator === ' ' || combinator === '>'))
        place = 'inside';
      else if (before === 'inside') place = 'inside';
      else place = 'anywhere';
    };
    for (const [index, part] of parts.entries()) {
      if (part.type === 'Combinator') {
        if (index > 0) {
          endCompound();
          before = place;
        }
        combinator = part.name;
        isOwn = false;
      } else if (this.isOwnPart(part, within)) isOwn = true;
    }
    endCompound();
    return place;
  }

  /** Returns the position of a rule's elements: the widest one of its selectors. */
  placeOfRule(prelude: CssNode, within: Place | null): Place {
    const selectors = prelude.type === 'SelectorList' ? prelude.children.toArray() : [];
    const places = selectors.map((selector) =>
      selector.type === 'Selector' ? this.getPlace(selector, within) : 'anywhere',
    );
    if (places.length === 0 || places.includes('anywhere')) return 'anywhere';
    return places.includes('own') ? 'own' : 'inside';
  }

  private isOwnPart(part: CssNode, within: Place | null): boolean {
    if (part.type === 'ClassSelector') return this.isOwnName(ident.decode(part.name));
    if (part.type === 'AttributeSelector') {
      const { value: text } = part;
      const value = text?.type === 'Identifier' ? ident.decode(text.name) : text?.value;
      const test = `${normalizeName(part.name.name)}${part.matcher}${value}`;
      const tests = [`data-remote=${this.remote}`, `data-slot^=${this.remote}.`];
      return part.flags === null && tests.includes(test);
    }
    if (part.type === 'NestingSelector') return within !== null && within !== 'anywhere';
    if (part.type === 'PseudoElementSelector')
      return (
        normalizeName(part.name).startsWith('view-transition-') && this.isOwnName(getArgument(part))
      );
    if (part.type !== 'PseudoClassSelector') return false;
    const name = normalizeName(part.name);
    if (name === 'scope') return within !== null && within !== 'anywhere';
    if (name !== 'is' && name !== 'where') return false;
    const list = part.children?.first;
    return list?.type === 'SelectorList' && this.placeOfRule(list, null) !== 'anywhere';
  }
}

/** Decodes a name of a property, attribute or pseudo-class, which CSS compares without case. */
export const normalizeName = (name: string): string => ident.decode(name).toLowerCase();

const getArgument = (part: CssNode): string =>
  ident.decode(/^[^(]*\((.*)\)$/s.exec(generate(part))?.[1]?.trim() ?? '');

const hasNesting = (selector: Selector): boolean => /&|:scope/i.test(generate(selector));
