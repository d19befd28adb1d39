import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseRef } from '../../universal/boot';
import { createRemoteLoader } from './federation';

const release = (more: Partial<ReleaseRef> = {}): ReleaseRef => ({
  name: 'mf-a',
  version: '1.0.0',
  entry: '/remotes/mf-a/1.0.0/web/remoteEntry.js',
  integrity: 'sha384-right',
  expose: [],
  routes: [],
  ...more,
});
const page = globalThis as unknown as Record<string, unknown>;
const scope = { react: {} };
const remote = { createRoutes: () => [] };

beforeEach(() => {
  vi.stubGlobal('__webpack_share_scopes__', { default: scope });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
});
afterEach(() => {
  document.head.replaceChildren();
  for (const name of ['mf_a', '__FEDERATION__', '_FEDERATION_RUNTIME_CORE']) delete page[name];
  vi.unstubAllGlobals();
});

const scripts = () => [...document.head.querySelectorAll('script')];
/** What the newest entry does when it has come. */
function come(container: object = { init: vi.fn(), get: async () => () => ({ default: remote }) }) {
  page['mf_a'] = container;
  scripts().at(-1)?.dispatchEvent(new Event('load'));
  return container;
}

test('a release is loaded once, pinned to its hash, and joined with the page’s share scope', async () => {
  const loader = createRemoteLoader();
  const both = [loader.load(release()), loader.load(release())];
  const [script] = scripts();
  expect(scripts()).toHaveLength(1);
  expect(script?.getAttribute('integrity') ?? (script as HTMLScriptElement).integrity).toBe(
    'sha384-right',
  );
  expect(script?.crossOrigin).toBe('anonymous');
  const { init } = come() as { init: () => void };
  expect(await Promise.all(both)).toEqual([remote, remote]);
  expect(init).toHaveBeenCalledExactlyOnceWith(scope);
});

test('without a hash nothing is asked for, unless it comes from a development server', async () => {
  const unpinned = release({ integrity: '', entry: 'http://localhost:3101/remoteEntry.js' });
  await expect(createRemoteLoader().load(unpinned)).rejects.toMatchObject({
    phase: 'entry',
    cause: new Error('no integrity for http://localhost:3101/remoteEntry.js'),
  });
  expect(scripts()).toEqual([]);
  const loading = createRemoteLoader(['http://localhost:3101']).load(unpinned);
  come();
  expect(await loading).toBe(remote);
});

test('a failed load is not remembered, and after it is forgotten the entry is asked for anew', async () => {
  const loader = createRemoteLoader();
  const failing = loader.load(release());
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toMatchObject({ phase: 'entry' });
  const again = loader.load(release());
  come();
  await again;
  await loader.forget(release());
  const anew = loader.load(release());
  expect(scripts().map(({ src }) => src)).toEqual([
    expect.stringMatching(/remoteEntry\.js\?retry=1$/),
  ]);
  come();
  expect(await anew).toBe(remote);
});

test('what a container refuses is an entry that failed; a module of another shape breaks the contract', async () => {
  const loader = createRemoteLoader();
  const refusing = loader.load(release());
  come({
    init() {
      throw new Error('no React');
    },
    get() {},
  });
  await expect(refusing).rejects.toMatchObject({ phase: 'entry', cause: new Error('no React') });
  const misshapen = loader.load(release());
  come({ init() {}, get: async () => () => ({}) });
  await expect(misshapen).rejects.toMatchObject({ phase: 'contract' });
});

test('a release that was built before finds what it needs of a runtime on the page', () => {
  createRemoteLoader();
  expect(page['_FEDERATION_RUNTIME_CORE']).toMatchObject({ CurrentGlobal: page });
  expect(page['__FEDERATION__']).toEqual({
    __INSTANCES__: [],
    __SHARE__: { page: { default: scope } },
  });
});
