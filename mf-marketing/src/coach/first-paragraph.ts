const BLOCK_MARK = /^ {0,3}(?:#{1,6}|>)\s+/;
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const EMPHASIS = /(?<!\w)(\*\*|__|[*_`])(?=\S)(.+?)(?<=\S)\1(?!\w)/g;

/** Returns the first paragraph of a markdown text as plain text. */
export function firstParagraph(markdown: string): string {
  const [first = ''] = markdown.trim().split(/\n\s*\n/);
  return first
    .replace(BLOCK_MARK, '')
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(EMPHASIS, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}
