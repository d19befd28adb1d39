import { useMemo } from 'react';
import { PlainText } from './plain-text';
import type { renderMarkdown } from './render-markdown';

export interface MarkdownProps {
  children: string;
  /** Level of the heading that the text stands under: its own begin one below; 0: they are what they say. */
  under?: 0 | 1 | 2 | 3;
}

interface Props extends MarkdownProps {
  render: typeof renderMarkdown;
}

/** Shows what a renderer makes of a text, and the text itself where it makes nothing. */
export function MarkdownBy({ render, children, under = 1 }: Props) {
  return useMemo(
    () => render(children, under) ?? <PlainText>{children}</PlainText>,
    [render, children, under],
  );
}
