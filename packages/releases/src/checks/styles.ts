import { COMPONENT_LAYER } from '@carry/contracts/shell';
import {
  type Atrule,
  type CssLocation,
  type CssNode,
  type Declaration,
  generate,
  ident,
  parse,
  type Raw,
  type Rule,
  tokenize,
  tokenTypes,
} from 'css-tree';
import { normalizeName, OwnSelectors, type Place } from './own-selectors';

export interface StyleProblem {
  /** Follows the name of the file: "styles every page with `body`". */
  what: string;
  /** Line in the text, from 1. */
  line: number;
  column: number;
  remedy: string;
}

const MODULE =
  'write it in a .module.css below a class of your own (.page { … } .page :global(.theirs) { … })';
const UNDERSTOOD = 'leave it out, or write it as a rule below a class of your own';

/** Each level is parsed again, with all that are in it. */
const MAX_NESTED = 30;
const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style']);
/** At-rules that define a name for the whole document, with the prefix of that name. */
const DEFINITIONS: Record<string, '' | '--'> = {
  keyframes: '',
  'counter-style': '',
  property: '--',
  'font-palette-values': '--',
  'position-try': '--',
  function: '--',
};
const NAMING = new Set(['view-transition-name', 'view-transition-class', 'anchor-name']);
const NO_NAME =
  /^(?:none|auto|match-element|inherit|initial|unset|revert|revert-layer|normal|var\(.*\))$/i;

/** Finds styles that reach other remotes: rules that match elements outside the remote, and document-wide names without its prefix. */
export function findInStyles(
  css: string,
  remote: string,
  otherRemotes: readonly string[] = [],
): StyleProblem[] {
  const reader = new StyleReader(remote, otherRemotes);
  const sheet = parse(css, { positions: true });
  if (sheet.type === 'StyleSheet')
    for (const node of sheet.children.toArray()) reader.read(node, null);
  return reader.problems;
}

interface NamedPlace {
  what: string;
  loc: CssLocation | null | undefined;
  begins?: string | undefined;
}

class StyleReader {
  readonly problems: StyleProblem[] = [];
  private readonly selectors: OwnSelectors;
  private readonly remote: string;
  private depth = 0;

  constructor(remote: string, otherRemotes: readonly string[]) {
    this.remote = remote;
    this.selectors = new OwnSelectors(remote, otherRemotes);
  }

  /** Reads one rule. `within`: position of the parent rule's elements, `null` without a parent. */
  read(node: CssNode, within: Place | null): void {
    if (node.type === 'Rule') this.readRule(node, within);
    else if (node.type === 'Atrule') this.readAtrule(node, within);
    else if (node.type === 'Declaration') this.readDeclaration(node);
    else if (node.type === 'Raw' && within !== null) this.readNested(node, within);
    else if (node.type === 'Raw' && node.value.trim())
      this.refuse(`contains unparsable CSS (${short(node.value)})`, node.loc, UNDERSTOOD);
  }

  /** Reads nested rules without `&`, which the parser leaves unparsed. */
  private readNested({ value, loc }: Raw, within: Place): void {
    if (this.depth >= MAX_NESTED) {
      this.refuse(`nests rules more than ${MAX_NESTED} deep`, loc, UNDERSTOOD);
      return;
    }
    const { offset = 0, line = 1, column = 1 } = loc?.start ?? {};
    const sheet = parse(value, { positions: true, offset, line, column });
    if (sheet.type !== 'StyleSheet') return;
    this.depth++;
    for (const node of sheet.children.toArray())
      this.read(node, node.type === 'Raw' ? null : within);
    this.depth--;
  }

  private readRule({ prelude, block, loc }: Rule, within: Place | null): void {
    const place = this.selectors.placeOfRule(prelude, within);
    if (place === 'anywhere')
      this.refuse(
        `styles pages of other teams with '${short(generate(prelude))}'`,
        prelude.loc ?? loc,
        MODULE,
      );
    // collect its names even though its selectors were refused
    for (const child of block.children.toArray())
      this.read(child, place === 'anywhere' ? 'own' : place);
  }

