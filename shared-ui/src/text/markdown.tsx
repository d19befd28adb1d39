// By the name of this package, which a server bundle has of the shell: see `serverModules` in packages/remote-kit/bundler/common.ts.
import { renderMarkdown } from '@carry/ui/render-markdown';
import { useMemo } from 'react';
import { PlainText } from './plain-text';

export interface MarkdownProps {
  children: string;
  /** Level of the heading that the text stands under: its own begin one below; 0: they are what they say. */
  under?: 0 | 1 | 2 | 3;
}

/** Renders markdown; what would take too long or cannot be parsed stands as plain text. */
export function Markdown({ children, under = 1 }: MarkdownProps) {
  return useMemo(
    () => renderMarkdown(children, under) ?? <PlainText>{children}</PlainText>,
    [children, under],
  );
}
