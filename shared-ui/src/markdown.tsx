import { MarkdownBy, type MarkdownProps } from './markdown-by';
import { renderMarkdown } from './render-markdown';

/** Renders markdown; what would take too long or cannot be parsed stands as plain text. */
export const Markdown = (props: MarkdownProps) => <MarkdownBy {...props} render={renderMarkdown} />;
