import type { ReleaseRecord } from '@carry/contracts/release';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EMPTY_MENU } from '../../../universal/page/boot';
import type { Composition } from '../../composition/composition';
import { tryPage } from '../../health/trial';
import type { ReleaseFiles } from '../../releases/release-files';
import { buildRenderer, startPool } from '../../render/test/start-pool';
import { PageRenderer } from './page-renderer';

const createConsumer = (props: string) => `
  const { createElement } = require('react');
  const name = 'mf-rating.coach';
  const Component = () => createElement('main', null,
    createElement('div', { 'data-slot': name, 'data-slot-props': ${JSON.stringify(props)} }, 'later'),
    createElement('template', { 'data-slot-end': name }));
  module.exports.default = {
    contractVersion: 2, consumes: [name],
    createRoutes: () => [{ id: 'shop', path: '/shop', Component }],
  };`;

const provider = ({
  load = "({ coach }) => shell.api.get('/api/coaches/' + coach)",
  body = "'rates ' + data + ' as ' + shell.remote.name + (shell.flags.fresh ? ' freshly' : '')",
} = {}) => `
  const { createElement, useId } = require('react');
  const { Link, useLocation } = require('react-router-dom');
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  module.exports.default = {
    contractVersion: 2, createRoutes: () => [{ id: 'page', path: '/rating', Component: () => null }],
    slots: {
      coach: async (shell) => ({
        load: ${load},
        Component: ({ data, props }) => {
          const id = useId();
          const { pathname } = useLocation();
          return createElement('section', { id: id }, ${body}, createElement(Link, { to: '/booking/' + props.coach }, pathname));
        },
      }),
    },
  };`;

interface Outcome {
  release: string;
  page?: string | undefined;
  error?: string | undefined;
}

describe('slots on the server', () => {
  let built: Awaited<ReturnType<typeof buildRenderer>>;
  let started: Awaited<ReturnType<typeof startPool>>;
  beforeAll(async () => {
    built = await buildRenderer();
  });
  afterEach(() => started.close());
  afterAll(() => built?.remove());

  async function open(
    providerCode: string,
    { version = '1.0.0-aaaaaaaaaaaa', props = '{"coach":7}' } = {},
  ) {
    const lines: string[] = [];
    started = await startPool(built.bundle, { processes: 1, deadlineMs: 3000 });
    const outcomes: Outcome[] = [];
    const record = (name: string, parts: Partial<ReleaseRecord> = {}) =>
      ({ name, version, server: 'server/remote.cjs', ...parts }) as ReleaseRecord;
    const shop = record('mf-shop', { consumes: ['mf-rating.coach'] });
    const records = new Map<string, ReleaseRecord | null>([['mf-rating', record('mf-rating')]]);
    const codes = new Map([[version, providerCode]]);
    const files = {
      read: async (name: string, wanted: string) =>
        Buffer.from(name === 'mf-shop' ? createConsumer(props) : (codes.get(wanted) ?? '')),
      record: async (name: string, wanted: string) => ({ ...record(name), version: wanted }),
    } as unknown as ReleaseFiles;
    const { pool } = started;
    const renderer = new PageRenderer(
      files,
      { live: pool, preview: pool },
      {
        log: (line) => void lines.push(line),
        onRender: (remote, ranVersion, { page, error }) =>
          outcomes.push({ release: `${remote}@${ranVersion}`, page, error }),
      },
    );
    const composition = {
      owner: () => ({ release: { ...shop, entry: 'web/entry.js' }, pattern: '/shop' }),
      records: new Map([...records, ['mf-shop', shop]]),
      local: [],
      getQuery: () => [],
      site: fakeSite,
      menu: EMPTY_MENU,
      frameKey: 'frame',
    } as unknown as Composition;
    return {
      codes,
      outcomes,
      lines,
      composition,
      record,
      show: (flags = {}) =>
        renderer.render({ pathname: '/shop', search: '' }, composition, { flags }),
      tryPage: (page: string) =>
        tryPage(pool, files, { remote: 'mf-rating', version, page, site: fakeSite }),
    };
  }

  it('render with their own release, data, flags and ids', async () => {
    const { show } = await open(provider());
    const page = await show({ 'mf-rating': { fresh: true } });
    expect(page.html).toContain(
      'data-slot-release="1.0.0-aaaaaaaaaaaa" data-slot-ids="slot-0-" data-slot-data="&quot;/api/coaches/7&quot;"><section id="_slot-0-R_0_">rates /api/coaches/7 as mf-rating freshly<a href="/booking/7" data-discover="true">/shop</a></section></div>',
    );
    expect(page.html).not.toContain('later');
    expect(page).toMatchObject({ complete: true, reads: ['/api/coaches/7'] });
  });

  it.each([
    ['renders', 500, 'rates', []],
    ['leaves out', 1400, 'later', [expect.stringMatching(/slot mf-rating\.coach .* 4219 char/)]],
  ])('%s a slot with %i texts in its props', async (_, count, shown, logged) => {
    const props = JSON.stringify({ coach: 7, ids: Array(count).fill('') });
    const { show, lines } = await open(provider(), { props });
    expect((await show()).html).toContain(shown);
    await show({ 'mf-rating': { fresh: true } }); // not cached
    expect(lines).toEqual(logged);
  });

  it('follow another release of their remote at once', async () => {
    const { show, codes, composition, record } = await open(provider());
    expect((await show()).html).toContain('rates');
    expect((await show()).outcome).toBe('hit');
    const next = '2.0.0-bbbbbbbbbbbb';
    codes.set(next, provider({ body: "'scores'" }));
    composition.records.set('mf-rating', { ...record('mf-rating'), version: next });
    expect(await show()).toMatchObject({
      outcome: 'miss',
      html: expect.stringContaining('scores'),
    });
    composition.records.set('mf-rating', null);
    expect((await show()).html).toContain('>later</div>');
  });

  it('leave the fallback and blame their release if they throw', async () => {
    const {
      show,
      outcomes,
      tryPage: tryOn,
    } = await open(provider({ body: "(() => { throw new Error('boom'); })()" }));
    expect(await show()).toMatchObject({
      mode: 'full',
      status: 200,
      html: expect.stringContaining('>later</div>'),
      failedSlots: ['mf-rating'],
    });
    const failed = outcomes.filter(({ error }) => error);
    expect(failed).toMatchObject([
      { release: 'mf-rating@1.0.0-aaaaaaaaaaaa', error: 'Error: boom' },
    ]);
    expect((await tryOn(failed[0]?.page ?? '')).error).toBe('Error: boom');
  });

  it('leave the fallback without data or in time', async () => {
    const bearer = "() => shell.api.get('/api/me/', { bearer: true })";
    const { show, outcomes } = await open(provider({ load: bearer }));
    const page = await show();
    expect(page.html).toContain('>later</div>');
    expect(page).not.toHaveProperty('failedSlots');
    expect(outcomes.filter(({ error }) => error)).toEqual([]);
    await started.close();
    const slow = await open(provider({ load: 'async () => { await pause(2000); return 1; }' }));
    expect((await slow.show()).html).toContain('>later</div>');
    const ended = () => slow.outcomes.map(({ release }) => release.split('@')[0]);
    expect(ended()).toEqual(['mf-shop']); // the slot's render goes on
    await vi.waitFor(() => expect(ended()).toEqual(['mf-shop', 'mf-rating']), 10_000);
  });
});
