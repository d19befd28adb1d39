const BLOCK_MARK = /^ {0,3}(?:#{1,6}|>)\s+/;
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const EMPHASIS = /(?<!\w)(\*\*|__|[*_`])(?=\S)(.+?)(?<=\S)\1(?!\w)/g;

const shorten = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).replace(/\s+\S*$/, '')}…`;

/** Returns the first paragraph of a markdown text as plain text, at most about `max` characters long. */
export function firstParagraph(markdown: string, max = Number.POSITIVE_INFINITY): string {
  const [first = ''] = markdown.trim().split(/\n\s*\n/);
  const plain = first
    .replace(BLOCK_MARK, '')
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(EMPHASIS, '$2')
    .replace(/\s+/g, ' ')
    .trim();
  return shorten(plain, max);
}
