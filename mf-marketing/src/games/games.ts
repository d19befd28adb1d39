import type { SiteConfig } from '@carry/remote-kit';

export interface Game {
  id: 'cs2' | 'valorant' | 'lol' | 'dota2' | 'fortnite';
  name: string;
}

export const games: readonly Game[] = [
  { id: 'cs2', name: 'Counter-Strike 2' },
  { id: 'valorant', name: 'Valorant' },
  { id: 'lol', name: 'League of Legends' },
  { id: 'dota2', name: 'Dota 2' },
  { id: 'fortnite', name: 'Fortnite' },
];

const DEFAULT_GAMES = 'cs2 valorant';

/** Ids of the games whose pages show the featured coach: a setting of the site. */
export const featuredGames = ({ settings }: Pick<SiteConfig, 'settings'>): ReadonlySet<string> =>
  new Set((settings['featuredGames'] ?? DEFAULT_GAMES).split(/\s+/));
