import { type CssNode, generate, type List, parse, type Rule, type Selector, walk } from 'css-tree';

const PAGE = new Set(['html', 'body', 'root', 'host']);
const ANIMATION = new Set(['animation', 'animation-name']);

const isKeyframes = (node: CssNode) => node.type === 'Atrule' && /keyframes$/i.test(node.name);

const isPage = (node: CssNode | null): boolean =>
  (node?.type === 'TypeSelector' || node?.type === 'PseudoClassSelector') &&
  PAGE.has(node.name.toLowerCase());

/** Limits a stylesheet to the pages of a remote: its rules match below the remote's element, and its animations carry its name. */
export function scopeStyles(css: string, remote: string): string {
  const sheet = parse(css);
  renameAnimations(sheet, remote);
  if (sheet.type === 'StyleSheet') scopeRules(sheet.children, remote);
  return generate(sheet);
}

function scopeRules(nodes: List<CssNode>, remote: string): void {
  for (const node of nodes.toArray()) {
    if (node.type === 'Rule') scopeRule(node, remote);
    else if (node.type === 'Atrule' && node.block && !isKeyframes(node))
      scopeRules(node.block.children, remote);
  }
}

/** Nested rules follow the rule around them. */
function scopeRule(rule: Rule, remote: string): void {
  if (rule.prelude.type !== 'SelectorList') return;
  const selectors = rule.prelude.children
    .toArray()
    .map((node) => scopeSelector(node as Selector, `[data-remote="${remote}"]`));
  rule.prelude = { type: 'Raw', value: selectors.join(',') };
}

function scopeSelector(selector: Selector, box: string): string {
  const { first } = selector.children;
  if (!isPage(first)) return `${box} ${generate(selector)}`;
  return box + generate(selector).slice(first ? generate(first).length : 0);
}

function renameAnimations(sheet: CssNode, remote: string): void {
  const names = new Set<string>();
  walk(sheet, (node) => {
    if (node.type !== 'Atrule' || !isKeyframes(node) || !node.prelude) return;
    const name = generate(node.prelude);
    names.add(name);
    node.prelude = { type: 'Raw', value: `${remote}-${name}` };
  });
  walk(sheet, (node) => {
    if (node.type !== 'Declaration' || !ANIMATION.has(node.property)) return;
    walk(node.value, (part) => {
      if (part.type === 'Identifier' && names.has(part.name)) part.name = `${remote}-${part.name}`;
    });
  });
}
