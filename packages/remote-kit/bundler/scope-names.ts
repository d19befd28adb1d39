import { COMPONENT_LAYER } from '@carry/contracts/shell';
import {
  type Atrule,
  type CssNode,
  type Declaration,
  generate,
  ident,
  string,
  tokenize,
  tokenTypes,
  walk,
} from 'css-tree';
import type { Edit, Names, Scope } from './scope';

const DASHED = new Set(['property', 'font-palette-values', 'position-try', 'function']);
const USES: [RegExp, (keyof Names)[]][] = [
  [/^--/, ['keyframes', 'families']],
  [/^(?:-\w+-)?animation(?:-name)?$/, ['keyframes']],
  [/^(?:list-style(?:-type)?|content|system|fallback)$/, ['counters']],
  [/^font(?:-family)?$/, ['families']],
];

const getKind = ({ name }: Atrule) =>
  ident
    .decode(name)
    .toLowerCase()
    .replace(/^-(?:webkit|moz|o|ms)-/, '');
const getFirst = ({ prelude }: Atrule) =>
  prelude?.type === 'AtrulePrelude' ? prelude.children.first : null;

const textOf = (node: CssNode): string => {
  if (node.type === 'String') return node.value;
  return node.type === 'Identifier' ? ident.decode(node.name) : '';
};

