export interface Game {
  id: 'cs2' | 'valorant' | 'lol' | 'dota2' | 'fortnite';
  name: string;
}

/** The games offered, in the order of the selector and the grid. */
export const games: readonly Game[] = [
  { id: 'cs2', name: 'Counter-Strike 2' },
  { id: 'valorant', name: 'Valorant' },
  { id: 'lol', name: 'League of Legends' },
  { id: 'dota2', name: 'Dota 2' },
  { id: 'fortnite', name: 'Fortnite' },
];
