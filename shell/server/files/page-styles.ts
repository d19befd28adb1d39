import type { ReleaseRecord } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { withBudget } from '../../universal/failures/remote-error';
import type { ReleaseFiles } from '../releases/release-files';

export interface PageFile {
  href: string;
  integrity: string;
}

export interface StyleSheet extends PageFile {
  css: string | null;
}

/** Larger style sheets are not inlined, because they would delay the page. */
const MAX_LENGTH = 64 * 1024;
const MAX_CACHED = 16 * 1024 * 1024;
const READ_BUDGET_MS = 300;

const RELATIVE = /url\(\s*(["']?)(?![a-z][\w+.-]*:|[/#"'])/i;
const ADDRESS = new RegExp(`${RELATIVE.source}([^"'()\\\\\\s]+)\\1\\s*\\)`, 'gi');

/** Returns a style sheet for inlining, with absolute URLs; null if it is too large, imports others or could end its element. */
export function inPage(href: string, css: string): string | null {
  if (css.length > MAX_LENGTH || /<\/style|@import|image-set\(/i.test(css)) return null;
  const rooted = css.replace(ADDRESS, (_, quote: string, address: string) => {
    const { pathname, search, hash } = new URL(address, `http://site${href}`);
    return `url(${quote}${pathname}${search}${hash}${quote})`;
  });
  return RELATIVE.test(rooted) ? null : rooted;
}

export class PageStyles {
  private readonly files: Pick<ReleaseFiles, 'read'>;
  private readonly sheets = new LRUCache<string, { css: string | null }>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ css }) => (css?.length ?? 0) + 1,
  });

  constructor(files: Pick<ReleaseFiles, 'read'>) {
    this.files = files;
  }

  async of({ name, version }: ReleaseRecord, file: string, href: string): Promise<string | null> {
    const cached = this.sheets.get(href);
    if (cached) return cached.css;
    const reading = this.files.read(name, version, file);
    const content = await withBudget(reading, READ_BUDGET_MS, href).catch(() => null); // the request for the linked file reports the error
    if (!content) return null;
    const css = inPage(href, content.toString());
    this.sheets.set(href, { css });
    return css;
  }
}