/** Adds the names of a stylesheet that do not begin with the remote's. */
export function collectNames(sheet: CssNode, { names, selectors }: Scope): void {
  const add = (kind: keyof Names, name: string) => {
    if (name && !selectors.isOwnName(name.replace(/^--/, ''))) names[kind].add(name);
  };
  walk(sheet, {
    visit: 'Atrule',
    enter(node) {
      const kind = getKind(node);
      const first = getFirst(node);
      if (kind === 'keyframes' && first) add('keyframes', textOf(first));
      else if (kind === 'counter-style' && first) add('counters', textOf(first));
      else if (kind === 'font-face')
        for (const family of getFamilies(node)) add('families', family);
      else if (DASHED.has(kind) && node.prelude)
        add('dashed', ident.decode(/^[^\s(]+/.exec(generate(node.prelude))?.[0] ?? ''));
    },
  });
}

const normalizeProperty = (name: string) => ident.decode(name).toLowerCase();

const getFamilies = ({ block }: Atrule): string[] =>
  (block?.children.toArray() ?? [])
    .filter((child): child is Declaration => child.type === 'Declaration')
    .filter(({ property }) => normalizeProperty(property) === 'font-family')
    .map(({ value }) => {
      const [first] = value.type === 'Value' ? value.children.toArray() : [];
      const family = first?.type === 'String' ? first.value : ident.decode(generate(value));
      return family.toLowerCase();
    });

export function scopeNames(css: string, sheet: CssNode, scope: Scope): Edit[] {
  const edits = renameDashed(css, scope);
  walk(sheet, (node) => {
    if (node.type === 'Atrule') edits.push(...renameDefined(css, node, scope));
    if (node.type !== 'Declaration' || !node.value.loc) return;
    const name = normalizeProperty(node.property);
    const kinds = USES.find(([property]) => property.test(name))?.[1];
    if (!kinds) return;
    const used = { kinds, isCustom: name.startsWith('--') };
    const { start, end } = node.value.loc;
    edits.push(
      ...renameUsed(css.slice(start.offset, end.offset), used, scope).map((edit) => ({
        ...edit,
        start: edit.start + start.offset,
        end: edit.end + start.offset,
      })),
    );
  });
  return edits;
}

function renameDefined(css: string, node: Atrule, scope: Scope): Edit[] {
  const kind = getKind(node);
  const { loc } = node.prelude ?? {};
  if (!loc) return [];
  if (kind === 'layer') return renameLayers(css, node, scope);
  const first = getFirst(node);
  const { keyframes, counters } = scope.names;
  const defined = { keyframes, 'counter-style': counters }[kind];
  if (!first?.loc || !defined?.has(textOf(first))) return [];
  const at = first.loc.start.offset + (first.type === 'String' ? 1 : 0);
  return [{ start: at, end: at, text: `${scope.remote}-` }];
}

/** Keeps the offsets. */
const withoutComments = (css: string) =>
  css.replaceAll(/\/\*.*?\*\//gs, (comment) => ' '.repeat(comment.length));

/** The layer of @carry/ui keeps its name: it has no rules beyond the remote, or it is declared alone. */
function renameLayers(css: string, node: Atrule, { remote, selectors }: Scope): Edit[] {
  const { start, end } = node.prelude?.loc ?? {};
  if (!start || !end) return [];
  const rules = node.block?.children.toArray() ?? [];
  const isOfComponents = rules.every(
    (rule) => rule.type !== 'Rule' || selectors.placeOfRule(rule.prelude, null) !== 'anywhere',
  );
  const prelude = withoutComments(css.slice(start.offset, end.offset));
  if (prelude.trim() === COMPONENT_LAYER && isOfComponents) return [];
  return [...prelude.matchAll(/[^\s,.]+/g)]
    .filter(([name]) => !selectors.isOwnName(ident.decode(name)))
    .map(({ index }) => {
      const at = start.offset + index;
      return { start: at, end: at, text: `${remote}-` };
    });
}

function renameDashed(css: string, { names: { dashed }, remote }: Scope): Edit[] {
  const edits: Edit[] = [];
  if (dashed.size === 0) return edits;
  tokenize(css, (type, start, end) => {
    if (type !== tokenTypes.Ident && type !== tokenTypes.Function) return;
    const source = css.slice(start, end).replace(/\($/, '');
    const name = ident.decode(source);
    if (!dashed.has(name) || css[start - 1] === '.') return;
    const text = ident.encode(`--${remote}-${name.slice(2)}`);
    edits.push({ start, end: start + source.length, text });
  });
  return edits;
}

interface Use {
  kinds: (keyof Names)[];
  /** In a custom property, whose strings may be texts of `content`. */
  isCustom: boolean;
}

function renameUsed(value: string, { kinds, isCustom }: Use, { names, remote }: Scope): Edit[] {
  const isUsed = (kind: keyof Names, name: string) => kinds.includes(kind) && names[kind].has(name);
  const isFamily = (name: string) => isUsed('families', name.toLowerCase());
  const replace = (span: Span, name: string) => [
    { ...span, text: string.encode(`${remote}-${name}`) },
  ];
  const prefix = (at: number) => [{ start: at, end: at, text: `${remote}-` }];
  const renameString = (span: Span, name: string): Edit[] => {
    if (isFamily(name)) return replace(span, name);
    return !isCustom && isUsed('keyframes', name) ? prefix(span.start + 1) : [];
  };
  const renameWords = (span: Span): Edit[] => {
    const text = value.slice(span.start, span.end);
    const name = ident.decode(text.replaceAll(/\s+/g, ' '));
    if (isFamily(name)) return replace(span, name);
    if (isUsed('keyframes', name) || isUsed('counters', name)) return prefix(span.start);
    if (!/\s/.test(text)) return [];
    return [...text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const start = span.start + index;
      return renameWords({ start, end: start + word.length });
    });
  };
  return getSpans(value).flatMap((span) => {
    const text = value.slice(span.start, span.end);
    return /^["']/.test(text) ? renameString(span, string.decode(text)) : renameWords(span);
  });
}

interface Span {
  start: number;
  end: number;
}

/** Returns the strings of a value and its words; words with spaces only in between are one span, as in the name of a font. */
function getSpans(value: string): Span[] {
  const spans: Span[] = [];
  let words: Span | undefined;
  tokenize(value, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace) return;
    if (type === tokenTypes.String) spans.push({ start, end });
    if (type !== tokenTypes.Ident) words = undefined;
    else if (words) words.end = end;
    else {
      words = { start, end };
      spans.push(words);
    }
  });
  return spans;
}
