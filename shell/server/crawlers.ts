import { games } from 'contracts/games';
import { FEATURED_COACH_ID, paths } from 'contracts/paths';
import type { SiteConfig } from 'contracts/shell';

const indexable = [
  paths.home,
  ...games.map(({ id }) => paths.game(id)),
  paths.booking(FEATURED_COACH_ID),
  paths.howItWorks,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.imprint,
];

/** robots.txt: everything may be fetched; private pages say noindex themselves. */
export const robots = ({ url }: SiteConfig) => `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`;

/** sitemap.xml with the pages that may be indexed. */
export const sitemap = ({ url }: SiteConfig) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${indexable
    .map((path) => `<url><loc>${url}${path}</loc></url>`)
    .join('')}</urlset>`;
