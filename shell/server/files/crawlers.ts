import type { SiteConfig } from '@carry/contracts/shell';

/** Returns robots.txt. It allows everything; private pages carry noindex. */
export const robots = ({ url }: Pick<SiteConfig, 'url'>) =>
  `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`;

export const sitemap = ({ url }: Pick<SiteConfig, 'url'>, paths: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    ...new Set(paths),
  ]
    .map((path) => `<url><loc>${url}${path}</loc></url>`)
    .join('')}</urlset>`;
