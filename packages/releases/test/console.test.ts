// The console of a release server with accounts of an identity provider: roles, signatures, attacks.
import type { AuditPage, Overview, RemoteDetails } from '@carry/contracts/console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServiceConsole } from '../src/console/service-console';
import { lock, readAudit, readLive, setPreview } from '../src/index';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { signRequest } from '../src/signing/request';
import { assertPointerTrusted, SignedStore } from '../src/signing/signed-store';
import { type Trust, trustOf } from '../src/signing/trust';
import { account, build, numbered, owners, release } from './build';
import { answered, ConsoleBrowser } from './console-browser';
import { Issuer } from './issuer';
import { CLIENT, Provider } from './provider';
import { bench, booking, operator, operators, prepareService, startService } from './service-bench';

prepareService();
const server = readSigningKey(newPrivateKey());
const kim = { sub: 'kim', email: 'kim@carry.example', email_verified: true, groups: ['booking'] };
const WHO = () => `kim@carry.example (${provider.issuer.url} kim)`;

const nothing = { unavailable: 'none' };

let provider: Provider;
let countersigners: string[];
let url: string;
/** Two releases of mf-booking; the second one is live. */
let versions: [string, string];

const oidc = (group: string) => [
  { issuer: provider.issuer.url, audience: CLIENT.clientId, claims: { groups: group } },
];
const trust = (): Trust =>
  trustOf(
    {
      owners: {
        ...owners,
        'mf-booking': { ...owners['mf-booking'], keys: [booking.publicKey], oidc: oidc('booking') },
        'mf-account': { ...owners['mf-account'], oidc: oidc('account') },
      },
      countersigners,
    },
    operators,
  );
const start = (more: Parameters<typeof startService>[0] = {}) =>
  startService({
    key: server,
    trust,
    console: (service) =>
      createServiceConsole(service, {
        oidc: {
          ...CLIENT,
          issuer: provider.issuer.url,
          scope: 'openid email',
          operators: [{ claim: 'groups', value: 'platform' }],
          viewers: [{ claim: 'groups', value: 'staff' }],
        },
        origin: null,
        site: { health: async () => nothing, day: async () => nothing },
        pages: null,
      }),
    ...more,
  });

/** Returns a browser in which an account has signed in. */
async function browserOf(claims: Record<string, unknown>, at = url): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(at);
  await browser.signIn(provider, claims);
  await browser.start();
  return browser;
}
const liveVersion = async () => (await readLive(bench.behind)).remotes['mf-booking']?.version;
const rollBack = () =>
  ({ action: 'rollback', remote: 'mf-booking', version: versions[0], why: 'worse' }) as const;

beforeEach(async () => {
  provider = await new Provider().open();
  countersigners = [server.publicKey];
  const team = new SignedStore(bench.behind, trust, booking);
  const first = await release(team, numbered(1));
  const second = await release(team, numbered(2));
  versions = [first.version, second.version];
  await release(new SignedStore(bench.behind, trust, operator), build(account));
  url = await start();
});
afterEach(() => provider.close());

