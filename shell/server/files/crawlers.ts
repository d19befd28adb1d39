import type { SiteConfig } from '@carry/contracts/shell';

/** robots.txt: everything may be fetched; private pages say noindex themselves. */
export const robots = ({ url }: Pick<SiteConfig, 'url'>) =>
  `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`;

/** sitemap.xml with the paths that the live releases name. */
export const sitemap = ({ url }: Pick<SiteConfig, 'url'>, paths: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...new Set(paths),
  ]
    .map((path) => `<url><loc>${url}${path}</loc></url>`)
    .join('')}</urlset>`;
