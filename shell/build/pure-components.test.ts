import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error a loader is plain JavaScript
import withoutFramework from './pure-components.mjs';
import { productionRouter } from './router';

const folder = path.dirname(productionRouter.alias['react-router$']);
const source = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .find((text) => text.includes('function RSCErrorHandler(')) as string;

test.each([
  ['links prefetch', /= usePrefetchBehavior\(/, /= \[false, null, \{\}\];/],
  ['links name what they prefetch', /createElement\(PrefetchPageLinks\b/, /^ {4}return link;$/m],
  ['errors of server components', /createElement\(RSCErrorHandler\b/, /;\s*return result;/],
  [
    'data in the window',
    / = parseHydrationData\(\)|\|\| parseHydrationData\(\)/,
    /hydrationData: opts\?\.hydrationData,/,
  ],
])('what only a framework gives is asked for no more: %s', (_, asks, instead) => {
  const left: string = withoutFramework(source);
  expect(source).toMatch(asks);
  expect(left).not.toMatch(asks);
  expect(left).toMatch(instead);
});
