import { expect, it } from 'vitest';
import { LOCALE, OPEN_GRAPH_LOCALE } from './locale';

it('has one language for pages and Open Graph', () => {
  const { language, region } = new Intl.Locale(LOCALE).maximize();
  expect(OPEN_GRAPH_LOCALE).toBe(`${language}_${region}`);
});