  private readAtrule(node: Atrule, within: Place | null): void {
    const name = node.name.toLowerCase().replace(/^-(?:webkit|moz|o|ms)-/, '');
    const prelude = node.prelude ? generate(node.prelude) : '';
    const readBlock = (place = within) => {
      for (const child of node.block?.children.toArray() ?? []) this.read(child, place);
    };
    if (name === 'charset') return;
    if (CONDITIONS.has(name)) readBlock();
    else if (name === 'layer') {
      const names = prelude.split(',').map((layer) => ident.decode(layer.trim()));
      for (const layer of names.filter((layer) => layer !== '' && layer !== COMPONENT_LAYER))
        this.checkName(layer, { what: 'the layer', loc: node.loc });
      readBlock();
    } else if (name === 'scope') readBlock(this.placeOfScope(node));
    else if (name === 'font-face') this.readFont(node);
    else if (Object.hasOwn(DEFINITIONS, name)) {
      const defined = /^["']?(.*?)["']?(?:\(.*)?$/s.exec(prelude)?.[1] ?? '';
      this.checkName(ident.decode(defined), {
        what: `@${name}`,
        loc: node.loc,
        begins: DEFINITIONS[name],
      });
    } else
      this.refuse(
        `has ${short(`@${node.name} ${prelude}`.trim())}, which applies to other teams' pages`,
        node.loc,
        name === 'import' ? remedyForImport(prelude) : UNDERSTOOD,
      );
  }

  private placeOfScope(node: Atrule): Place {
    const scope = node.prelude?.type === 'AtrulePrelude' ? node.prelude.children.first : null;
    const root = scope?.type === 'Scope' ? scope.root : null;
    if (!root || this.selectors.placeOfRule(root, null) === 'anywhere') {
      const prelude = node.prelude ? generate(node.prelude) : '()';
      const why = node.prelude?.type === 'Raw' ? 'cannot be parsed' : 'is not a class of yours';
      this.refuse(`has @scope ${short(prelude)}, which ${why}`, node.loc, MODULE);
    }
    return 'own';
  }

  private readFont(node: Atrule): void {
    for (const child of node.block?.children.toArray() ?? []) {
      if (child.type !== 'Declaration' || normalizeName(child.property) !== 'font-family') continue;
      const family = ident.decode(generate(child.value).replace(/^["']|["']$/g, ''));
      const isOwn = this.selectors.isOwnName(family.toLowerCase());
      if (!isOwn) this.refuseName(family, { what: '@font-face', loc: child.loc ?? node.loc });
    }
  }

  private readDeclaration({ property, value, loc }: Declaration): void {
    // browsers read this as a nested rule (`body:not(&) { … }`), the parser as a value
    if (!property.startsWith('--') && hasBlock(generate(value)))
      this.refuse(`styles pages of other teams with '${property}:…'`, loc, MODULE);
    const what = normalizeName(property);
    if (!NAMING.has(what)) return;
    const begins = what === 'anchor-name' ? '--' : '';
    for (const name of generate(value)
      .split(/[\s,]+/)
      .map((word) => ident.decode(word)))
      if (!NO_NAME.test(name)) this.checkName(name, { what, loc, begins });
  }

  private checkName(name: string, place: NamedPlace): void {
    const { begins = '' } = place;
    if (name.startsWith(begins) && this.selectors.isOwnName(name.slice(begins.length))) return;
    this.refuseName(name, place);
  }

  private refuseName(name: string, { what, loc, begins = '' }: NamedPlace): void {
    this.refuse(
      `names ${what} '${short(name)}' for the whole page`,
      loc,
      `call it ${begins}${this.remote}-${name.replace(/^-+/, '').replaceAll(/\s/g, '-')}`,
    );
  }

  private refuse(what: string, loc: CssLocation | null | undefined, remedy: string): void {
    const { line = 1, column = 1 } = loc?.start ?? {};
    this.problems.push({ what, line, column, remedy });
  }
}

function hasBlock(value: string): boolean {
  let isFound = false;
  tokenize(value, (type) => {
    isFound ||= type === tokenTypes.LeftCurlyBracket;
  });
  return isFound;
}

const remedyForImport = (address: string): string =>
  /^(?:url\(\s*)?["']?(?:https?:)?\/\//i.test(address)
    ? 'add its files to your build, such as a font: @font-face in a .module.css with a relative url'
    : 'import the file in your script instead';

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
