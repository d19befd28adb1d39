import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownServes } from '@carry/releases';
import { build } from '@carry/releases/testing';
import { afterEach, expect, test } from 'vitest';
import { assertFits } from './check';
import { readPublicSite } from './live-site/public-site';
import { checkTypes } from './run';

let server: Server | undefined;
afterEach(() => void server?.close());

const assertFitsSite = async (site: string, dist = build()) =>
  assertFits('mf-booking', dist, await readPublicSite(site));

/** Starts a site that publishes this site.json. */
async function serveSite(body: unknown, status = 200): Promise<string> {
  const opened = createServer((request, response) => {
    const isSite = request.url === '/_shell/site.json';
    response.writeHead(isSite ? status : 404, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
}

const owners = { 'mf-booking': { paths: ['/booking'] } };
const contracts = [{ version: 3, changes: ['`leave` returns a promise'] }];

test('accepts a remote that the site supports', async () => {
  const site = await serveSite({ schema: 1, revision: 3, serves: ownServes(), owners });
  await expect(assertFitsSite(site)).resolves.toBeUndefined();
});

test.each([
  [
    'an unsupported contract',
    { serves: { ...ownServes(), contracts }, owners },
    /built for contract 2, this site serves 3; .* In 3: `leave` returns a promise\./,
  ],
  [
    'an incompatible React',
    { serves: { ...ownServes(), shared: { ...ownServes().shared, react: '20.0.0' } }, owners },
    /needs react \^19\.3\.0, the shell has 20\.0\.0/,
  ],
  ['a path of another owner', { serves: ownServes(), owners: {} }, /outside its ownership/],
  ['a site without this information', { owners }, /does not list what the site serves/],
  ['a response that is not JSON', '<!doctype html>', /does not list what the site serves/],
])('reports %s', async (_, site, words) => {
  await expect(assertFitsSite(await serveSite(site))).rejects.toThrow(words);
});

test.each([
  ['1.0.0-beta.1', '1.0.0-beta.1'],
  [undefined, 'missing'],
])('reports the version %s of package.json', async (version, printed) => {
  const site = await serveSite({ serves: ownServes(), owners });
  await expect(assertFitsSite(site, build({ manifest: { version } }))).rejects.toThrow(
    `"version" in package.json is ${printed}; set it to three numbers such as 1.0.0`,
  );
});

const SERVER =
  "exports.default = { contractVersion: 2, createRoutes: () => [{ id: 'booking', path: '/booking/:id', Component: () => null }], consumes: ['mf-rating.coach'] };";

test.each([
  ['accepts a slot of a live remote', [{ slots: { coach: {} } }], null],
  ['refuses a slot that its live remote lacks', [{}], /the live mf-rating does not have it/],
  ['refuses a slot of a remote that is not live', [], /mf-rating is not live/],
  ['leaves slots to the publish if a site does not list its releases', undefined, null],
])('%s', async (_, ratings, words) => {
  const live = ratings?.map((parts) => ({ name: 'mf-rating', routes: [], ...parts }));
  const site = await serveSite({ serves: ownServes(), owners, live });
  const result = assertFitsSite(site, build({ server: SERVER }));
  await (words ? expect(result).rejects.toThrow(words) : expect(result).resolves.toBeUndefined());
});

test('compares paths with the live releases of other remotes', async () => {
  const routes = [{ path: '/booking/:id' }];
  const withLive = (name: string) =>
    serveSite({ serves: ownServes(), owners, live: [{ name, routes }] });
  await expect(assertFitsSite(await withLive('mf-booking'))).resolves.toBeUndefined();
  server?.close();
  await expect(assertFitsSite(await withLive('mf-other'))).rejects.toThrow(
    'claims /booking/:id, which mf-other already serves',
  );
});

test('names a missing compiler', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-check-'));
  await expect(
    checkTypes({ folder, name: 'mf-help', site: undefined, releases: undefined }),
  ).rejects.toThrow('typescript is not installed; run npm install');
  rmSync(folder, { recursive: true });
});

test('names an unreachable or failing site', async () => {
  await expect(assertFitsSite(await serveSite({}, 503))).rejects.toThrow(
    /status 503; check that http\S+ is a Carry site/,
  );
  server?.close();
  await expect(assertFitsSite('http://127.0.0.1:1')).rejects.toThrow(
    /cannot reach http:\/\/127\.0\.0\.1:1\/_shell\/site\.json/,
  );
});
