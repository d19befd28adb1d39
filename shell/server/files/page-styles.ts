import type { ReleaseRecord } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { withBudget } from '../../universal/failures/remote-error';
import type { ReleaseFiles } from '../releases/release-files';

/** A file that a page names, and its hash. */
export interface PageFile {
  href: string;
  integrity: string;
}

/** A style sheet of a page; its text, where it can stand in the page itself. */
export interface StyleSheet extends PageFile {
  css: string | null;
}

/** A larger sheet is a request of its own: with it the page itself would be late. */
const MAX_LENGTH = 64 * 1024;
const MAX_CACHED = 16 * 1024 * 1024;
const READ_BUDGET_MS = 300;

const RELATIVE = /url\(\s*(["']?)(?![a-z][\w+.-]*:|[/#"'])/i;
const ADDRESS = new RegExp(`${RELATIVE.source}([^"'()\\\\\\s]+)\\1\\s*\\)`, 'gi');

/** A style sheet as it can stand in a page, its addresses counted from the root; null where it cannot: large, loading others, or ending its own element. */
export function inPage(href: string, css: string): string | null {
  if (css.length > MAX_LENGTH || /<\/style|@import|image-set\(/i.test(css)) return null;
  const rooted = css.replace(ADDRESS, (_, quote: string, address: string) => {
    const { pathname, search, hash } = new URL(address, `http://site${href}`);
    return `url(${quote}${pathname}${search}${hash}${quote})`;
  });
  return RELATIVE.test(rooted) ? null : rooted;
}

/** The style sheets of releases, checked like all their files, for the pages that are made of them. */
export class PageStyles {
  private readonly files: Pick<ReleaseFiles, 'read'>;
  private readonly sheets = new LRUCache<string, { css: string | null }>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ css }) => (css?.length ?? 0) + 1,
  });

  constructor(files: Pick<ReleaseFiles, 'read'>) {
    this.files = files;
  }

  /** The text of a release's sheet for a page; null where the page has to ask for it. */
  async of({ name, version }: ReleaseRecord, file: string, href: string): Promise<string | null> {
    const known = this.sheets.get(href);
    if (known) return known.css;
    const reading = this.files.read(name, version, file);
    const content = await withBudget(reading, READ_BUDGET_MS, href).catch(() => null); // who asks for the file finds out why
    if (!content) return null;
    const css = inPage(href, content.toString());
    this.sheets.set(href, { css });
    return css;
  }
}
