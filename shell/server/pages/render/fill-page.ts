import { hashInlineStyles } from './inline-styles';
import type { DatedPage } from './page-cache';
import { fillSlots, findSlots, type SlotMark } from './slot-places';

type RenderSlot = (
  mark: SlotMark,
  idPrefix: string,
) => Promise<(DatedPage & { version: string }) | null>;

/**
 * Returns a page with the slots of other remotes in it. A slot that cannot be rendered leaves the page's own fallback.
 * @param consumes Slots that the page's release declares; null: any, for a development build.
 */
export async function fillPage(
  page: DatedPage,
  consumes: readonly string[] | null,
  render: RenderSlot,
): Promise<DatedPage> {
  const marks = findSlots(page.html).filter(
    ({ remote, slot }) => consumes?.includes(`${remote}.${slot}`) ?? true,
  );
  if (marks.length === 0) return page;
  const slots = await Promise.all(
    marks.map(async (mark, index) => {
      const idPrefix = `slot-${index}-`;
      return { mark, idPrefix, rendered: await render(mark, idPrefix) };
    }),
  );
  try {
    const contents = slots.map(({ mark, idPrefix, rendered }) => {
      const { version = '', html = '', loaderData = {} } = rendered ?? {};
      const data = 'data' in loaderData ? { data: JSON.stringify(loaderData['data']) } : {};
      return { mark, content: rendered && { version, html, idPrefix, ...data } };
    });
    const shown = slots.filter(({ rendered }) => rendered);
    const html = fillSlots(page.html, contents);
    const all = (kind: 'reads' | 'gone') => [
      ...new Set([...page[kind], ...shown.flatMap(({ rendered }) => rendered?.[kind] ?? [])]),
    ];
    return {
      ...page,
      html,
      inlineStyles: hashInlineStyles(html),
      slots: shown.map(({ mark: { remote, slot } }) => ({ remote, slot })),
      reads: all('reads'),
      gone: all('gone'),
    };
  } catch {
    return page; // more inline styles than the headers of a page may carry, or data that cannot be printed
  }
}
