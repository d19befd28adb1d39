import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { getMapPath, locator } from './source-maps';

test.each([
  [['webpack://a/./page.ts'], 'dist/web/page.ts:1:1'],
  [[null], 'web/page.js:1:6'],
  [[], 'web/page.js:1:6'],
])('names a place by its source if a map has one: %j', async (sources, place) => {
  const map = gzipSync(JSON.stringify({ version: 3, sources, mappings: 'AAAA,I' }));
  const locate = await locator('web/page.js', new Map([[getMapPath('web/page.js'), map]]));
  expect(locate(1, 6)).toBe(place);
});
