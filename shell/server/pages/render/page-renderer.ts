import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseRecord } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { inSpan } from 'server-kit/tracing';
import type {
  OpenedPreview,
  RefusedPreview,
  ReleaseRef,
  RemoteFlags,
} from '../../../universal/page/boot';
import type { Composition, LocalRemote } from '../../composition/composition';
import type { RenderOutcome } from '../../health/release-health';
import { type DevBuild, readDevBuild } from '../../releases/dev-builds';
import type { ReleaseFiles } from '../../releases/release-files';
import { readServerCode } from '../../releases/server-code';
import { NotRendered, type RenderPool } from '../../render/pool/pool';
import {
  FRAME,
  printTriedPage,
  type ReleaseCode,
  type RenderRequest,
} from '../../render/protocol/protocol';
import { fillPage } from './fill-page';
import { dropEmotionSheets, hashInlineStyles } from './inline-styles';
import { type Answer, type DatedPage, PageCache } from './page-cache';
import { MAX_PROPS, type SlotMark } from './slot-places';

/** Rendered by the browser alone. */
const EMPTY = {
  html: '',
  head: [],
  loaderData: {},
  complete: false,
  reads: [],
  gone: [],
  renderMs: 0,
};
/** A page with a slot that takes longer is sent without it; the browser loads it then. */
const SLOT_BUDGET_MS = 800;
/** Cache path of all unknown paths, which differ in their head only. */
const UNKNOWN_PATH = '/404';

/** 410 for a preview that existed, 503 if the store cannot be read, else 403. */
const refusalStatus: Record<RefusedPreview['why'], number> = {
  expired: 410,
  ended: 410,
  invalid: 403,
  cookies: 403,
  full: 403,
  off: 403,
  unreachable: 503,
};

export interface RenderedPage extends DatedPage, Pick<Answer, 'outcome' | 'staleSeconds'> {
  mode: 'full' | 'frame';
  key: string | null;
  owner: { ref: ReleaseRef; pattern: string } | null;
  refusedPreview?: RefusedPreview;
  styles?: string[];
}

export interface Visit {
  previews?: OpenedPreview[];
  signal?: AbortSignal;
  requestId?: string;
  flags?: RemoteFlags;
  /** True if the visitor chose the value of a flag. */
  isFlagChosen?: boolean;
}

export type OnRender = (remote: string, version: string, outcome: RenderOutcome) => void;

interface RendererOptions {
  log: (line: string) => void;
  onRender?: OnRender;
  isServed?: (release: string) => boolean;
  readBuild?: (local: LocalRemote) => Promise<DevBuild>;
}

/** Renders pages with their remote's HTML; falls back to the frame alone. */
export class PageRenderer {
  readonly cache: PageCache;

  private readonly files: ReleaseFiles;
  /** Pages that judge no release have their own pool, because they may run unreleased code. */
  private readonly pools: Record<'live' | 'preview', Pick<RenderPool, 'render' | 'stats'>>;
  private readonly log: (line: string) => void;
  private readonly onRender: OnRender;
  private readonly loggedLargeSlots = new LRUCache<string, true>({ max: 200 });
  private readonly readDevBuild: (local: LocalRemote) => Promise<DevBuild>;

  constructor(
    files: ReleaseFiles,
    pools: Record<'live' | 'preview', Pick<RenderPool, 'render' | 'stats'>>,
    { log, onRender = () => {}, isServed = () => true, readBuild = readDevBuild }: RendererOptions,
  ) {
    this.files = files;
    this.pools = pools;
    this.log = log;
    this.onRender = onRender;
    this.readDevBuild = readBuild;

    this.cache = new PageCache((release) => release === FRAME || isServed(release), log);
  }

  stats() {
    return { live: this.pools.live.stats(), preview: this.pools.preview.stats() };
  }

