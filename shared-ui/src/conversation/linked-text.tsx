import { Fragment } from 'react';

const LINK = /(https?:\/\/[^\s<>"']+)/;
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

const count = (text: string, letter: string) => text.split(letter).length - 1;

/** Returns an address without the punctuation after it. A closing bracket is part of it if the address opens that bracket. */
function trimTail(text: string): string {
  let url = text;
  for (;;) {
    const last = url.slice(-1);
    const opening = BRACKETS[last];
    const isTail = opening ? count(url, opening) < count(url, last) : /[.,;:!?]/.test(last);
    if (!isTail) return url;
    url = url.slice(0, -1);
  }
}

/** Plain text in which web addresses are links. They open in a new tab. */
export const LinkedText = ({ children }: { children: string }) =>
  children.split(LINK).map((part, index) => {
    if (index % 2 === 0) return part;
    const url = trimTail(part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <Fragment key={index}>
        <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {url}
        </a>
        {part.slice(url.length)}
      </Fragment>
    );
  });
