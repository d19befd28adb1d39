// Imported by package name, so that server bundles use the shell's copy: see `serverModules` in packages/remote-kit/bundler/common.ts.
import { renderMarkdown } from '@carry/ui/render-markdown';
import { useMemo } from 'react';
import { PlainText } from './plain-text';

export interface MarkdownProps {
  children: string;
  /** Level of the surrounding heading; headings in the text start one level below. */
  under?: 0 | 1 | 2 | 3;
}

export function Markdown({ children, under = 1 }: MarkdownProps) {
  return useMemo(
    () => renderMarkdown(children, under) ?? <PlainText>{children}</PlainText>,
    [children, under],
  );
}
