import { expect, test } from 'vitest';
import { sections } from './sections';

test.each<[string, string[]]>([
  ['One.', ['One.']],
  ['## One\n\n## Two\n', ['## One\n\n', '## Two\n']],
  ['### Small\n\nNot a ## heading.', ['### Small\n\nNot a ## heading.']],
  ['\n \n', []],
  ['', []],
])('%j: %j', (markdown, parts) => {
  expect(sections(markdown)).toEqual(parts);
});

test('a text is cut at its headings, and nothing of it is lost', () => {
  const markdown = '# Terms\n\nFirst.\n\n## Paying\n\nSecond.\n\n## Leaving\n\nThird.\n';
  const parts = sections(markdown);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join('')).toBe(markdown);
  for (const part of parts.slice(1)) expect(part).toMatch(/^#/);
});
