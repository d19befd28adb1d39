import type { ReleaseRecord } from 'contracts/release';
import type { ActivePreview, ReleaseRef } from '../universal/boot';
import type { Composition } from './composition';
import type { RenderOutcome } from './health/release-health';
import type { ReleaseFiles } from './releases/release-files';
import { NotRendered, type RenderPool } from './render/pool';
import { FRAME, type Rendered, type RenderRequest } from './render/protocol';
import { SharedRender } from './render/shared-render';

const FRESH_MS = 10_000;
const MOST_PAGES = 500;
/** A page of which the browser renders everything. */
const EMPTY = { html: '', head: [], loaderData: {}, complete: false };

export interface RenderedPage extends Rendered {
  mode: 'full' | 'frame';
  /** The remote that owns the path, if any. */
  owner: { ref: ReleaseRef; pattern: string } | null;
  cached: boolean;
}

export interface Visit {
  previews?: ActivePreview[];
  /** Aborted when the visitor is gone. */
  signal?: AbortSignal;
}

/** Told of every page that a release was rendered for; `blamed` false: the error is another page's doing. */
export type OnRender = (remote: string, version: string, outcome: RenderOutcome) => void;

/** Renders pages with their remote's HTML where that works, and with the frame alone where it does not. */
export class PageRenderer {
  hits = 0;
  misses = 0;
  private readonly cache = new Map<string, { at: number; rendered: Rendered }>();
  /** Pages being rendered: who asks for one meanwhile gets the same. */
  private readonly running = new Map<string, SharedRender>();

  constructor(
    private readonly files: ReleaseFiles,
    /** Where pages are rendered; those with previews apart: nobody has released that code yet. */
    private readonly pools: Record<'live' | 'preview', Pick<RenderPool, 'render' | 'stats'>>,
    private readonly log: (line: string) => void,
    private readonly onRender: OnRender = () => {},
  ) {}

  stats() {
    return { live: this.pools.live.stats(), preview: this.pools.preview.stats() };
  }

  async render(pathname: string, search: string, composition: Composition, visit: Visit = {}): Promise<RenderedPage> {
    const { previews = [], signal } = visit;
    const found = composition.owner(pathname);
    const owner = found && { ref: found.release, pattern: found.pattern };
    const suggestion = owner ? null : composition.suggest(pathname);
    const request = { pathname, search, owned: owner !== null, suggestion, previews, now: Date.now() };
    const record = owner && composition.records.get(owner.ref.name);
    if (owner && record) {
      const key = previews.length > 0 ? null : `${record.name}@${record.version} ${pathname}${search}`;
      const cached = key && this.cache.get(key);
      if (cached && Date.now() - cached.at < FRESH_MS) {
        this.hits++;
        return { ...cached.rendered, mode: 'full', owner, cached: true };
      }
      const joined = key && this.running.get(key);
      if (joined) this.hits++;
      else this.misses++;
      const running = joined || new SharedRender((wanted) => this.renderRelease(record, request, key, wanted));
      if (key && !joined) {
        this.running.set(key, running);
        void running.outcome.finally(() => this.running.get(key) === running && this.running.delete(key));
      }
      const rendered = await running.join(signal);
      if (rendered) return { ...rendered, mode: 'full', owner, cached: Boolean(joined) };
    }
    const frame = await this.pools.live
      .render(FRAME, async () => null, request, signal)
      .catch((error: Error) => {
        this.log(`${pathname}: sent for the browser to render: ${error.message}`);
        return null;
      });
    const status = !owner ? 404 : owner.ref.entry ? 200 : 503;
    if (!frame) return { ...EMPTY, status, mode: 'frame', owner, cached: false };
    return { ...frame, status, mode: owner ? 'frame' : 'full', owner, cached: false };
  }

  /** A page with the HTML of its release, or null where that fails. */
  private async renderRelease(
    { name, version, server }: ReleaseRecord,
    request: RenderRequest,
    cacheKey: string | null,
    signal: AbortSignal,
  ): Promise<Rendered | null> {
    const key = `${name}@${version}`;
    const started = performance.now();
    try {
      const code = async () => {
        const content = await this.files.read(name, version, server);
        if (!content) throw new Error(`${key} has no server bundle in the store`);
        return { name, version, code: content.toString() };
      };
      const rendered = await this.pools[request.previews.length > 0 ? 'preview' : 'live'].render(key, code, request, signal);
      this.onRender(name, version, { ms: performance.now() - started, pathname: request.pathname });
      if (rendered.complete && cacheKey) this.remember(cacheKey, rendered);
      return rendered;
    } catch (error) {
      const [message = ''] = (error as Error).message.split('\n');
      const blamed = !(error instanceof NotRendered);
      this.onRender(name, version, { ms: performance.now() - started, pathname: request.pathname, error: message, blamed });
      this.log(`${request.pathname}: rendered without ${key}: ${message}`);
      return null;
    }
  }

  private remember(key: string, rendered: Rendered): void {
    this.cache.delete(key);
    this.cache.set(key, { at: Date.now(), rendered });
    const oldest = this.cache.keys().next().value;
    if (this.cache.size > MOST_PAGES && oldest) this.cache.delete(oldest);
  }
}
