import { Fragment } from 'react';

const LINK = /(https?:\/\/[^\s<>"']+)/;
const TAIL = /[.,;:!?)\]}]+$/;

/** Plain text in which web addresses are links. They open in a new tab. */
export const LinkedText = ({ children }: { children: string }) =>
  children.split(LINK).map((part, index) => {
    if (index % 2 === 0) return part;
    const tail = TAIL.exec(part)?.[0] ?? '';
    const url = part.slice(0, part.length - tail.length);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <Fragment key={index}>
        <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {url}
        </a>
        {tail}
      </Fragment>
    );
  });
