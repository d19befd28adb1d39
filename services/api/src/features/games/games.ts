export const games: ReadonlyMap<string, string> = new Map([
  ['cs2', 'Counter-Strike 2'],
  ['valorant', 'Valorant'],
  ['lol', 'League of Legends'],
  ['dota2', 'Dota 2'],
  ['fortnite', 'Fortnite'],
]);