  async render(
    { pathname, search }: { pathname: string; search: string },
    composition: Composition,
    visit: Visit = {},
  ): Promise<RenderedPage> {
    const { previews = [], signal, requestId = '', isFlagChosen = false } = visit;
    const match = composition.owner(pathname);
    const owner = match && { ref: match.release, pattern: match.pattern };
    if (!owner) return this.renderUnknown(composition, composition.suggest(pathname), visit);
    const record = composition.records.get(owner.ref.name);
    const query = readQuery(search, composition.getQuery(owner.ref.name, owner.pattern));
    const flags = visit.flags?.[owner.ref.name];
    const request = {
      pathname,
      search: query,
      owned: true,
      suggestion: null,
      previews,
      site: composition.site,
      menu: composition.menu,
      requestId,
      judged: previews.length + composition.local.length === 0 && !isFlagChosen,
      ...(flags && { flags }),
    };
    const fill = async (rendered: DatedPage) => {
      const failedSlots: string[] = [];
      const page = await fillPage(rendered, record?.consumes ?? null, async (mark, idPrefix) => {
        const flags = visit.flags?.[mark.remote] ?? {};
        const slot = { name: mark.slot, props: mark.props, idPrefix };
        const shown = await this.renderSlot(mark, { ...request, flags, slot }, composition);
        if (shown?.failed) failedSlots.push(mark.remote);
        return shown?.complete ? shown : null;
      });
      return { ...page, ...(failedSlots.length > 0 && { failedSlots }) };
    };
    const local = composition.local.find(({ ref }) => ref.name === owner.ref.name);
    const devPage = local && (await this.renderDev(local, request, signal));
    if (devPage) return { ...devPage, ...(await fill(devPage)), mode: 'full', key: null, owner };
    const providers = describeProviders(record, composition, visit.flags);
    const keySuffix = `${composition.frameKey} ${pathname}${query}${flags ? ` ${JSON.stringify(flags)}` : ''}${providers}`;
    const page = record && (await this.renderLive(record, { request, keySuffix, fill, signal }));
    if (page && !page.failed) return { ...page, mode: 'full', owner };
    const frame = await this.renderFrame({ ...request, now: Date.now() }, signal);
    return {
      ...frame,
      failed: page?.failed ?? false,
      status: owner.ref.entry ? 200 : 503,
      mode: 'frame',
      key: null,
      owner,
      outcome: 'miss',
      staleSeconds: null,
    };
  }

  /** Renders a page with its release: from the cache, except for previews. Returns a failed page or null if that fails. */
  private async renderLive(
    record: ReleaseRecord,
    {
      request,
      keySuffix,
      fill,
      signal,
    }: {
      request: Omit<RenderRequest, 'now'>;
      keySuffix: string;
      fill(page: DatedPage): Promise<DatedPage>;
      signal: AbortSignal | undefined;
    },
  ): Promise<(DatedPage & Pick<RenderedPage, 'outcome' | 'staleSeconds' | 'key'>) | null> {
    const release = `${record.name}@${record.version}`;
    const render = async (renderSignal?: AbortSignal) => {
      const rendered = await this.renderRelease(
        record,
        { ...request, now: Date.now() },
        renderSignal,
      );
      return rendered && !rendered.failed ? fill(rendered) : rendered;
    };
    const key = request.previews.length > 0 ? null : `${release} ${keySuffix}`;
    const { page, ...answer } = key
      ? await this.cache.get({ key, release, pathname: request.pathname }, render, signal)
      : await uncached(render(signal));
    return page && { ...page, ...answer, key };
  }

  async renderRefusedPreview(
    pathname: string,
    composition: Composition,
    {
      refusedPreview,
      signal,
      requestId = '',
    }: Omit<Visit, 'previews'> & { refusedPreview: RefusedPreview },
  ): Promise<RenderedPage> {
    const request = {
      pathname,
      search: '',
      owned: false,
      suggestion: null,
      previews: [],
      refusedPreview,
      site: composition.site,
      menu: composition.menu,
      requestId,
      now: Date.now(),
    };
    const page = await this.renderFrame(request, signal);
    return {
      ...page,
      status: refusalStatus[refusedPreview.why],
      outcome: 'miss',
      staleSeconds: null,
      mode: page.html ? 'full' : 'frame',
      key: null,
      owner: null,
      refusedPreview,
    };
  }

  private async renderUnknown(
    composition: Composition,
    suggestion: string | null,
    { previews = [], signal, requestId = '' }: Visit,
  ): Promise<RenderedPage> {
    const request = {
      pathname: UNKNOWN_PATH,
      search: '',
      owned: false,
      suggestion,
      previews,
      site: composition.site,
      menu: composition.menu,
      requestId,
    };
    const render = (renderSignal?: AbortSignal) =>
      this.renderFrame({ ...request, now: Date.now() }, renderSignal);
    const key = `${FRAME} ${composition.frameKey} ${suggestion ?? ''}`;
    const { page, ...answer } =
      previews.length > 0
        ? await uncached(render(signal))
        : await this.cache.get({ key, release: FRAME, pathname: UNKNOWN_PATH }, render, signal);
    return {
      ...(page ?? { ...EMPTY, renderedAt: Date.now() }),
      ...answer,
      status: 404,
      mode: page?.html ? 'full' : 'frame',
      key: null, // the head differs by path
      owner: null,
    };
  }

  /** Renders the frame alone; returns an empty page if overloaded. */
  private async renderFrame(request: RenderRequest, signal?: AbortSignal): Promise<DatedPage> {
    try {
      return {
        ...(await inSpan('render', { 'carry.release': FRAME }, () =>
          this.pools.live.render({ key: FRAME, code: async () => null }, request, signal),
        )),
        renderedAt: request.now,
      };
    } catch (error) {
      this.log(
        `${request.pathname}: sent without HTML, the browser renders it: ${(error as Error).message}`,
      );
      return { ...EMPTY, status: 200, renderedAt: request.now };
    }
  }

