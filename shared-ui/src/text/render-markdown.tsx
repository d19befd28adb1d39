import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import { isWithinBounds } from './markdown-bounds';

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} rel="noopener noreferrer ugc nofollow">
      {children}
    </a>
  ),
  // An empty `src` would request the page itself.
  img: ({ src, alt }) =>
    src ? <img src={src} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>,
};

const shiftHeadings = (under: number): Components =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `h${Math.min(level + under, 6)}`]),
  );

// The server shares one immutable renderer between releases.
for (const component of Object.values(components)) Object.freeze(component);

/**
 * Returns the rendered Markdown, or null if it is too complex or fails to parse. `under`: see MarkdownProps.
 * Links and images keep http, https, irc, ircs, mailto, xmpp and relative targets; other targets are blanked.
 */
export function renderMarkdown(text: string, under: number): ReactNode {
  if (!isWithinBounds(text)) return null;
  try {
    // Called instead of mounted, because error boundaries do not work on the server.
    return ReactMarkdown({
      children: text,
      urlTransform: defaultUrlTransform,
      components: { ...components, ...shiftHeadings(under) },
    });
  } catch {
    return null;
  }
}
