import { expect, test } from 'vitest';
import { blurbs, landing, struggles } from './content';
import { featuredGames, games } from './games';
import { scene } from './scenes';

test('gives each game its own texts and drawing', () => {
  const of = games.map(({ id }) => [
    blurbs[id],
    landing[id].headline,
    landing[id].tagline,
    scene(id).srcSet,
  ]);
  for (const column of [0, 1, 2, 3])
    expect(new Set(of.map((words) => words[column])).size).toBe(games.length);
});

test('matches the specification: two coached games, four bullets', () => {
  expect([...featuredGames({ settings: {} })].sort()).toEqual(['cs2', 'valorant']);
  expect(struggles).toHaveLength(4);
});
