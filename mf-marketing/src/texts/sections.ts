/** A long text as pieces that begin with a heading each: what bounds the renderer then bounds a section, not the whole. */
export const sections = (markdown: string): string[] =>
  markdown.split(/^(?=## )/m).filter((section) => section.trim() !== '');
