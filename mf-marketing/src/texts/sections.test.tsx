import { expect, test } from 'vitest';
import { sections } from './sections';

test('each heading of the second level begins a section; what stands before the first is one, too', () => {
  expect(sections('Before.\n\n## One\n\nText.\n\n### Part\n\n## Two\n')).toEqual([
    'Before.\n\n',
    '## One\n\nText.\n\n### Part\n\n',
    '## Two\n',
  ]);
});

test('nothing is lost, and a text without headings is one section', () => {
  const text = Array.from(
    { length: 50 },
    (_, index) => `## Section ${index}\n\n${'word '.repeat(100)}\n\n`,
  ).join('');
  expect(sections(text)).toHaveLength(50);
  expect(sections(text).join('')).toBe(text);
  expect(sections('Only words, and a ## in a line.')).toEqual(['Only words, and a ## in a line.']);
  expect(sections(' \n')).toEqual([]);
});
