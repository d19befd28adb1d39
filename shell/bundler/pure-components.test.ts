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
const left: string = withoutUnused(source);

test.each([
  ['links prefetch', /= usePrefetchBehavior\(/, /= \[false, null, \{\}\];/],
  ['links name what they prefetch', /createElement\(PrefetchPageLinks\b/, /^ {4}return link;$/m],
  ['errors of server components', /createElement\(RSCErrorHandler\b/, /;\s*return result;/],
  ['digests of such errors', /this\.context && typeof error/, /false && typeof error/],
  [
    'data in the window',
    / = parseHydrationData\(\)|\|\| parseHydrationData\(\)/,
    /hydrationData: opts\?\.hydrationData,/,
  ],
])('what only a framework gives is asked for no more: %s', (_, asks, instead) => {
  expect(source).toMatch(asks);
  expect(left).not.toMatch(asks);
  expect(left).toMatch(instead);
});

test('navigations are not measured', () => {
  const part = /if \(init\.instrumentations\)/;
  expect(source).toMatch(part);
  expect(left).not.toMatch(part);
});

test('developers are not warned', () => {
  const call = /^ *(?:warning|warnOnce)\(/gm;
  expect(source.match(call)?.length).toBeGreaterThan(20);
  expect(left).not.toMatch(call);
});

/** A walk through what the shell uses of a router: every state it was in. */
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
      patchRoutesOnNavigation: ({ path: wanted, patch }) => {
        if (wanted === '/late')
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

test('a router without those parts goes through the same states as one with them', async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'carry-router-'));
  const near = createRequire(path.join(folder, 'index.mjs'));
  const load = async (name: string, text: string): Promise<typeof ReactRouter> => {
    const file = path.join(temporary, name);
    const found = (_: string, request: string) =>
      `from "${pathToFileURL(near.resolve(request)).href}"`;
    writeFileSync(file, text.replace(/from "([a-z][^"]*)"/g, found));
    return import(/* @vite-ignore */ pathToFileURL(file).href);
  };
  try {
    const states = await walk(await load('left.mjs', left));
    expect(states).toEqual(await walk(await load('whole.mjs', source)));
    expect(states.length).toBeGreaterThan(20);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
