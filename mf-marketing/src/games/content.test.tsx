import { expect, test } from 'vitest';
import { blurbs, coached, landing, struggles } from './content';
import { games } from './games';
import { scene } from './scenes';

test('each game has words and a drawing of its own', () => {
  const of = games.map(({ id }) => [
    blurbs[id],
    landing[id].headline,
    landing[id].tagline,
    scene(id).srcSet,
  ]);
  for (const column of [0, 1, 2, 3])
    expect(new Set(of.map((words) => words[column])).size).toBe(games.length);
});

test('the two games that have a coach, and the four bullets, are the specification’s', () => {
  expect([...coached].sort()).toEqual(['cs2', 'valorant']);
  expect(struggles).toHaveLength(4);
});
