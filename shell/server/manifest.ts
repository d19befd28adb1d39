import type { SiteConfig } from '@carry/contracts/shell';
import { themeColors } from '../universal/theme';

/** The web app manifest: what a device shows when the site is put on its home screen. */
export const manifest = ({ name }: SiteConfig) => ({
  name,
  short_name: name,
  start_url: '/',
  display: 'minimal-ui',
  background_color: themeColors.dark,
  theme_color: themeColors.dark,
  icons: [
    { src: '/assets/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/assets/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
});
