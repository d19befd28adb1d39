import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { CheckLog } from '../src/checks/check-log';
import { pagesToTry, siteGate } from './site-gate';

const route = (path: string) => ({ id: path, path, files: [] });

test('opens pages with and without their optional parts', () => {
  const owners = { 'mf-help': { paths: ['/help', '/:word'] } };
  const document = { schema: 1, owners, frame: { links: [] } } as const;
  const routes = ['/help/:topic?', '/help/all', '/:word?'].map(route);
  const pages = pagesToTry({ name: 'mf-help', routes }, {
    document,
    pages: new Map([['mf-booking', '/booking']]),
  } as never);
  expect(pages.map(({ pathname }) => pathname)).toEqual([
    '/help/1',
    '/help/all',
    '/1',
    '/help',
    '/booking', // the page / is another team's
  ]);
});

/** Failures of the page of another team, by whether the candidate is served. */
type Fails = (isServed: boolean) => boolean;

describe('siteGate', () => {
  let server: Server;
  let isServed: boolean;
  let answer: Fails;
  beforeEach(async () => {
    isServed = false;
    answer = () => false;
    server = createServer(({ url }, response) => {
      const fails = url === '/account' && answer(isServed);
      response.writeHead(fails ? 502 : 200).end('data-release="1.0.0"');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void server.close());

  /** Runs the gate with a page of another team that fails on the server, or in the browser. */
  function run({ server: onServer, browser }: Partial<Record<'server' | 'browser', Fails>>) {
    answer = onServer ?? answer;
    const tab = {
      visit: async (url: string) => {
        if (!url.endsWith('/account')) return [];
        return browser?.(isServed) ? ['it could not be loaded'] : [];
      },
    };
    const site = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiUrl: '',
      lines: [],
      document: null,
      pages: new Map([['mf-account', '/account']]),
      async serve() {
        isServed = true;
      },
      async withdraw() {
        isServed = false;
      },
    };
    const record = { name: 'mf-help', version: '1.0.0', routes: [route('/help')] };
    const candidate = { record, maps: new Map(), notes: [], pictures: [], checks: new CheckLog() };
    return siteGate(candidate as never, site as never, [tab] as never);
  }

  const places = ['server', 'browser'] as const;

  it.each(places)('refuses a candidate that breaks the page of another team: %s', async (place) => {
    await expect(run({ [place]: (isServed: boolean) => isServed })).rejects.toThrow(
      /^mf-help: on the whole site the page \/account of another team fails/,
    );
  });

  it.each(places)('accepts a candidate if the page failed before: %s', async (place) => {
    expect(await run({ [place]: () => true })).toEqual([
      expect.stringMatching(/^the page \/account of another team fails without this release, too/),
    ]);
    expect(isServed).toBe(true);
  });

  it('does not take a crash of the browser for a broken page', async () => {
    const browser = (isServed: boolean) => {
      if (!isServed) throw new Error('the browser exited');
      return true;
    };
    await expect(run({ browser })).rejects.toThrow('the browser exited');
  });

  it('returns no notices if all pages work', async () => {
    expect(await run({})).toEqual([]);
  });

  it('refuses a candidate whose damage lasts until the shell recovers', async () => {
    let attempts = 0;
    await expect(run({ server: (isServed) => isServed || attempts++ === 0 })).rejects.toThrow(
      /of another team fails/,
    );
  });
});
