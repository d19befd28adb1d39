import type { ActivePreview, Boot } from '../universal/boot';
import { notFoundHead } from '../universal/head/head-tags';
import type { Composition } from './composition';
import type { ServerConfig } from './config';
import { criticalFiles, printDocument } from './document';
import type { ReportReceiver } from './health/reports';
import type { RenderedPage } from './page-renderer';
import type { PageStyles } from './page-styles';
import type { ReleaseSet } from './releases/release-set';
import type { ShellAssets } from './shell-assets';

/** One page for one visitor. */
export interface PageView {
  page: RenderedPage;
  pathname: string;
  composition: Composition;
  previews: ActivePreview[];
  nonce: string;
  requestId: string;
}

interface PrintParts {
  config: ServerConfig;
  releases: ReleaseSet;
  reports: ReportReceiver;
  shell: ShellAssets;
  styles: PageStyles;
}

export const headOf = ({ page, pathname, composition: { site, menu } }: PageView) =>
  page.owner ? page.head : notFoundHead(site, pathname, menu.head);

/** The whole document of a page, with what its browser needs to know, and the texts of the style sheets in it. */
export async function printPage(
  view: PageView,
  parts: PrintParts,
): Promise<{ html: string; sheets: string[] }> {
  const { nonce, composition } = view;
  const { config, shell } = parts;
  const own = await filesOf(view, parts);
  const boot = bootOf(view, parts); // last, because it tells the time
  const html = printDocument({
    assets: shell,
    nonce,
    scriptOrigins: [...boot.scriptOrigins, ...composition.local],
    development: config.development,
    head: headOf(view),
    html: view.page.html,
    boot,
    ...own,
  });
  const sheets = [...shell.styles, ...own.styles].flatMap(({ css }) => css ?? []);
  return { html, sheets };
}

/** What a page needs of its remote at once. */
async function filesOf({ page, composition }: PageView, { styles }: PrintParts) {
  const record = page.owner && composition.records.get(page.owner.ref.name);
  const all =
    record && page.owner ? criticalFiles(record, page.owner.pattern, composition.site) : [];
  const isStyle = ({ href }: { href: string }) => href.endsWith('.css');
  const styled = page.mode === 'full';
  const sheets = all.filter(isStyle).map(async (sheet) => ({
    ...sheet,
    css: record && styled ? await styles.of(record, sheet.file, sheet.href) : null,
  }));
  return {
    files: all.filter((file) => !isStyle(file)),
    styles: await Promise.all(sheets),
    styled,
  };
}

function bootOf(
  { page, pathname, composition, previews, requestId }: PageView,
  { config, releases, reports }: PrintParts,
): Boot {
  const sampled = releases.hasCanary() || Math.random() < config.reportShare;
  return {
    site: composition.site,
    apiUrl: config.apiUrl,
    request: { id: requestId, toApi: config.apiRequestIds },
    own: page.owner?.ref ?? null,
    composition: {
      url: `/_shell/composition/${composition.id}.json`,
      integrity: composition.integrity,
    },
    previews,
    menu: composition.menu,
    session: composition.session,
    scriptOrigins: [...composition.thirdParties.scripts],
    suggestion: page.owner ? null : composition.suggest(pathname),
    rendered: page.mode,
    hydration: { loaderData: page.loaderData },
    now: Date.now(),
    renderedAt: page.renderedAt,
    local: composition.local,
    view: sampled ? reports.newView() : null,
    inspector: config.previews !== 'off',
  };
}
