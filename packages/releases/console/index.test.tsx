import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('lets no browser translate the page that React updates', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'index.html'), 'utf8');
  const page = new DOMParser().parseFromString(source, 'text/html');
  expect(page.documentElement.getAttribute('translate')).toBe('no');
  expect(page.querySelector('meta[name=google]')?.getAttribute('content')).toBe('notranslate');
});
