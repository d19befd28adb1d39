import { escapeHtml, unescapeHtml } from './escape-html';

const MAX_SLOTS = 8;
/** Characters of a slot's properties that the server accepts. */
export const MAX_PROPS = 4000;
const OPENING =
  /<div data-slot="(mf-[a-z0-9-]{1,31})\.([a-z0-9-]{1,41})" data-slot-props="([^"]*)">/g;

/** Element of a page's HTML in which it shows a slot of another remote. The remote kit's `RemoteSlot` prints it. */
export interface SlotMark {
  remote: string;
  slot: string;
  /** JSON. */
  props: string;
  /** Positions of the opening tag's end and of the closing tag. */
  from: number;
  to: number;
}

export interface SlotContent {
  version: string;
  html: string;
  idPrefix: string;
  /** JSON; absent: the slot has no data. */
  data?: string;
}

export function findSlots(html: string): SlotMark[] {
  const marks: SlotMark[] = [];
  const opening = new RegExp(OPENING);
  while (marks.length < MAX_SLOTS) {
    const [, remote = '', slot = '', props = ''] = opening.exec(html) ?? [];
    if (!remote) break;
    const from = opening.lastIndex;
    const to = html.indexOf(`</div><template data-slot-end="${remote}.${slot}"></template>`, from);
    if (to < 0) break;
    marks.push({ remote, slot, props: unescapeHtml(props), from, to });
    opening.lastIndex = to;
  }
  return marks;
}

/** Puts slots into their places; a place without content keeps its fallback. */
export function fillSlots(
  html: string,
  slots: readonly { mark: SlotMark; content: SlotContent | null }[],
): string {
  let filled = '';
  let end = 0;
  for (const { mark, content } of slots) {
    if (!content) continue;
    const data = content.data === undefined ? '' : ` data-slot-data="${escapeHtml(content.data)}"`;
    const attributes = ` data-slot-release="${content.version}" data-slot-ids="${content.idPrefix}"${data}`;
    filled += `${html.slice(end, mark.from - 1)}${attributes}>${content.html}`;
    end = mark.to;
  }
  return filled + html.slice(end);
}
