import http, { type IncomingMessage } from 'node:http';
import { expect, type Site, test } from './support/site/fixtures';

/** Returns the status and the early hints (103) of a response. */
const ahead = (site: Site, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; hints: string[] }>((resolve, reject) => {
    const hints: string[] = [];
    const asked = http.get(site.urls.site + path, {
      headers: { 'sec-fetch-mode': 'navigate', ...headers },
    });
    asked.on('information', ({ statusCode, headers }) =>
      hints.push(`${statusCode} ${String(headers['link'])}`),
    );
    asked.on('response', (answer: IncomingMessage) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, hints }));
    });
    asked.on('error', reject);
  });

test('sends early hints for uncached pages when enabled', {
  tag: '@full',
}, async ({ site, request }) => {
  await site.restart('site', { EARLY_HINTS: 'yes' });
  const { status, hints } = await ahead(site, '/cs2');
  expect(status).toBe(200);
  expect(hints).toHaveLength(1);
  expect(hints[0]).toMatch(/^103 <\/assets\/[^>]+\.woff2>; rel=preload; as=font/);
  const html = await (await request.get('/cs2')).text();
  const links = (hints[0] ?? '').split(', ');
  expect(links).toHaveLength(2);
  for (const link of links) {
    const [, href = ''] = /<([^>]+)>/.exec(link) ?? [];
    expect(html).toContain(`url(${href})`);
    expect((await request.get(href)).status(), href).toBe(200);
  }
  expect((await ahead(site, '/cs2')).hints).toEqual([]); // cached pages get no hints
  expect((await ahead(site, '/lol', { 'sec-fetch-mode': 'cors' })).hints).toEqual([]);
  await site.restart('site');
  expect(await ahead(site, '/cs2')).toEqual({ status: 200, hints: [] });
});
