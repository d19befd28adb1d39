// The site document in the console: edited with the checks, the signature and the audit entry of the commands.
import type { ConsoleSite, ConsoleSiteChange } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openConsole } from '../src/cli/index';
import {
  createSignature,
  deriveTrust,
  encode,
  newPrivateKey,
  readAudit,
  readSigningKey,
  readSite,
  SignedStore,
} from '../src/index';
import { build, owners, release } from './build';
import { answered, ConsoleBrowser } from './console-browser';
import { bench, prepareService, startService } from './service-bench';

prepareService();
const operatorPem = newPrivateKey();
const operator = readSigningKey(operatorPem);
const teamPem = newPrivateKey();
const team = readSigningKey(teamPem);
const operators = [operator.publicKey];
const keyed = { ...owners, 'mf-booking': { ...owners['mf-booking'], keys: [team.publicKey] } };

let opened: Awaited<ReturnType<typeof openConsole>> | null;
beforeEach(async () => {
  opened = null;
  const site = { schema: 1, revision: 1, owners: keyed, name: 'Carry', frame: { links: [] } };
  const signature = createSignature('site', site, { key: operator });
  await bench.behind.write('site.json', encode({ ...site, signature }));
});
afterEach(async () => {
  await opened?.stop();
  vi.unstubAllEnvs();
});

/** Opens a console at a release server with a key. */
async function openWith(pem: string): Promise<ConsoleBrowser> {
  const url = await startService({ trust: () => deriveTrust({ owners: keyed }, operators) });
  vi.stubEnv('RELEASES_KEY', pem);
  vi.stubEnv('RELEASES_TRUST', operator.publicKey);
  opened = await openConsole({ siteUrl: 'http://localhost:1', previewSecret: 'secret' }, url);
  const browser = new ConsoleBrowser(new URL(opened.link).origin);
  await browser.enter(opened.link);
  await browser.start();
  return browser;
}
const getProduct = ({ name, frame }: ConsoleSite) => ({ name, frame });
const send = (browser: ConsoleBrowser, change: ConsoleSiteChange) =>
  answered(browser.post('/site', change));
const rename = (site: ConsoleSite, name: string): ConsoleSiteChange => ({
  ...{ action: 'product', revision: site.revision, why: 'new name' },
  product: { ...getProduct(site), name },
});

describe('an operator', () => {
  test('edits the document, signed and audited', async () => {
    const browser = await openWith(operatorPem);
    const site = await browser.read<ConsoleSite>('/site');
    expect(site.refusal).toBeNull();
    expect(await send(browser, rename(site, 'Carry Pro'))).toBe(
      '200 the site document has revision 2',
    );
    const after = await readSite(bench.behind);
    expect(after).toMatchObject({ name: 'Carry Pro', revision: 2, owners: keyed });
    expect(after?.signature?.key).toBe(operator.id);
    expect((await readAudit(bench.behind)).at(-1)).toMatchObject({
      ...{ action: 'product', remote: 'site', why: 'new name' },
      who: expect.stringContaining(operator.id),
    });
  });

  test('gives and takes paths and replaces keys', async () => {
    const browser = await openWith(operatorPem);
    const about = { remote: 'mf-booking', why: 'because' };
    const next = readSigningKey(newPrivateKey());
    const changes: [string, object][] = [
      ['own', { paths: ['/help'] }],
      ['disown', { paths: ['/help'] }],
      ['rotate-key', { key: next.publicKey }],
    ];
    for (const [index, [action, more]] of changes.entries()) {
      const change = { action, revision: index + 1, ...about, ...more } as ConsoleSiteChange;
      expect(await send(browser, change)).toMatch(/^200 mf-booking/);
    }
    const now = (await readSite(bench.behind))?.owners;
    expect(now?.['mf-booking']).toMatchObject({ keys: [next.publicKey] });
    expect(now?.['mf-booking']?.paths).not.toContain('/help');
    expect((await readAudit(bench.behind)).map(({ action }) => action)).toEqual([
      'own',
      'disown',
      'rotate-key',
    ]);
  });

  test('is refused to replace the key of a live release', async () => {
    const trust = deriveTrust({ owners: keyed }, operators);
    await release(new SignedStore(bench.behind, () => trust, team), build());
    const browser = await openWith(operatorPem);
    const key = readSigningKey(newPrivateKey()).publicKey;
    const change = { action: 'rotate-key', revision: 1, remote: 'mf-booking', key, why: 'new' };
    expect(await send(browser, change as ConsoleSiteChange)).toMatch(
      /^422 mf-booking: its live release is signed by .* 'releases sign mf-booking'/,
    );
  });

  test.each<[string, object, RegExp]>([
    ['a document of another shape', { product: { name: 7 } }, /^422 .*name: Invalid/],
    ['parts that are not of the product', { product: { siteKeys: [] } }, /^422 .*siteKeys/],
    ['no reason', { why: ' ' }, /^422 .*it needs a reason/],
    ['an older revision', { revision: 0 }, /^409 site\.json changed meanwhile \(revision 1\)/],
  ])('is refused %s', async (_, more, why) => {
    const browser = await openWith(operatorPem);
    const site = await browser.read<ConsoleSite>('/site');
    expect(await send(browser, { ...rename(site, 'X'), ...more } as ConsoleSiteChange)).toMatch(
      why,
    );
    expect((await readSite(bench.behind))?.revision).toBe(1);
  });
});

test('a team changes nothing of the document', async () => {
  const browser = await openWith(teamPem);
  const site = await browser.read<ConsoleSite>('/site');
  expect(site.refusal).toMatch(/signed with an operator's key/);
  expect(await send(browser, rename(site, 'Mine'))).toMatch(/^403 .*operator's key/);
  const about = { revision: 1, remote: 'mf-booking', why: 'mine' };
  expect(await send(browser, { action: 'own', paths: ['/login'], ...about })).toMatch(/^403/);
  expect((await readSite(bench.behind))?.revision).toBe(1);
});

test('a change needs the CSRF token', async () => {
  const browser = await openWith(operatorPem);
  const site = await browser.read<ConsoleSite>('/site');
  const answer = browser.post('/site', rename(site, 'X'), { 'x-csrf-token': '' });
  expect(await answered(answer)).toMatch(/^403 the request has no valid CSRF token/);
});
