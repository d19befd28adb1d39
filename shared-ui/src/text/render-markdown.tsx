import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import { isWithinBounds } from './markdown-bounds';

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer ugc nofollow">
      {children}
    </a>
  ),
  // a blanked source must not reach the page as src=""
  img: ({ src, alt }) =>
    src ? <img src={src} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>,
};

/** `#` becomes the heading below `under`, `##` the next, none past h6. */
const headings = (under: number): Components =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `h${Math.min(level + under, 6)}`]),
  );

// a server has one renderer for all releases, and what it answers leads to these
for (const component of Object.values(components)) Object.freeze(component);

/**
 * What a markdown text becomes; null where it would take too long or cannot be parsed. `under`: as in MarkdownProps.
 * Links and images keep http, https, irc, ircs, mailto, xmpp and relative targets, others are blanked.
 */
export function renderMarkdown(text: string, under: number): ReactNode {
  if (!isWithinBounds(text)) return null;
  try {
    // called, not mounted: on the server only what is thrown here can be caught
    return ReactMarkdown({
      children: text,
      urlTransform: defaultUrlTransform,
      components: { ...components, ...headings(under) },
    });
  } catch {
    return null;
  }
}
