import type { ReleaseRecord } from 'contracts/release';
import { expect, test } from 'vitest';
import type { Composition } from './composition';
import { PageRenderer } from './page-renderer';
import type { ReleaseFiles } from './release-files';
import { NotRendered, type RenderPool } from './render-pool';

const record = { name: 'mf-account', version: '1.0.0-aaaaaaaaaaaa', server: 'server/remote.cjs' } as ReleaseRecord;
const composition = (owned: boolean, entry = 'web/entry.js') =>
  ({
    owner: () => (owned ? { release: { name: record.name, version: record.version, entry }, pattern: '/login' } : null),
    records: new Map([[record.name, record]]),
    suggest: () => null,
  }) as unknown as Composition;
const files = { read: async () => Buffer.from('') } as unknown as ReleaseFiles;

test('a machine too busy to render even the frame sends the page all the same, for the browser to render', async () => {
  const pool = { render: () => Promise.reject(new NotRendered('too many pages')) } as unknown as RenderPool;
  const lines: string[] = [];
  const outcomes: object[] = [];
  const renderer = new PageRenderer(
    files,
    pool,
    (line) => lines.push(line),
    (_remote, _version, outcome) => outcomes.push(outcome),
  );
  const render = async (page: Composition) => {
    const { status, html, mode } = await renderer.render('/login', '', page);
    return { status, html, mode };
  };
  expect(await render(composition(true))).toEqual({ status: 200, html: '', mode: 'frame' });
  expect(await render(composition(true, ''))).toEqual({ status: 503, html: '', mode: 'frame' });
  expect(await render(composition(false))).toEqual({ status: 404, html: '', mode: 'frame' });
  expect(outcomes[0]).toMatchObject({ error: 'too many pages', blamed: false });
  expect(lines).toContain('/login: sent for the browser to render: too many pages');
});

test('the error of a page itself is blamed on its release', async () => {
  const outcomes: object[] = [];
  const pool = {
    render: (key: string) =>
      key === 'frame'
        ? Promise.resolve({ status: 200, html: 'frame', head: [], loaderData: {}, complete: true })
        : Promise.reject(new Error('boom')),
  } as unknown as RenderPool;
  const renderer = new PageRenderer(
    files,
    pool,
    () => {},
    (_remote, _version, outcome) => outcomes.push(outcome),
  );
  expect(await renderer.render('/login', '', composition(true))).toMatchObject({ status: 200, html: 'frame', mode: 'frame' });
  expect(outcomes).toMatchObject([{ error: 'boom', blamed: true }]);
});