describe('team', () => {
  test('rolls back and promotes with the signature of the release server', async () => {
    const browser = await browserOf(kim);
    expect(await answered(browser.change(rollBack()))).toBe(
      `200 mf-booking@${versions[0]} is live`,
    );
    expect(await liveVersion()).toBe(versions[0]);
    const live = await readLive(bench.behind);
    assertPointerTrusted('mf-booking', live, { trust: trust() });
    expect(live.remotes['mf-booking']?.order?.signature).toMatchObject({
      key: server.id,
      by: { issuer: provider.issuer.url, subject: 'kim' },
    });
    const promote = { ...rollBack(), action: 'promote', version: versions[1] } as const;
    expect(await answered(browser.change({ ...promote, expected: versions[0] }))).toMatch(/^200/);
    const audit = await readAudit(bench.behind, 'mf-booking');
    expect(audit.slice(-2)).toMatchObject([
      { action: 'rollback', who: WHO(), why: 'worse', to: versions[0] },
      { action: 'promote', who: WHO(), to: versions[1] },
    ]);
  });

  test('rolls out, pauses, locks and ends previews', async () => {
    const browser = await browserOf(kim);
    const third = await release(new SignedStore(bench.behind, trust, booking), numbered(3), {
      target: { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) },
    });
    const about = { remote: 'mf-booking', why: 'because' };
    const plan = { steps: [5, 100], minutes: 0, views: 0, approve: true };
    const start = { action: 'rollout', ...plan, version: third.version, ...about } as const;
    expect(await answered(browser.change(start))).toMatch(/^200/);
    const started = (await readLive(bench.behind)).remotes['mf-booking']?.canary;
    expect(started?.rollout).toMatchObject({ step: 0, approve: true });
    const changes = [
      { action: 'pause', ...about },
      { action: 'resume', ...about },
      { action: 'approve', ...about },
      { action: 'abort', ...about },
      { action: 'preview-extend', channel: 'pr-1', days: 30, ...about },
      { action: 'preview-end', channel: 'pr-1', ...about },
      { action: 'lock', ...about },
    ] as const;
    for (const change of changes) expect(await answered(browser.change(change))).toMatch(/^200/);
    expect(await answered(browser.change(rollBack()))).toMatch(/^409 mf-booking is locked by kim/);
    expect(await answered(browser.change({ action: 'unlock', ...about }))).toMatch(/^200/);
    expect((await readAudit(bench.behind, 'mf-booking')).map(({ who }) => who).slice(-8)).toEqual(
      Array(8).fill(WHO()),
    );
  });

  test("cannot touch another team's remote", async () => {
    const browser = await browserOf(kim);
    const { remotes } = await browser.start();
    expect(remotes).toMatchObject({
      'mf-booking': null,
      'mf-account': 'You may look at mf-account, but not change it.',
      'mf-marketing': expect.stringMatching(/^You may look .* does not accept accounts/),
    });
    for (const remote of ['mf-account', 'mf-marketing']) {
      const change = { action: 'lock', remote, why: 'mine' } as const;
      expect(await answered(browser.change(change))).toBe(`403 ${remotes[remote]}`);
    }
    expect((await readLive(bench.behind)).remotes['mf-account']?.lock).toBeUndefined();
  });

  test('cannot end the lock of an operator', async () => {
    const locked = { why: 'final', who: `key ${operator.id}` };
    await lock(new SignedStore(bench.behind, trust, operator), 'mf-booking', locked);
    const browser = await browserOf(kim);
    const unlock = { action: 'unlock', remote: 'mf-booking', why: 'now' } as const;
    expect(await answered(browser.change(unlock))).toMatch(/^403 .* may not unlock mf-booking/);
  });

  test('loses access when the owner removes its claim', async () => {
    const browser = await browserOf(kim);
    const before = provider.issuer.url;
    vi.spyOn(provider.issuer, 'url', 'get').mockReturnValue('https://elsewhere.example');
    expect(await answered(browser.change(rollBack()))).toContain(
      `does not accept accounts of ${before}`,
    );
    vi.restoreAllMocks();
  });
});

describe('other roles', () => {
  test('viewer changes nothing', async () => {
    const browser = await browserOf({ sub: 'vi', groups: ['staff'] });
    const { role, remotes } = await browser.start();
    expect(role).toBe('viewer');
    expect(Object.values(remotes)).not.toContain(null);
    expect(await answered(browser.change(rollBack()))).toMatch(/^403 You may look at mf-booking/);
    await setPreview(new SignedStore(bench.behind, trust, booking), {
      channel: 'pr-1',
      remote: 'mf-booking',
      version: versions[1],
      expires: new Date(Date.now() + 60_000),
      why: 'look',
    });
    const link = '/console/api/preview-link?remote=mf-booking&channel=pr-1';
    expect((await browser.ask(link)).status).toBe(403);
    expect(await liveVersion()).toBe(versions[1]);
  });

  test('operator changes each remote that accepts the issuer', async () => {
    const browser = await browserOf({ sub: 'op', groups: ['platform'] });
    const { role, remotes } = await browser.start();
    expect([role, remotes['mf-booking'], remotes['mf-account']]).toEqual(['operator', null, null]);
    const change = { action: 'lock', remote: 'mf-account', why: 'final' } as const;
    expect(await answered(browser.change(change))).toMatch(/^200/);
    assertPointerTrusted('mf-account', await readLive(bench.behind), { trust: trust() });
  });

  test('account without a role gets no session', async () => {
    const browser = new ConsoleBrowser(url);
    const answer = await browser.signIn(provider, { sub: 'eve', groups: ['sales'] });
    expect(answer.headers.get('location')).toBe('/console/welcome?problem=no-role');
    expect(browser.cookies.size).toBe(0);
    expect((await browser.ask('/console/api/overview')).status).toBe(401);
  });

  test.each([
    ['without a key', { key: null }, /^403 You may look .*: its release server has no/],
    ['without trust in its key', {}, /^403 You may look .*: site.json does not list/],
  ])('is read-only %s', async (what, more, why) => {
    if (what.includes('trust')) countersigners = [operator.publicKey];
    const browser = await browserOf(kim, await start(more));
    expect(await answered(browser.change(rollBack()))).toMatch(why);
    expect((await browser.read<Overview>('/overview')).remotes).toHaveLength(
      Object.keys(owners).length,
    );
  });
});

