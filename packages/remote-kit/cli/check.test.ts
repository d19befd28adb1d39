import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownServes } from '@carry/releases';
import { build } from '@carry/releases/testing';
import { afterEach, expect, test } from 'vitest';
import { assertFits } from './check';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A site that says this of itself. */
async function siteThatSays(body: unknown, status = 200): Promise<string> {
  const opened = createServer((request, response) => {
    const known = request.url === '/_shell/site.json';
    response.writeHead(known ? status : 404, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
}

const owners = { 'mf-booking': { paths: ['/booking'] } };
const contracts = [{ version: 3, changes: ['`leave` answers a promise'] }];

test('a remote that the site serves is compatible', async () => {
  const site = await siteThatSays({ schema: 1, revision: 3, serves: ownServes(), owners });
  await expect(assertFits(build(), site)).resolves.toBeUndefined();
});

test.each([
  [
    'a contract that is served no more',
    { serves: { ...ownServes(), contracts }, owners },
    /built for contract 2, this site serves 3; .* In 3: `leave` answers a promise\./,
  ],
  [
    'another React',
    { serves: { ...ownServes(), shared: { ...ownServes().shared, react: '20.0.0' } }, owners },
    /needs react \^19\.3\.0, the shell has 20\.0\.0/,
  ],
  ['a path that is not its own', { serves: ownServes(), owners: {} }, /outside its ownership/],
  ['a site that does not say it', { owners }, /does not say what the site serves/],
  ['an answer that is not JSON', '<!doctype html>', /does not say what the site serves/],
])('%s is told', async (_, site, words) => {
  await expect(assertFits(build(), await siteThatSays(site))).rejects.toThrow(words);
});

test('a site that is not there, or has no such page, is named', async () => {
  await expect(assertFits(build(), await siteThatSays({}, 503))).rejects.toThrow(/answers 503/);
  server?.close();
  await expect(assertFits(build(), 'http://127.0.0.1:1')).rejects.toThrow(
    /127\.0\.0\.1:1\/_shell\/site\.json cannot be reached/,
  );
});
