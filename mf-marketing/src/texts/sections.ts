/** Splits a text at its second-level headings, so that the renderer's size limit applies per section. */
export const sections = (markdown: string): string[] =>
  markdown.split(/^(?=## )/m).filter((section) => section.trim() !== '');
