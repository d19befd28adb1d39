import type { ReleaseRecord } from '@carry/contracts/release';
import { describe, expect, test } from 'vitest';
import type { OpenedPreview } from '../../../universal/page/boot';
import type { Composition, LocalRemote } from '../../composition/composition';
import type { ReleaseFiles } from '../../releases/release-files';
import { NotRendered, type RenderPool } from '../../render/pool/pool';
import { PageRenderer, type Visit } from './page-renderer';

const record = {
  name: 'mf-account',
  version: '1.0.0-aaaaaaaaaaaa',
  server: 'server/remote.cjs',
} as ReleaseRecord;
const composition = (owned: boolean, entry = 'web/entry.js') =>
  ({
    owner: () =>
      owned
        ? { release: { name: record.name, version: record.version, entry }, pattern: '/login' }
        : null,
    records: new Map([[record.name, record]]),
    local: [],
    suggest: () => null,
    getQuery: () => undefined,
  }) as unknown as Composition;
const files = { read: async () => Buffer.from('') } as unknown as ReleaseFiles;

test('sends an empty frame when overloaded', async () => {
  const pool = {
    render: () => Promise.reject(new NotRendered('too many pages')),
  } as unknown as RenderPool;
  const lines: string[] = [];
  const outcomes: object[] = [];
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    {
      log: (line) => lines.push(line),
      onRender: (_remote, _version, outcome) => outcomes.push(outcome),
    },
  );
  const render = async (page: Composition) => {
    const shown = await renderer.render({ pathname: '/login', search: '' }, page);
    expect(shown.failed ?? false).toBe(false);
    const { status, html, mode } = shown;
    return { status, html, mode };
  };
  expect(await render(composition(true))).toEqual({ status: 200, html: '', mode: 'frame' });
  expect(await render(composition(true, ''))).toEqual({ status: 503, html: '', mode: 'frame' });
  expect(await render(composition(false))).toEqual({ status: 404, html: '', mode: 'frame' });
  expect(outcomes).toEqual([]);
  expect(lines).toContain('/login: sent without HTML, the browser renders it: too many pages');
});

test.each([
  ['expired', 410],
  ['ended', 410],
  ['invalid', 403],
  ['off', 403],
  ['unreachable', 503],
] as const)('shows a page for a preview that is refused: %s', async (why, status) => {
  const refused = { why, remote: 'mf-account', livePage: '/login' };
  const pool = {
    render: async (_release: object, request: { refusedPreview: object }) => ({
      ...{ status: 404, head: [], loaderData: {}, complete: true, reads: [], gone: [] },
      html: JSON.stringify(request.refusedPreview),
    }),
  } as unknown as RenderPool;
  const renderer = new PageRenderer(files, { live: pool, preview: pool }, { log: () => {} });
  const page = await renderer.renderRefusedPreview('/login', composition(true), {
    refusedPreview: refused,
  });
  expect(page).toMatchObject({ status, mode: 'full', key: null, owner: null });
  expect(JSON.parse(page.html)).toEqual(refused);
});

test("blames a page's own error on its release", async () => {
  const outcomes: object[] = [];
  const pool = {
    render: ({ key }: { key: string }) =>
      key === 'frame'
        ? Promise.resolve({ status: 200, html: 'frame', head: [], loaderData: {}, complete: true })
        : Promise.reject(new Error('boom')),
  } as unknown as RenderPool;
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    {
      log: () => {},
      onRender: (_remote, _version, outcome) => outcomes.push(outcome),
    },
  );
  expect(
    await renderer.render({ pathname: '/login', search: '' }, composition(true)),
  ).toMatchObject({
    status: 200,
    html: 'frame',
    mode: 'frame',
    failed: true,
  });
  expect(outcomes).toMatchObject([{ error: 'boom' }]);
});

