import { expect, test } from 'vitest';
import { sections } from './sections';

test('splits at second-level headings and keeps the preamble', () => {
  expect(sections('Before.\n\n## One\n\nText.\n\n### Part\n\n## Two\n')).toEqual([
    'Before.\n\n',
    '## One\n\nText.\n\n### Part\n\n',
    '## Two\n',
  ]);
});

test('loses no text and keeps unheaded text whole', () => {
  const text = Array.from(
    { length: 50 },
    (_, index) => `## Section ${index}\n\n${'word '.repeat(100)}\n\n`,
  ).join('');
  expect(sections(text)).toHaveLength(50);
  expect(sections(text).join('')).toBe(text);
  expect(sections('Only words, and a ## in a line.')).toEqual(['Only words, and a ## in a line.']);
  expect(sections(' \n')).toEqual([]);
});