  private async renderDev(
    local: LocalRemote,
    undated: Omit<RenderRequest, 'now'>,
    signal?: AbortSignal,
  ): Promise<(DatedPage & Pick<RenderedPage, 'styles' | 'outcome' | 'staleSeconds'>) | null> {
    try {
      const { key, code, styles } = await this.readDevBuild(local);
      const request = { ...undated, now: Date.now() };
      const release = { pool: 'preview', key, code: async () => code } as const;
      const page = await this.renderCode(release, request, signal);
      return { ...page, styles, outcome: 'miss', staleSeconds: null };
    } catch (error) {
      const [message] = (error as Error).message.split('\n');
      this.log(`${undated.pathname}: rendered without ${local.ref.name}: ${message}`);
      return null;
    }
  }

  /** Renders a slot with its remote's release. Returns a failed page if the release throws, null if it is late or cannot be rendered. */
  private async renderSlot(
    { remote, slot, props }: SlotMark,
    request: Omit<RenderRequest, 'now'>,
    composition: Composition,
  ): Promise<(DatedPage & { version: string }) | null> {
    const record = composition.records.get(remote);
    if (!record) return null;
    if (props.length > MAX_PROPS) {
      const { name, version } = composition.owner(request.pathname)?.release ?? record;
      const shownSlot = `${name}@${version} ${remote}.${slot}`;
      if (!this.loggedLargeSlots.has(shownSlot))
        this.log(
          `${request.pathname}: slot ${remote}.${slot} is left to the browser; its props have ${props.length} characters, more than ${MAX_PROPS}`,
        );
      this.loggedLargeSlots.set(shownSlot, true);
      return null;
    }
    const rendering = this.renderRelease(record, { ...request, now: Date.now() });
    const late = sleep(SLOT_BUDGET_MS, null, { ref: false }); // the render goes on, so that its release is judged
    const page = await Promise.race([rendering, late]);
    return page && { ...page, version: record.version };
  }

  private async renderCode(
    {
      pool,
      ...release
    }: { pool: 'live' | 'preview'; key: string; code: () => Promise<ReleaseCode | null> },
    request: RenderRequest,
    signal?: AbortSignal,
  ): Promise<DatedPage> {
    const rendered = await inSpan('render', { 'carry.release': release.key }, () =>
      this.pools[pool].render(release, request, signal),
    );
    const html = dropEmotionSheets(rendered.html);
    return { ...rendered, html, inlineStyles: hashInlineStyles(html), renderedAt: request.now };
  }

  /** Returns a failed page if the release is to blame, null if another cause prevented the render. */
  private async renderRelease(
    { name, version }: ReleaseRecord,
    request: RenderRequest,
    signal?: AbortSignal,
  ): Promise<DatedPage | null> {
    const key = `${name}@${version}`;
    const { slot } = request;
    const about = { page: printTriedPage(request), judged: request.judged };
    const what = slot ? `the slot ${slot.name} of ${key}` : key;
    const started = performance.now();
    const pool = request.judged ? 'live' : 'preview';
    try {
      const code = () => readServerCode(this.files, name, version);
      const page = await this.renderCode({ pool, key, code }, request, signal);
      this.onRender(name, version, { ms: page.renderMs, ...about });
      return page;
    } catch (error) {
      const [message = ''] = (error as Error).message.split('\n');
      this.log(`${request.pathname}: rendered without ${what}: ${message}`);
      if (error instanceof NotRendered) return null;
      this.onRender(name, version, { ms: performance.now() - started, ...about, error: message });
      return { ...EMPTY, status: 200, renderedAt: request.now, failed: true };
    }
  }
}

/** Returns the releases and flags of the remotes whose slots a release shows, for the cache key. */
const describeProviders = (
  record: ReleaseRecord | null | undefined,
  { records }: Composition,
  flags: RemoteFlags = {},
): string => {
  const remotes = new Set(record?.consumes?.map((slot) => slot.split('.')[0] ?? ''));
  return [...remotes]
    .map((name) => ` ${name}@${records.get(name)?.version} ${JSON.stringify(flags[name] ?? {})}`)
    .join('');
};

const uncached = async (page: Promise<DatedPage | null>): Promise<Answer> => ({
  page: await page,
  outcome: 'miss',
  staleSeconds: null,
});

/** Returns the declared part of a query, normalized; all of it without a declaration. */
function readQuery(search: string, names: readonly string[] | undefined): string {
  if (!names) return search;
  const params = new URLSearchParams(search);
  const declared = new URLSearchParams(
    names.flatMap((name) => params.getAll(name).map((value) => [name, value])),
  );
  return declared.size > 0 ? `?${declared}` : '';
}