describe('attacks', () => {
  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [
      'another port of this machine',
      { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    ],
    ['an old browser of another origin', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['no origin', { origin: '', 'sec-fetch-site': '' }],
    ['no token', { 'x-csrf-token': '' }],
    ['the token of another session', { 'x-csrf-token': 'A'.repeat(43) }],
    ['a form', { 'content-type': 'text/plain' }],
  ])('refuses a change from %s', async (_, headers) => {
    const browser = await browserOf(kim);
    expect(await answered(browser.change(rollBack(), headers))).toMatch(/^403 /);
    expect(await liveVersion()).toBe(versions[1]);
  });

  test('refuses other hosts', async () => {
    const browser = await browserOf(kim);
    const host = { host: 'evil.example', origin: 'http://evil.example' };
    const { request } = await import('node:http');
    const status = await new Promise<number>((resolve) =>
      request(`${url}/console/api/session`, { headers: host }, (answer) =>
        resolve(answer.statusCode ?? 0),
      ).end(),
    );
    expect(status).toBe(403);
    expect((await browser.ask('/console/api/session')).status).toBe(200);
  });

  test('refuses a token that the provider did not sign', async () => {
    provider.forger = await new Issuer().open();
    const browser = new ConsoleBrowser(url);
    const answer = await browser.signIn(provider, { ...kim, groups: ['platform'] });
    expect(answer.headers.get('location')).toBe('/console/welcome?problem=failed');
    expect(browser.cookies.size).toBe(0);
    provider.forger.close();
  });

  test('refuses forged, foreign and expired session cookies', async () => {
    let now = new Date();
    const browser = await browserOf(kim, await start({ now: () => now }));
    const [[name = '', value = ''] = []] = [...browser.cookies];
    const status = async (cookie: string) => {
      browser.cookies.set(name, cookie);
      return (await browser.ask('/console/api/session')).status;
    };
    const [head, , iv, text, tag] = value.split('.');
    const role = Buffer.from(JSON.stringify({ isOperator: true })).toString('base64url');
    expect(await status([head, '', iv, role, tag].join('.'))).toBe(401);
    expect(await status([head, '', iv, text, 'A'.repeat(22)].join('.'))).toBe(401);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await status([none, role, ''].join('.'))).toBe(401);
    const other = new ConsoleBrowser(browser.url);
    await other.begin();
    expect(await status([...other.cookies.values()][0] ?? '')).toBe(401); // of an unfinished sign-in
    expect(await status(value)).toBe(200);
    now = new Date(Date.now() + 9 * 3_600_000);
    expect(await status(value)).toBe(401);
  });

  test('refuses a replayed or foreign sign-in', async () => {
    const victim = new ConsoleBrowser(url);
    const authorize = await victim.begin();
    const state = authorize.searchParams.get('state') ?? '';
    const code = provider.grant(authorize, kim);
    const thief = new ConsoleBrowser(url);
    expect((await thief.finish(code, state)).headers.get('location')).toContain('problem=expired');
    expect((await victim.finish(code, 'another')).headers.get('location')).toContain('=failed');
    const again = await victim.begin();
    const stale = provider.grant(authorize, kim); // its nonce is of another sign-in
    const fresh = again.searchParams.get('state') ?? '';
    expect((await victim.finish(stale, fresh)).headers.get('location')).toContain('=failed');
    expect(victim.cookies.size).toBe(0);
  });

  test('sets cookies that scripts and other sites cannot use', async () => {
    const browser = await browserOf(kim);
    const session = browser.set.find((cookie) => cookie.includes('-session-')) ?? '';
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Strict/);
    const { headers } = await browser.ask('/console/api/session');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; .*frame-ancestors 'none'.*trusted-types/,
    );
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('refuses a decision on an outdated page', async () => {
    const browser = await browserOf(kim);
    const change = { ...rollBack(), expected: versions[0] };
    expect(await answered(browser.change(change))).toMatch(/^409 mf-booking changed meanwhile/);
    expect(await liveVersion()).toBe(versions[1]);
  });

  test.each([
    [{ action: 'retire' }, 422],
    [{ action: 'rollback', version: '../../site' }, 422],
    [{ action: 'lock', why: ' ' }, 422],
    [{ action: 'canary', percent: 101 }, 422],
    [null, 422],
  ])('refuses the malformed change %j', async (change, status) => {
    const browser = await browserOf(kim);
    const body = change && { ...rollBack(), ...change };
    expect((await browser.post('/changes', body)).status).toBe(status);
    expect(await liveVersion()).toBe(versions[1]);
  });
});

