import type { ActivePreview, Boot } from '../universal/boot';
import { notFoundHead } from '../universal/head/head-tags';
import type { Composition } from './composition';
import type { ServerConfig } from './config';
import { criticalFiles, printDocument } from './document';
import type { ReportReceiver } from './health/reports';
import type { RenderedPage } from './page-renderer';
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
}

export const headOf = ({ page, pathname, composition: { site, menu } }: PageView) =>
  page.owner ? page.head : notFoundHead(site, pathname, menu.head);

/** The whole document of a page, with what its browser needs to know. */
export function printPage(view: PageView, parts: PrintParts): string {
  const { page, composition, nonce } = view;
  const { config, shell } = parts;
  const boot = bootOf(view, parts);
  const record = page.owner && composition.records.get(page.owner.ref.name);
  return printDocument({
    assets: shell,
    nonce,
    scriptOrigins: [...boot.scriptOrigins, ...composition.local],
    development: config.development,
    head: headOf(view),
    html: page.html,
    boot,
    files: record && page.owner ? criticalFiles(record, page.owner.pattern, composition.site) : [],
  });
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
