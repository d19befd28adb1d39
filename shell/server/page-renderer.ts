import type { Store } from 'registry';
import type { ReleaseRef } from '../src/boot';
import { findOwner } from '../src/find-owner';
import type { ReleaseSet } from './release-set';
import type { RenderPool } from './render-pool';
import type { Rendered } from './render-protocol';

const FRESH_MS = 10_000;
const MOST_PAGES = 500;

export interface RenderedPage extends Rendered {
  mode: 'full' | 'frame';
  /** The remote that owns the path, if any. */
  owner: { ref: ReleaseRef; pattern: string } | null;
}

/** Renders pages with their remote's HTML where that works, and with the frame alone where it does not. */
export class PageRenderer {
  private readonly cache = new Map<string, { at: number; rendered: Rendered }>();

  constructor(
    private readonly releases: ReleaseSet,
    private readonly store: Store,
    private readonly pool: RenderPool,
    private readonly log: (line: string) => void,
  ) {}

  async render(pathname: string, search: string): Promise<RenderedPage> {
    const refs = this.releases.refs();
    const found = findOwner(refs, pathname);
    const owner = found && { ref: found.release, pattern: found.pattern };
    const request = {
      pathname,
      search,
      releases: refs.map(({ name, version, routes }) => ({ name, version, routes: routes.map(({ path }) => ({ path })) })),
      now: Date.now(),
    };
    const record = owner && this.releases.remotes.get(owner.ref.name)?.record;
    if (owner && record) {
      const key = `${record.name}@${record.version}`;
      const cacheKey = `${key} ${pathname}${search}`;
      const cached = this.cache.get(cacheKey);
      if (cached && Date.now() - cached.at < FRESH_MS) return { ...cached.rendered, mode: 'full', owner };
      try {
        const code = async () => {
          const content = await this.store.read(`${record.name}/${record.version}/${record.server}`);
          if (!content) throw new Error(`${key} has no server bundle in the store`);
          return { name: record.name, version: record.version, code: content.toString() };
        };
        const rendered = await this.pool.render(key, code, request);
        if (rendered.complete) this.remember(cacheKey, rendered);
        return { ...rendered, mode: 'full', owner };
      } catch (error) {
        this.log(`${pathname}: rendered without ${key}: ${(error as Error).message.split('\n')[0]}`);
      }
    }
    const frame = await this.pool.render('frame', async () => null, request);
    const status = frame.status === 404 ? 404 : owner && !record ? 503 : 200;
    return { ...frame, status, mode: owner ? 'frame' : 'full', owner };
  }

  private remember(key: string, rendered: Rendered): void {
    this.cache.delete(key);
    this.cache.set(key, { at: Date.now(), rendered });
    const oldest = this.cache.keys().next().value;
    if (this.cache.size > MOST_PAGES && oldest) this.cache.delete(oldest);
  }
}