describe('a release that fails', () => {
  const dev = { ref: { name: 'mf-coach' }, origin: 'http://localhost:1' } as LocalRemote;

  test.each<[string, Visit, LocalRemote[], boolean]>([
    ['an ordinary page', {}, [], true],
    ['a page with a preview', { previews: [{} as OpenedPreview] }, [], false],
    ['a page with a flag that the visitor chose', { isFlagChosen: true }, [], false],
    ['a page beside a development server', {}, [dev], false],
  ])('on %s fails visibly', async (_, visit, local, judged) => {
    const outcomes: object[] = [];
    const pools: string[] = [];
    const createPool = (pool: 'live' | 'preview') =>
      ({
        async render({ key }: { key: string }) {
          if (key !== 'frame') {
            pools.push(pool);
            throw new Error('boom');
          }
          return { status: 200, html: 'frame', head: [], loaderData: {}, complete: true };
        },
      }) as unknown as RenderPool;
    const renderer = new PageRenderer(
      files,
      { live: createPool('live'), preview: createPool('preview') },
      {
        log: () => {},
        onRender: (_remote, _version, outcome) => outcomes.push(outcome),
      },
    );
    const page = { ...composition(true), local };
    expect(await renderer.render({ pathname: '/login', search: '' }, page, visit)).toMatchObject({
      html: 'frame',
      failed: true,
    });
    expect(outcomes).toMatchObject([{ error: 'boom', judged }]);
    expect(pools).toEqual([judged ? 'live' : 'preview']);
  });
});

test('shares a render between visitors, except for previews', async () => {
  const page = { status: 200, html: 'page', head: [], loaderData: {}, complete: false };
  let failing = false;
  let renders = 0;
  const pool = {
    async render({ key }: { key: string }) {
      if (key === 'frame') return { ...page, html: 'frame' };
      renders++;
      await new Promise(setImmediate);
      if (failing) throw new Error('boom');
      return page;
    },
  } as unknown as RenderPool;
  const outcomes: object[] = [];
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    {
      log: () => {},
      onRender: (_remote, _version, outcome) => outcomes.push(outcome),
    },
  );
  const crowd = (path: string, preview?: OpenedPreview) =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        renderer.render(
          { pathname: path, search: '' },
          composition(true),
          preview ? { previews: [preview] } : {},
        ),
      ),
    );
  expect(new Set((await crowd('/login')).map(({ html }) => html))).toEqual(new Set(['page']));
  expect({ renders, ...renderer.cache.counts, outcomes: outcomes.length }).toEqual({
    renders: 1,
    hit: 19,
    stale: 0,
    miss: 1,
    outcomes: 1,
  });
  await crowd('/login');
  expect(renders).toBe(2);
  await crowd('/login', {} as OpenedPreview);
  expect(renders).toBe(22);
  failing = true;
  expect(new Set((await crowd('/login')).map(({ html }) => html))).toEqual(new Set(['frame']));
  expect(renders).toBe(23);
  failing = false;
  expect((await renderer.render({ pathname: '/login', search: '' }, composition(true))).html).toBe(
    'page',
  );
});

test('renders a development server with its current build, uncached', async () => {
  const keys: string[] = [];
  const pool = {
    async render({ key, code }: { key: string; code: () => Promise<{ code: string } | null> }) {
      keys.push(key);
      const html = (await code())?.code ?? 'frame';
      return { status: 200, html, head: [], loaderData: {}, complete: true };
    },
  } as unknown as RenderPool;
  const outcomes: object[] = [];
  const lines: string[] = [];
  let builds = 0;
  let failing = false;
  const renderer = new PageRenderer(
    files,
    { live: pool, preview: pool },
    {
      log: (line) => lines.push(line),
      onRender: (_remote, _version, outcome) => outcomes.push(outcome),
      async readBuild({ ref: { name, version } }) {
        if (failing) throw new Error('the build failed');
        const code = `build ${++builds}`;
        return {
          key: `${name}@${version}-${builds}`,
          code: { name, version, code },
          styles: ['x'],
        };
      },
    },
  );
  const ref = { name: 'mf-account', version: 'dev', entry: '/e.js' } as never;
  const local = [{ ref, origin: 'http://localhost:1', needs: { workers: false, wasm: false } }];
  const dev = { ...composition(true), records: new Map(), local } as Composition;
  dev.owner = () => ({ release: ref, pattern: '/login' });
  const render = () => renderer.render({ pathname: '/login', search: '' }, dev);
  expect(await render()).toMatchObject({ html: 'build 1', mode: 'full', key: null, styles: ['x'] });
  expect((await render()).html).toBe('build 2');
  failing = true;
  expect(await render()).toMatchObject({ html: 'frame', mode: 'frame', status: 200 });
  expect(keys).toEqual(['mf-account@dev-1', 'mf-account@dev-2', 'frame']);
  expect(lines).toEqual(['/login: rendered without mf-account: the build failed']);
  expect(outcomes).toEqual([]);
});
