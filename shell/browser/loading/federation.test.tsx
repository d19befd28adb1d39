import { createInstance } from '@module-federation/enhanced/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseRef } from '../../universal/page/boot';
import { createRemoteLoader } from './federation';

let count = 0;
const release = (more: Partial<ReleaseRef> = {}): ReleaseRef => ({
  name: `mf-a${count}`,
  version: '1.0.0',
  entry: `/remotes/mf-a${count}/1.0.0/web/remoteEntry.js`,
  integrity: 'sha384-right',
  expose: [],
  routes: [],
  ...more,
});
const page = globalThis as unknown as Record<string, unknown>;
const remote = { createRoutes: () => [] };

beforeEach(() => {
  count += 1; // the runtime caches remotes by name
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const createLoader = (unpinned: string[] = []) =>
  createRemoteLoader(unpinned, createInstance({ name: `shell${count}`, remotes: [] }));

const scripts = () => [...document.head.querySelectorAll('script')];
const added = () => vi.waitUntil(() => scripts().at(-1));

async function arrive(
  container: object = { init: vi.fn(), get: async () => () => ({ default: remote }) },
) {
  const script = await added();
  page[`mf_a${count}`] = container;
  script?.dispatchEvent(new Event('load'));
  return container;
}

test('loads a release once, pinned to its integrity hash', async () => {
  const loader = createLoader();
  const both = [loader.load(release()), loader.load(release())];
  const script = await added();
  expect(script?.getAttribute('integrity') ?? script?.integrity).toBe('sha384-right');
  expect(script?.crossOrigin).toBe('anonymous');
  const { init } = (await arrive()) as { init: () => void };
  expect(await Promise.all(both)).toEqual([remote, remote]);
  expect(scripts().length).toBeLessThanOrEqual(1);
  expect(init).toHaveBeenCalledOnce();
});

test('requests nothing without an integrity hash', async () => {
  const unpinned = release({ integrity: '', entry: `http://localhost:31${count}/remoteEntry.js` });
  await expect(createLoader().load(unpinned)).rejects.toMatchObject({ phase: 'entry' });
  expect(scripts()).toEqual([]);
});

test('loads an unpinned entry from a development server', async () => {
  const entry = 'http://localhost:3101/remoteEntry.js';
  const loading = createLoader(['http://localhost:3101']).load(release({ integrity: '', entry }));
  await arrive();
  expect(await loading).toBe(remote);
});

test('does not cache a failed load', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const loader = createLoader();
  const failing = loader.load(release());
  (await added())?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toMatchObject({
    phase: 'entry',
    cause: { message: expect.stringMatching(/remoteEntry\.js could not be loaded$/) },
  });
  await loader.forget(release());
  const again = loader.load(release());
  const script = await added();
  expect(script?.src).toMatch(/remoteEntry\.js\?retry=1$/);
  await arrive();
  expect(await again).toBe(remote);
});

test('rejects a module that exports no createRoutes', async () => {
  const loading = createLoader().load(release());
  await arrive({ init() {}, get: async () => () => ({}) });
  await expect(loading).rejects.toMatchObject({ phase: 'contract' });
});
