import { OwnSelectors } from '@carry/releases/checks';
import { type CssNode, parse, walk } from 'css-tree';
import type { Edit, Scope } from './scope';
import { collectNames, scopeNames } from './scope-names';
import { scopeSelectors } from './scope-selectors';

/** Parses a stylesheet and the nested rules that the parser leaves as text. */
function parseSheet(css: string): CssNode {
  const sheet = parse(css, { positions: true });
  walk(sheet, {
    visit: 'Block',
    enter({ children }) {
      children.forEach((child, item) => {
        if (child.type !== 'Raw' || !child.loc || this.rule === null) return;
        const { offset, line, column } = child.loc.start;
        const nested = parse(child.value, { positions: true, offset, line, column });
        if (nested.type === 'StyleSheet') children.replace(item, nested.children);
      });
    },
  });
  return sheet;
}

/**
 * Limits stylesheets of one build to the elements of a remote, and prefixes the names that they define for the document (layers, animations,
 * fonts, properties), also where they are used. Returns the edits of each stylesheet, in order.
 * @param showsSlots Keeps rules for elements below the remote's classes out of slots of other remotes on its pages.
 */
export function scopeStyles(
  sheets: readonly string[],
  remote: string,
  showsSlots = false,
): Edit[][] {
  const scope: Scope = {
    remote,
    showsSlots,
    selectors: new OwnSelectors(remote),
    names: { keyframes: new Set(), counters: new Set(), families: new Set(), dashed: new Set() },
  };
  const parsed = sheets.map((css) => ({ css, sheet: parseSheet(css) }));
  for (const { sheet } of parsed) collectNames(sheet, scope);
  return parsed.map(({ css, sheet }) => {
    const rules = sheet.type === 'StyleSheet' ? sheet.children.toArray() : [];
    const edits = [...scopeSelectors(rules, scope), ...scopeNames(css, sheet, scope)];
    return edits.sort((a, b) => a.start - b.start);
  });
}

export const scopeTexts = (
  sheets: readonly string[],
  remote: string,
  showsSlots = false,
): string[] =>
  scopeStyles(sheets, remote, showsSlots).map((edits, index) =>
    edits.reduceRight(
      (text, { start, end, text: replacement }) =>
        text.slice(0, start) + replacement + text.slice(end),
      sheets[index] ?? '',
    ),
  );
