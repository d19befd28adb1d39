/** The games that a coach can be waited for. */
export const games: ReadonlySet<string> = new Set(['cs2', 'valorant', 'lol', 'dota2', 'fortnite']);
