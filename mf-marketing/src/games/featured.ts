import type { SiteConfig } from '@carry/remote-kit';

const DEFAULT_GAMES = 'cs2 valorant';

/** Ids of the games whose pages show the featured coach: a setting of the site. */
export const featuredGames = ({ settings }: Pick<SiteConfig, 'settings'>): ReadonlySet<string> =>
  new Set((settings['featuredGames'] ?? DEFAULT_GAMES).split(/\s+/));
