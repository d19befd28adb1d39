import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ownServes } from '@carry/releases';
import { build } from '@carry/releases/testing';
import { rspack } from '@rsbuild/core';
import { expect, test } from 'vitest';
import { assertFits } from './check';

const site = {
  serves: ownServes(),
  owners: { 'mf-help': { paths: ['/help'] } },
  live: [],
};

/** Builds a remote whose page is this module, with the source map of its server bundle. */
function buildPage(source: string, manifest: object = {}): string {
  const { code, map = '' } = rspack.experiments.swc.transformSync(source, {
    filename: '../../src/routes/help.tsx',
    sourceMaps: true,
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  });
  const dist = build({
    name: 'mf-help',
    server: code,
    manifest: { routes: { help: [] }, ...manifest },
  });
  const maps = path.join(dist, 'maps/server');
  mkdirSync(maps, { recursive: true });
  writeFileSync(path.join(maps, 'remote.cjs.map.gz'), gzipSync(map));
  return dist;
}

const page = (
  route: string,
  before = '',
) => `import { Await, data, useLoaderData } from 'react-router-dom';
import { Suspense } from 'react';
${before}
const load = async (shell) => (${route});
export default { contractVersion: 2, createRoutes: (shell) => [{ children: [{ id: 'help', path: '/help/:topic', lazy: () => load(shell) }] }] };
`;

const check = (route: string, before?: string) =>
  assertFits('mf-help', buildPage(page(route, before)), site);

test.each<[what: string, route: string, name: string, before?: string]>([
  ['a page of the browser', '{ Component: () => <h1>{window.innerWidth}</h1> }', 'window'],
  [
    'a part of a page behind a fallback',
    '{ Component: () => <Suspense><Part /></Suspense> }',
    'document',
    'const Part = () => <p>{document.title}</p>;',
  ],
  ['a loader', '{ loader: () => ({ hash: location.hash }), Component: () => null }', 'location'],
])('refuses %s with its line', async (_, route, name, before) => {
  const line = before ? 3 : 4;
  await expect(check(route, before)).rejects.toThrow(
    new RegExp(
      `^mf-help: its page /help/1 cannot be rendered on the server \\(${name} is not defined\\); the server has no ${name}: use it in an effect .* \\(src/routes/help\\.tsx:${line}:\\d+\\)$`,
    ),
  );
});

const slotPage = (parts: string) =>
  `import { Link } from 'react-router-dom';
export default {
  contractVersion: 2,
  createRoutes: () => [{ id: 'help', path: '/help', Component: () => null }],
  slots: { tip: async (shell) => (${parts}) },
};
`;
const checkSlot = (parts: string) =>
  assertFits('mf-help', buildPage(slotPage(parts), { slots: { tip: [] } }), site);

test.each([
  '{ Component: () => <p>{window.innerWidth}</p> }',
  '{ load: async () => location.hash, Component: () => null }',
])('refuses a slot of the browser: %s', async (parts) => {
  await expect(checkSlot(parts)).rejects.toThrow(
    /^mf-help: its slot tip cannot be rendered on the server \(\w+ is not defined\); the server has no \w+: use it in an effect .* \(src\/routes\/help\.tsx:5:\d+\)$/,
  );
});

test.each([
  "{ load: () => shell.api.get('/tips'), Component: ({ data }) => <p>{data.text}</p> }",
  "{ Component: ({ props }) => <Link to={'/help/' + props.topic.toLowerCase()}>Tip</Link> }",
  '{ Component: () => <Link to="/help">Tip</Link> }',
])('accepts a slot that needs a page: %s', async (parts) => {
  await expect(checkSlot(parts)).resolves.toBeUndefined();
});

test('refuses a page that fails only without its optional parameter', async () => {
  const source = page(
    '{ Component: () => useParams().topic ?? document.title }',
    "import { useParams } from 'react-router-dom';",
  ).replace('/:topic', '/:topic?');
  await expect(assertFits('mf-help', buildPage(source), site)).rejects.toThrow(
    /its page \/help cannot be rendered on the server \(document is not defined\)/,
  );
});

test('refuses a route that the server cannot load', async () => {
  await expect(check('(() => { navigator.language; return {}; })()')).rejects.toThrow(
    /its route help cannot be loaded \(navigator is not defined\); the server has no navigator: .* import\(\) .* \(src\/routes\/help\.tsx:4:\d+\)$/,
  );
});

test('refuses a bundle that the server cannot evaluate', async () => {
  await expect(check('{ Component: () => null }', 'localStorage.clear();')).rejects.toThrow(
    /cannot be evaluated \(localStorage is not defined\); the server has no localStorage: .* \(src\/routes\/help\.tsx:3:\d+\)$/,
  );
});

test.each<[what: string, route: string, before?: string]>([
  [
    'a page that reads data',
    "{ loader: () => ({ name: 'Aim' }), Component: () => <h1>{useLoaderData().name}</h1> }",
  ],
  [
    'a page whose calls fail',
    "{ loader: () => fetch('/api/coaches/'), Component: () => <h1>{useLoaderData().name}</h1> }",
  ],
  [
    'a page without an entry for the sample',
    '{ loader: () => { throw data(null, { status: 404 }); }, Component: () => null }',
  ],
  [
    'a response that the page throws',
    "{ loader: () => { throw new Response('gone', { status: 410 }); }, Component: () => null }",
  ],
  [
    'a part that waits for a failed call',
    "{ loader: () => ({ reviews: shell.api.get('/reviews') }), Component: Reviews }",
    'const Reviews = () => <Suspense><Await resolve={useLoaderData().reviews}>{String}</Await></Suspense>;',
  ],
  [
    'a page that waits for a failed call',
    "{ loader: () => ({ reviews: shell.api.get('/reviews') }), Component: Reviews }",
    'const Reviews = () => <Await resolve={useLoaderData().reviews}>{String}</Await>;',
  ],
  ['a redirect', "{ loader: () => Response.redirect('https://site.invalid/help/2') }"],
])('accepts %s', async (_, route, before = '') => {
  await expect(check(route, before)).resolves.toBeUndefined();
});
