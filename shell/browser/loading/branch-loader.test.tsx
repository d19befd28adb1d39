import { CONTRACT_VERSION, type RemoteModule } from '@carry/contracts/shell';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteError } from '../../universal/failures/remote-error';
import type { ReleaseRef } from '../../universal/page/boot';
import { createBranchLoader } from './branch-loader';
import type { RemoteLoader } from './federation';
import type { RouteIndex } from './route-index';

const release: ReleaseRef = {
  name: 'mf-a',
  version: '1.0.0-0123456789ab',
  entry: '/remotes/mf-a/1.0.0-0123456789ab/web/remoteEntry.js',
  integrity: 'sha384-right',
  expose: [],
  routes: [{ id: 'a', path: '/a', files: [] }],
} as unknown as ReleaseRef;
const owner = { release, pattern: '/a' };
const index = {
  lookup: () => owner,
  find: async () => owner,
  needsDocument: () => false,
  isStale: async () => false,
} as unknown as RouteIndex;
const reports = { used: vi.fn(), failed: vi.fn() };

beforeEach(() => void vi.stubGlobal('fetch', async () => new Response()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const shell = {
  ...createFakeShell().shell,
  remote: { name: release.name, version: release.version },
};
const createLoader = (load: () => Promise<unknown>, routes = index) =>
  createBranchLoader({
    index: routes,
    loader: { load, forget: vi.fn() } as unknown as RemoteLoader,
    shellFor: () => shell,
    reporter: reports,
    getHash: () => '#reviews',
  });
const remote = (routes: () => unknown): RemoteModule =>
  ({ contractVersion: CONTRACT_VERSION, createRoutes: routes }) as unknown as RemoteModule;
const boom = () => {
  throw new Error('boom');
};

test.each<[string, string, () => Promise<unknown>]>([
  ['throws while it is imported', 'routes', async () => boom()],
  ['has the wrong shape', 'routes', async () => ({ contractVersion: CONTRACT_VERSION })],
  ['is built for another contract', 'contract', async () => ({ contractVersion: 99 })],
  ['throws in createRoutes', 'routes', async () => remote(boom)],
  ['returns no routes', 'routes', async () => remote(() => undefined)],
  [
    'throws later, in a lazy route',
    'routes',
    async () => remote(() => [{ id: 'a', path: '/a', lazy: async () => boom() }]),
  ],
  [
    'has a lazy route without exports',
    'routes',
    async () => remote(() => [{ id: 'a', path: '/a', lazy: async () => undefined }]),
  ],
])('names and reports a remote that %s', { tags: ['@fault-A9'] }, async (_, phase, load) => {
  const error = await createLoader(load)
    .loadBranch('/a')
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RemoteError);
  expect(error).toMatchObject({ remote: 'mf-a', phase });
  expect((error as Error).message).toMatch(/^mf-a failed \(\w+\): ./);
  expect(reports.failed.mock.calls).toEqual([['load', release, { phase, route: '/a' }]]);
  expect(reports.used).not.toHaveBeenCalled();
});

test('loads a remote again for each try, and keeps the first success', {
  tags: ['@fault-A7'],
}, async () => {
  let isDown = true;
  const lazy = vi.fn(async () => (isDown ? boom() : { Component: () => null }));
  const load = vi.fn(async () => remote(() => [{ id: 'a', path: '/a', lazy }]));
  const loader = createLoader(load);
  for (let press = 1; press <= 5; press++) {
    await loader.forget('/a');
    await expect(loader.loadBranch('/a')).rejects.toThrow('boom');
    expect([load.mock.calls.length, lazy.mock.calls.length]).toEqual([press, press]);
  }
  isDown = false;
  const branch = await loader.loadBranch('/a');
  expect(branch?.children?.[0]).toMatchObject({ id: 'mf-a/a', Component: expect.any(Function) });
  expect(await loader.loadBranch('/a')).toBe(branch);
  expect(load).toHaveBeenCalledTimes(6);
});

test('keeps the page when a document is needed while offline', {
  tags: ['@fault-A15'],
}, async () => {
  const needsDocument = { ...index, needsDocument: () => true };
  const { loader } = (await createLoader(boom, needsDocument).loadBranch('/a')) as RouteObject;
  const request = new Request('http://localhost/a?b=1');
  const open = () => (loader as LoaderFunction)({ request } as LoaderFunctionArgs, {});
  vi.stubGlobal('navigator', { onLine: false });
  expect(open).toThrow('mf-a failed (entry): offline');
  vi.stubGlobal('navigator', { onLine: true });
  const response = (await open()) as Response;
  expect(response.headers.get('location')).toBe('http://localhost/a?b=1#reviews');
});
