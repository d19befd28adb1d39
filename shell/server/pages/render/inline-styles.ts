import { createHash } from 'node:crypto';
import { unescapeHtml } from './escape-html';

/** Hashes that the headers of one page may carry: proxies bound the size of an answer's headers. */
export const MAX_STYLES = 24;

const EMOTION_SHEET = '<style data-emotion="';
const STYLE_END = '</style>';

/** Returns the CSP hashes of `style` attributes, each once. Throws for more than the headers of a page may carry. */
export function hashInlineStyles(html: string): string[] {
  const values = new Set(
    [...html.matchAll(/<[^<>]*?\sstyle="([^"]*)"/g)].map(([, value]) => value),
  );
  if (values.size > MAX_STYLES)
    throw new Error(
      `renders ${values.size} different inline styles, a page may have ${MAX_STYLES}; use classes, or set them after mount`,
    );
  return [...values].map(
    (value = '') => `'sha256-${createHash('sha256').update(unescapeHtml(value)).digest('base64')}'`,
  );
}

/** Removes the style elements of Emotion, which the policy forbids: in the browser, Emotion inserts its rules through the CSSOM. */
export function dropEmotionSheets(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = html.indexOf(EMOTION_SHEET, from);
    const end = start < 0 ? -1 : html.indexOf(STYLE_END, start);
    if (end < 0) return kept.join('') + html.slice(from);
    kept.push(html.slice(from, start));
    from = end + STYLE_END.length;
  }
}