test('shows remotes, releases, differences and the audit log', async () => {
  const browser = await browserOf({ sub: 'vi', groups: ['staff'] });
  const { remotes } = await browser.read<Overview>('/overview');
  expect(remotes.find(({ name }) => name === 'mf-booking')).toMatchObject({
    live: { version: versions[1], by: `key ${booking.id}`, commit: expect.any(String) },
    history: [versions[0]],
    canary: null,
    lock: null,
  });
  const details = await browser.read<RemoteDetails>('/remotes/mf-booking');
  const states = details.releases.map(({ version, state }) => [version, state]);
  expect(Object.fromEntries(states)).toEqual({ [versions[0]]: 'earlier', [versions[1]]: 'live' });
  const query = new URLSearchParams({ from: versions[0], to: versions[1] });
  expect(await browser.read(`/remotes/mf-booking/difference?${query}`)).toMatchObject({
    contract: null,
    shared: [],
    files: [{ name: 'web/more.js', from: expect.any(Number), to: expect.any(Number) }],
  });
  const first = await browser.read<AuditPage>('/audit?limit=2');
  const second = await browser.read<AuditPage>(`/audit?limit=2&before=${first.next}`);
  const changed = [...first.entries, ...second.entries].map(({ remote }) => remote);
  expect(changed).toEqual(['mf-account', 'mf-booking', 'mf-booking']);
  expect(second.next).toBeNull();
  const filtered = await browser.read<AuditPage>(`/audit?remote=mf-booking&who=${booking.id}`);
  expect(filtered.entries).toHaveLength(2);
});

test('announces each change to open pages', async () => {
  const browser = await browserOf({ sub: 'vi', groups: ['staff'] });
  const stream = await browser.ask('/console/api/events');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: ready');
  const team = await browserOf(kim);
  expect(await answered(team.change(rollBack()))).toMatch(/^200/);
  expect((await reader?.read())?.value).toContain('event: change');
  await reader?.cancel();
  expect((await fetch(`${url}/console/api/events`)).status).toBe(401);
});

test('gives programs the overview and pages of the audit log', async () => {
  const read = async (path: string) => {
    const audience = new URL(url).host;
    const headers = signRequest({ method: 'GET', path, audience, body: Buffer.alloc(0) }, booking);
    return (await fetch(url + path, { headers })).json() as Promise<unknown>;
  };
  expect(await read('/v1/overview')).toMatchObject({ revision: 3, remotes: expect.any(Array) });
  expect(await read('/v1/audit?limit=1')).toMatchObject({
    entries: [{ remote: 'mf-account' }],
    next: expect.any(String),
  });
  expect((await fetch(`${url}/v1/overview`)).status).toBe(403);
});

test('says how to get a console without an identity provider', async () => {
  const bare = await start({ console: null });
  const answer = await fetch(`${bare}/console`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('console --to');
});
