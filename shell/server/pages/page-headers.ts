import type { ReleaseRef } from '../../universal/page/boot';
import { createHead, type PageView } from './print/print-page';

/** Bytes. Proxies bound the size of all headers, often to 4 KB. */
const MAX_COMPOSITION = 400;

export function getPageHeaders(view: PageView): Record<string, string> {
  const { page, previews, composition } = view;
  const isUnlisted =
    previews.length > 0 ||
    createHead(view).some(
      (element) => element.tag === 'meta' && element.attributes['name'] === 'robots',
    );
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': previews.length > 0 ? 'no-store' : 'private, no-cache', // the nonce is per visitor: decision 0026
    vary: 'accept-encoding, cookie',
    'x-composition': printComposition(composition.refs, page.owner?.ref.name),
    ...(isUnlisted && { 'x-robots-tag': 'noindex' }),
    ...(page.staleSeconds !== null && { 'x-carry-stale': String(page.staleSeconds) }),
  };
}

/** Lists the page's own release, then the others while they fit. `/_shell/composition.json` has all. */
function printComposition(refs: readonly ReleaseRef[], owner: string | undefined): string {
  const ordered = [...refs].sort((a, b) => Number(b.name === owner) - Number(a.name === owner));
  const printed = ordered.map(({ name, version }) => `${name}@${version || 'missing'}`);
  let text = '';
  for (const [index, release] of printed.entries()) {
    const longer = text ? `${text}, ${release}` : release;
    if (longer.length > MAX_COMPOSITION) return `${text}, and ${printed.length - index} more`;
    text = longer;
  }
  return text;
}
