import { useMemo } from 'react';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import { isWithinBounds } from './markdown-bounds';
import { PlainText } from './plain-text';

export interface MarkdownProps {
  children: string;
  /** Level of the heading that the text stands under: its own begin one below; 0: they are what they say. */
  under?: 0 | 1 | 2 | 3;
}

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

/**
 * Renders markdown; links and images keep http, https, irc, ircs, mailto, xmpp and relative targets, others are blanked.
 * What would take too long or cannot be parsed stands as plain text.
 */
export function Markdown({ children, under = 1 }: MarkdownProps) {
  return useMemo(
    () => parse(children, under) ?? <PlainText>{children}</PlainText>,
    [children, under],
  );
}

function parse(text: string, under: number) {
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
