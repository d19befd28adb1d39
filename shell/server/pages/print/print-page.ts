import type { ReleaseRecord } from '@carry/contracts/release';
import { LRUCache } from 'lru-cache';
import { headElements, notFoundHead } from '../../../universal/head/head-tags';
import type {
  Boot,
  OpenedPreview,
  ReleaseRef,
  RemoteFlags,
  Visit,
} from '../../../universal/page/boot';
import type { Composition } from '../../composition/composition';
import type { ServerConfig } from '../../config/config';
import type { PageStyles } from '../../files/page-styles';
import type { ShellAssets } from '../../files/shell-assets';
import { compressPage } from '../compress/compress-page';
import { NONCE_MARK, PageTemplate } from '../compress/page-template';
import type { RenderedPage } from '../render/page-renderer';
import { type CriticalFile, criticalFiles, printDocument, printEnd, slotFiles } from './document';
import { printPreviewLine } from './preview-line';

const MAX_TEMPLATES = 64 * 1024 * 1024;

export interface PageView {
  page: RenderedPage;
  pathname: string;
  search: string;
  composition: Composition;
  previews: OpenedPreview[];
  nonce: string;
  requestId: string;
  flags: RemoteFlags;
  token: string | null;
}

interface PrintParts {
  config: ServerConfig;
  shell: ShellAssets;
  styles: PageStyles;
}

export function createHead({ page, pathname, composition: { site, menu } }: PageView) {
  if (!page.owner && !page.refusedPreview) return notFoundHead(site, pathname, menu.head);
  return page.head.length > 0
    ? page.head
    : headElements(undefined, site, { pathname, fallback: menu.head });
}

interface CachedTemplate {
  loaderData: RenderedPage['loaderData'];
  composition: Composition;
  template: Promise<PageTemplate | null>;
}

export class PagePrinter {
  private readonly parts: PrintParts;
  private readonly templates = new LRUCache<string, CachedTemplate>({ maxSize: MAX_TEMPLATES });

  constructor(parts: PrintParts) {
    this.parts = parts;
  }

  async print(view: PageView, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
    const template = await this.findTemplate(view);
    if (template) return template.render(view.nonce, this.printEndFor(view), encoding);
    const { html, sheets } = await printForAll(view, this.parts);
    return compressPage(html + this.printEndFor(view), sheets, encoding);
  }

  /** Printed last, because it contains the current time. */
  private printEndFor = (view: PageView) => printEnd(createVisit(view, this.parts));

  private findTemplate(view: PageView): Promise<PageTemplate | null> | null {
    const { page, composition, previews } = view;
    if (page.key === null || page.outcome === 'miss' || previews.length > 0) return null;
    const key = `${page.key} ${composition.id}`;
    const cached = this.templates.get(key);
    if (cached?.loaderData === page.loaderData && cached.composition === composition)
      return cached.template;
    const template = this.makeTemplate(view).catch(() => null); // each request reports the error itself
    const entry = { loaderData: page.loaderData, composition, template };
    this.templates.set(key, entry, { size: 1 });
    void template.then((created) => {
      if (created && this.templates.peek(key) === entry)
        this.templates.set(key, entry, { size: created.size });
    });
    return template;
  }

  protected async makeTemplate(view: PageView): Promise<PageTemplate | null> {
    const { html, sheets } = await printForAll({ ...view, nonce: NONCE_MARK }, this.parts);
    return PageTemplate.of(html, sheets);
  }
}

async function printForAll(
  view: PageView,
  parts: PrintParts,
): Promise<{ html: string; sheets: string[] }> {
  const { nonce } = view;
  const { config, shell } = parts;
  const criticalParts = await loadCriticalParts(view, parts);
  const boot = createBoot(view, parts);
  const html = printDocument({
    assets: shell,
    nonce,
    scriptOrigins: boot.scriptOrigins,
    development: config.development,
    head: createHead(view),
    html: view.page.html,
    boot,
    previewLine: printPreviewLine(view),
    ...criticalParts,
  });
  const sheets = [...shell.styles, ...criticalParts.styles].flatMap(({ css }) => css ?? []);
  return { html, sheets };
}

async function loadCriticalParts({ page, composition }: PageView, { styles }: PrintParts) {
  const record = page.owner && composition.records.get(page.owner.ref.name);
  const all =
    record && page.owner ? criticalFiles(record, page.owner.pattern, composition.site) : [];
  const isStyle = ({ href }: { href: string }) => href.endsWith('.css');
  const styled = page.mode === 'full';
  const readSheet = async (owner: ReleaseRecord | null | undefined, sheet: CriticalFile) => ({
    ...sheet,
    css: owner && styled ? await styles.of(owner, sheet.file, sheet.href) : null,
  });
  const sheets = [
    ...all.filter(isStyle).map((sheet) => readSheet(record, sheet)),
    ...(page.slots ?? []).flatMap(({ remote, slot }) => {
      const provider = composition.records.get(remote);
      const files = provider ? slotFiles(provider, slot).filter(isStyle) : [];
      return files.map((sheet) => readSheet(provider, sheet));
    }),
  ];
  const devSheets = (page.styles ?? []).map((href) => ({ href, integrity: '', css: null }));
  return {
    files: all.filter((file) => !isStyle(file)),
    styles: [...uniqueByHref(await Promise.all(sheets)), ...devSheets],
    styled,
    complete: styled && page.complete,
  };
}

const uniqueByHref = <Sheet extends { href: string }>(sheets: Sheet[]): Sheet[] => [
  ...new Map(sheets.map((sheet) => [sheet.href, sheet])).values(),
];

/** Returns the origins of frames that the page's document may show: its own, or those of all pages of its remote. */
export function grantedFrames({ page, composition }: Pick<PageView, 'page' | 'composition'>) {
  const remote = page.owner?.ref.name ?? '';
  const { frames = [] } = composition.getNeeds(remote);
  return composition
    .getFrames(remote)
    .filter((origin) => page.frames?.includes(origin) || frames.includes(origin));
}

/** Returns the release of the page's owner. A page that may show frames has a policy of its own. */
export function ownRelease(view: Pick<PageView, 'page' | 'composition'>): ReleaseRef | null {
  const { ref } = view.page.owner ?? {};
  return ref && grantedFrames(view).length > 0 ? { ...ref, ownDocument: true } : (ref ?? null);
}

function createBoot(view: PageView, { config }: PrintParts): Omit<Boot, keyof Visit> {
  const { page, pathname, composition, previews } = view;
  return {
    site: composition.site,
    apiUrl: config.apiUrl,
    own: ownRelease(view),
    composition: {
      url: `/_shell/composition/${composition.id}.json`,
      integrity: composition.integrity,
    },
    previews,
    refusedPreview: page.refusedPreview ?? null,
    menu: composition.menu,
    session: composition.session,
    scriptOrigins: [...composition.listThirdParties(page.owner?.ref.name ?? '').scripts],
    suggestion: page.owner ? null : composition.suggest(pathname),
    rendered: page.mode,
    hydration: { loaderData: page.loaderData },
    renderedAt: page.renderedAt,
    local: composition.local.length > 0 ? [new URL(config.site.url).origin] : [],
    inspector: config.previews !== 'off',
  };
}

const createVisit = ({ requestId, flags, token }: PageView, { config }: PrintParts): Visit => ({
  request: { id: requestId, toApi: config.apiRequestIds },
  now: Date.now(),
  view: token,
  ...(Object.keys(flags).length > 0 && { flags }),
});
