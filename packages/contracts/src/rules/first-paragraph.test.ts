import { expect, test } from 'vitest';
import { firstParagraph } from './first-paragraph';

test.each([
  ['**Nova** played in _teams_\nfor years.\n\n- Reviews', 'Nova played in teams for years.'],
  ['# Hello\n\nMore', 'Hello'],
  ['> Read [how](/how-it-works) it `works`', 'Read how it works'],
  ['![Me](https://cdn.test/me.png) Aim 2 * 3 * 4', 'Aim 2 * 3 * 4'],
  ['snake_case_stays and 5 < 6', 'snake_case_stays and 5 < 6'],
  ['', ''],
])('extracts the first paragraph of %j as plain text', (markdown, words) => {
  expect(firstParagraph(markdown)).toBe(words);
});

test('shortens a long paragraph between words', () => {
  expect(firstParagraph('Aim and movement', 9)).toBe('Aim and…');
  expect(firstParagraph('Aim and movement', 16)).toBe('Aim and movement');
});
