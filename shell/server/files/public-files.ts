import type { SiteConfig } from '@carry/contracts/shell';
import { themeColors } from '@carry/ui/theme';
import type { Composition } from '../composition/composition';

export const manifest = ({ site }: Pick<Composition, 'site'>) => ({
  name: site.name,
  short_name: site.name,
  start_url: '/',
  display: 'minimal-ui',
  background_color: themeColors.dark,
  theme_color: themeColors.dark,
  icons: [
    { src: '/assets/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/assets/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
});

/** Returns robots.txt. It allows everything; private pages carry noindex. */
export const robots = ({ url }: Pick<SiteConfig, 'url'>) =>
  `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`;
