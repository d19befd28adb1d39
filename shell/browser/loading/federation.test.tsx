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

test('lists loaded remotes for the federation devtools', async () => {
  const loader = createLoader();
  const shell = `shell${count}`;
  const both = [release(), release({ name: `mf-b${count}`, entry: '/remotes/mf-b/b.js' })] as const;
  const container = { init: vi.fn(), get: async () => () => ({ default: remote }) };
  for (const one of both) {
    const loading = loader.load(one);
    const script = await added();
    page[one.name.replace('-', '_')] = container;
    script?.dispatchEvent(new Event('load'));
    await loading;
    script?.remove();
  }
  const { moduleInfo } = __FEDERATION__;
  const listed = both.map(({ name, entry }) => [name.replace('-', '_'), location.origin + entry]);
  expect(moduleInfo[shell]).toEqual({
    remotesInfo: Object.fromEntries(listed.map(([name, url]) => [name, { matchedVersion: url }])),
  });
  for (const [globalName, remoteEntry] of listed)
    expect(moduleInfo[`${globalName}:${remoteEntry}`]).toEqual({
      version: '1.0.0',
      remoteEntry,
      globalName,
    });
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

test('requests the entry once for each try, at a new address', {
  tags: ['@fault-A7'],
}, async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const loader = createLoader();
  const addresses: string[] = [];
  for (let press = 0; press < 5; press++) {
    if (press > 0) await loader.forget(release());
    const failing = loader.load(release());
    const script = await added();
    addresses.push(script?.src ?? '');
    expect(scripts()).toHaveLength(1);
    script?.dispatchEvent(new Event('error'));
    await expect(failing).rejects.toMatchObject({ phase: 'entry' });
  }
  expect(new Set(addresses).size).toBe(5);
  await loader.forget(release());
  const again = loader.load(release());
  await arrive();
  expect(await again).toBe(remote);
});

const reject = async () => {
  throw new Error('broken');
};
test.each<[string, object]>([
  ['whose container is missing', { init() {} }],
  ['that cannot be initialized', { init: reject, get: async () => () => ({ default: remote }) }],
  ['that has no such module', { init() {}, get: reject }],
  ['that gives no factory', { init() {}, get: async () => undefined }],
  ['whose module throws', { init() {}, get: async () => reject }],
  ['whose module is empty', { init() {}, get: async () => () => undefined }],
  ['whose module has no default', { init() {}, get: async () => () => ({ other: remote }) }],
  ['whose default is no remote', { init() {}, get: async () => () => ({ default: {} }) }],
  [
    'whose React the shell lacks',
    {
      init() {},
      get: async () => {
        throw new Error('Invalid loadShareSync function call from runtime. Shared: react');
      },
    },
  ],
])(
  'gives no value for a remote %s',
  { tags: ['@fault-A16', '@fault-B6'] },
  async (_, container) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const loading = createLoader().load(release());
    await arrive(container);
    await expect(loading).rejects.toMatchObject({ name: 'RemoteError', remote: release().name });
  },
);
