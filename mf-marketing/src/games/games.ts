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
