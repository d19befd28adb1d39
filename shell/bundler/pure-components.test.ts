import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as ReactRouter from 'react-router';
import { expect, test } from 'vitest';
// @ts-expect-error a loader is plain JavaScript
import withoutUnused from './pure-components.mjs';
import { productionRouter } from './router';

const folder = path.dirname(productionRouter.alias['react-router$']);
const source = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .find((text) => text.includes('function RSCErrorHandler(')) as string;
const stripped: string = withoutUnused(source);

test.each([
  ['prefetching links', /= usePrefetchBehavior\(/, /= \[false, null, \{\}\];/],
  ['prefetch elements', /createElement\(PrefetchPageLinks\b/, /^ {4}return link;$/m],
  ['RSC errors', /createElement\(RSCErrorHandler\b/, /;\s*return result;/],
  ['RSC error digests', /this\.context && typeof error/, /false && typeof error/],
  [
    'hydration data in window',
    / = parseHydrationData\(\)|\|\| parseHydrationData\(\)/,
    /hydrationData: opts\?\.hydrationData,/,
  ],
])('removes framework mode: %s', (_, pattern, replacement) => {
  expect(source).toMatch(pattern);
  expect(stripped).not.toMatch(pattern);
  expect(stripped).toMatch(replacement);
});

test.each([
  ['routes for another location', /if \(locationArg\)|locationArg && renderedMatches/],
  ['static handlers', /= isStaticHandler \?|if \(!isStaticHandler\)/],
])('removes %s', (_, pattern) => {
  expect(source.match(new RegExp(pattern, 'g'))).toHaveLength(2);
  expect(stripped).not.toMatch(pattern);
});

test('removes instrumentation', () => {
  const part = /if \(init\.instrumentations\)/;
  expect(source).toMatch(part);
  expect(stripped).not.toMatch(part);
});

test('reads useOptimistic as a property of React', () => {
  const read = /= React\d*\[USE_OPTIMISTIC\]/;
  expect(source).toMatch(read);
  expect(stripped).not.toMatch(read);
  expect(stripped).toMatch(/= React\d*\.useOptimistic;/);
});

test('removes developer warnings', () => {
  const call = /^ *(?:warning|warnOnce)\(/gm;
  expect(source.match(call)?.length).toBeGreaterThan(20);
  expect(stripped).not.toMatch(call);
});

async function walk({ createMemoryRouter, redirect }: typeof ReactRouter): Promise<unknown[]> {
  let loads = 0;
  const router = createMemoryRouter(
    [
      {
        id: 'frame',
        path: '/',
        loader: () => ++loads,
        children: [
          { id: 'home', index: true, loader: () => 'home' },
          { id: 'old', path: 'old', loader: () => redirect('/new?from=old') },
          { id: 'new', path: 'new', loader: ({ request }) => request.url },
          {
            id: 'broken',
            path: 'broken',
            hasErrorBoundary: true,
            loader: () => Promise.reject(new Error('broken')),
          },
          { id: 'slow', path: 'slow', loader: ({ request }) => aborted(request.signal) },
        ],
      },
    ],
    {
      patchRoutesOnNavigation: ({ path: target, patch }) => {
        if (target === '/late')
          patch('frame', [{ id: 'late', path: 'late', loader: () => 'late' }]);
      },
    },
  );
  const seen: unknown[] = [];
  router.subscribe(({ location, navigation, matches, loaderData, errors, revalidation }) => {
    const { pathname, search, state } = location;
    const ids = matches.map(({ route }) => route.id);
    const failed = Object.entries(errors ?? {}).map(([id, error]) => [id, String(error)]);
    seen.push({ pathname, search, state, ids, loaderData, failed, revalidation });
    seen.push([navigation.state, navigation.location?.pathname]);
  });
  await router.navigate('/new', { state: 'given' });
  await router.navigate('/old');
  await router.navigate('/late', { replace: true });
  await router.revalidate();
  await router.navigate('/broken');
  await router.navigate(-1);
  void router.navigate('/slow');
  await router.navigate('/new#part');
  await router.navigate('/nowhere');
  router.dispose();
  return [...seen, loads];
}
const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

test('behaves like the complete router', async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'carry-router-'));
  const near = createRequire(path.join(folder, 'index.mjs'));
  const load = async (name: string, text: string): Promise<typeof ReactRouter> => {
    const file = path.join(temporary, name);
    const resolveImport = (_: string, request: string) =>
      `from "${pathToFileURL(near.resolve(request)).href}"`;
    writeFileSync(file, text.replace(/from "([a-z][^"]*)"/g, resolveImport));
    return import(/* @vite-ignore */ pathToFileURL(file).href);
  };
  try {
    const states = await walk(await load('stripped.mjs', stripped));
    expect(states).toEqual(await walk(await load('whole.mjs', source)));
    expect(states.length).toBeGreaterThan(20);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
