// The console of a release server with accounts of an identity provider: roles, signatures, attacks.
import type { AuditPage, Overview, RemoteDetails } from '@carry/contracts/console';
import { describe, expect, test, vi } from 'vitest';
import { lock, quarantine, readAudit, readLive, setPreview } from '../src/index';
import { signRequest } from '../src/signing/request';
import { assertPointerTrusted, SignedStore } from '../src/signing/signed-store';
import {
  fixture,
  kim,
  liveVersion,
  prepareAccountConsole,
  rollBack,
  server,
  signInBrowser,
  start,
  trust,
  WHO,
} from './account-console';
import { numbered, owners, release } from './build';
import { answered, ConsoleBrowser } from './console-browser';
import { Issuer } from './issuer';
import { bench, booking, operator } from './service-bench';

prepareAccountConsole();

describe('team', () => {
  test('rolls back and promotes with the signature of the release server', async () => {
    const browser = await signInBrowser(kim);
    expect(await answered(browser.change(rollBack()))).toBe(
      `200 mf-booking@${fixture.versions[0]} is live`,
    );
    expect(await liveVersion()).toBe(fixture.versions[0]);
    const live = await readLive(bench.behind);
    assertPointerTrusted('mf-booking', live, { trust: trust() });
    expect(live.remotes['mf-booking']?.order?.signature).toMatchObject({
      key: server.id,
      by: { issuer: fixture.provider.issuer.url, subject: 'kim' },
    });
    const promote = { ...rollBack(), action: 'promote', version: fixture.versions[1] } as const;
    expect(await answered(browser.change({ ...promote, expected: fixture.versions[0] }))).toMatch(
      /^200/,
    );
    const audit = await readAudit(bench.behind, 'mf-booking');
    expect(audit.slice(-2)).toMatchObject([
      { action: 'rollback', who: WHO(), why: 'worse', to: fixture.versions[0] },
      { action: 'promote', who: WHO(), to: fixture.versions[1] },
    ]);
  });

  test('rolls out, pauses, locks and ends previews', async () => {
    const browser = await signInBrowser(kim);
    const third = await release(new SignedStore(bench.behind, trust, booking), numbered(3), {
      target: { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) },
    });
    const about = { remote: 'mf-booking', why: 'because' };
    const plan = { steps: [5, 100], minutes: 0, views: 0, approve: true };
    const start = { action: 'rollout', ...plan, version: third.version, ...about } as const;
    expect(await answered(browser.change(start))).toMatch(/^200/);
    const started = (await readLive(bench.behind)).remotes['mf-booking']?.canary;
    expect(started?.rollout).toMatchObject({ step: 0, approve: true });
    const rollout = { ...about, version: third.version };
    const changes = [
      { action: 'pause', ...rollout },
      { action: 'resume', ...rollout },
      { action: 'approve', step: 0, ...rollout },
      { action: 'abort', ...rollout },
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

  test('raises a rollout once, however often the same step is approved', async () => {
    const browser = await signInBrowser(kim);
    const team = new SignedStore(bench.behind, trust, booking);
    const preview = { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) };
    const { version } = await release(team, numbered(3), { target: preview });
    const about = { remote: 'mf-booking', version, why: 'looks fine' };
    const plan = { steps: [5, 25, 50], minutes: 0, views: 0, approve: true };
    await answered(browser.change({ action: 'rollout', ...plan, ...about }));
    const approve = { action: 'approve', step: 0, ...about } as const;
    const answers = await Promise.all([
      answered(browser.change(approve)),
      answered(browser.change(approve)),
    ]);
    expect(answers.sort()).toEqual([
      `200 mf-booking@${version} goes to 25 % of the visitors`,
      expect.stringMatching(/^409 .* changed meanwhile/),
    ]);
    expect(await answered(browser.change(approve))).toMatch(/^409 .* changed meanwhile/);
    expect((await readLive(bench.behind)).remotes['mf-booking']?.canary?.percent).toBe(25);
    const another = { action: 'abort', ...about, version: fixture.versions[0] } as const;
    expect(await answered(browser.change(another))).toMatch(/^409 .* is rolling out now/);
  });

  test('starts, raises and ends a canary', async () => {
    const browser = await signInBrowser(kim);
    const preview = { channel: 'pr-1', expires: new Date(Date.now() + 86_400_000) };
    const team = new SignedStore(bench.behind, trust, booking);
    const { version } = await release(team, numbered(3), { target: preview });
    const canary = { action: 'canary', remote: 'mf-booking', version, why: 'try' } as const;
    for (const percent of [10, 40, 0]) {
      expect(await answered(browser.change({ ...canary, percent }))).toBe(
        `200 mf-booking@${version} goes to ${percent} % of the visitors`,
      );
      const live = await readLive(bench.behind);
      expect(live.remotes['mf-booking']?.canary).toMatchObject({ version, percent });
      assertPointerTrusted('mf-booking', live, { trust: trust() });
    }
    expect((await readAudit(bench.behind, 'mf-booking')).slice(-3)).toMatchObject(
      [10, 40, 0].map((percent) => ({ action: 'canary', percent, who: WHO(), why: 'try' })),
    );
    expect(await liveVersion()).toBe(fixture.versions[1]);
  });

  test('lifts a quarantine', async () => {
    const [first, second] = fixture.versions;
    const team = new SignedStore(bench.behind, trust, booking);
    await quarantine(team, 'mf-booking', { version: second, why: 'LCP is high', to: first });
    const browser = await signInBrowser(kim);
    const promote = { ...rollBack(), action: 'promote', version: second } as const;
    expect(await answered(browser.change(promote))).toMatch(/^422 .* has been in quarantine/);
    const lift = { ...promote, action: 'lift', why: 'it was the database' } as const;
    expect(await answered(browser.change({ ...lift, expected: first }))).toBe(
      `200 mf-booking@${second} may be served again`,
    );
    expect((await readLive(bench.behind)).remotes['mf-booking']?.quarantine).toBeUndefined();
    expect((await readAudit(bench.behind, 'mf-booking')).at(-1)).toMatchObject({
      ...{ action: 'lift', to: second, who: WHO(), why: 'it was the database' },
    });
    expect(await answered(browser.change(promote))).toBe(`200 mf-booking@${second} is live`);
  });

  test("cannot touch another team's remote", async () => {
    const browser = await signInBrowser(kim);
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
    const browser = await signInBrowser(kim);
    const unlock = { action: 'unlock', remote: 'mf-booking', why: 'now' } as const;
    expect(await answered(browser.change(unlock))).toMatch(/^403 .* may not unlock mf-booking/);
  });

  test('loses access when the owner removes its claim', async () => {
    const browser = await signInBrowser(kim);
    const before = fixture.provider.issuer.url;
    vi.spyOn(fixture.provider.issuer, 'url', 'get').mockReturnValue('https://elsewhere.example');
    expect(await answered(browser.change(rollBack()))).toContain(
      `does not accept accounts of ${before}`,
    );
    vi.restoreAllMocks();
  });
});

describe('other roles', () => {
  test('viewer changes nothing', async () => {
    const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
    const { role, remotes } = await browser.start();
    expect(role).toBe('viewer');
    expect(Object.values(remotes)).not.toContain(null);
    expect(await answered(browser.change(rollBack()))).toMatch(/^403 You may look at mf-booking/);
    await setPreview(new SignedStore(bench.behind, trust, booking), {
      channel: 'pr-1',
      remote: 'mf-booking',
      version: fixture.versions[1],
      expires: new Date(Date.now() + 60_000),
      why: 'look',
    });
    const link = '/console/api/preview-link?remote=mf-booking&channel=pr-1';
    const { url } = (await (await browser.ask(link)).json()) as { url: string };
    expect(url).toContain('?preview=mf-booking@pr-1.');
    expect(await liveVersion()).toBe(fixture.versions[1]);
  });

  test('operator changes each remote that accepts the issuer', async () => {
    const browser = await signInBrowser({ sub: 'op', groups: ['platform'] });
    const { role, remotes } = await browser.start();
    expect([role, remotes['mf-booking'], remotes['mf-account']]).toEqual(['operator', null, null]);
    const change = { action: 'lock', remote: 'mf-account', why: 'final' } as const;
    expect(await answered(browser.change(change))).toMatch(/^200/);
    assertPointerTrusted('mf-account', await readLive(bench.behind), { trust: trust() });
  });

  test('account without a role gets no session', async () => {
    const browser = new ConsoleBrowser(fixture.url);
    const answer = await browser.signIn(fixture.provider, { sub: 'eve', groups: ['sales'] });
    expect(answer.headers.get('location')).toBe('/console/welcome?problem=no-role');
    expect(browser.cookies.size).toBe(0);
    expect((await browser.ask('/console/api/overview')).status).toBe(401);
  });

  test.each([
    ['without a key', { key: null }, /^403 You may look .*: its release server has no/],
    ['without trust in its key', {}, /^403 You may look .*: site.json does not list/],
  ])('is read-only %s', async (what, more, why) => {
    if (what.includes('trust')) fixture.countersigners = [operator.publicKey];
    const browser = await signInBrowser(kim, await start(more));
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
    const browser = await signInBrowser(kim);
    expect(await answered(browser.change(rollBack(), headers))).toMatch(/^403 /);
    expect(await liveVersion()).toBe(fixture.versions[1]);
  });

  test('refuses other hosts', async () => {
    const browser = await signInBrowser(kim);
    const host = { host: 'evil.example', origin: 'http://evil.example' };
    const { request } = await import('node:http');
    const status = await new Promise<number>((resolve) =>
      request(`${fixture.url}/console/api/session`, { headers: host }, (answer) =>
        resolve(answer.statusCode ?? 0),
      ).end(),
    );
    expect(status).toBe(403);
    expect((await browser.ask('/console/api/session')).status).toBe(200);
  });

  test('refuses a token that the provider did not sign', async () => {
    fixture.provider.forger = await new Issuer().open();
    const browser = new ConsoleBrowser(fixture.url);
    const answer = await browser.signIn(fixture.provider, { ...kim, groups: ['platform'] });
    expect(answer.headers.get('location')).toBe('/console/welcome?problem=failed');
    expect(browser.cookies.size).toBe(0);
    fixture.provider.forger.close();
  });

  test('refuses forged, foreign and expired session cookies', async () => {
    let now = new Date();
    const browser = await signInBrowser(kim, await start({ now: () => now }));
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
    const victim = new ConsoleBrowser(fixture.url);
    const authorize = await victim.begin();
    const state = authorize.searchParams.get('state') ?? '';
    const code = fixture.provider.grant(authorize, kim);
    const thief = new ConsoleBrowser(fixture.url);
    expect((await thief.finish(code, state)).headers.get('location')).toContain('problem=expired');
    expect((await victim.finish(code, 'another')).headers.get('location')).toContain('=failed');
    const again = await victim.begin();
    const stale = fixture.provider.grant(authorize, kim); // its nonce is of another sign-in
    const fresh = again.searchParams.get('state') ?? '';
    expect((await victim.finish(stale, fresh)).headers.get('location')).toContain('=failed');
    expect(victim.cookies.size).toBe(0);
  });

  test('sets cookies that scripts and other sites cannot use', async () => {
    const browser = await signInBrowser(kim);
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
    const browser = await signInBrowser(kim);
    const change = { ...rollBack(), expected: fixture.versions[0] };
    expect(await answered(browser.change(change))).toMatch(/^409 mf-booking changed meanwhile/);
    expect(await liveVersion()).toBe(fixture.versions[1]);
  });

  test.each([
    [{ action: 'retire' }, 422],
    [{ action: 'rollback', version: '../../site' }, 422],
    [{ action: 'lock', why: ' ' }, 422],
    [{ action: 'canary', percent: 101 }, 422],
    [null, 422],
  ])('refuses the malformed change %j', async (change, status) => {
    const browser = await signInBrowser(kim);
    const body = change && { ...rollBack(), ...change };
    expect((await browser.post('/changes', body)).status).toBe(status);
    expect(await liveVersion()).toBe(fixture.versions[1]);
  });
});

test('shows remotes, releases, differences and the audit log', async () => {
  const browser = await signInBrowser({ sub: 'vi', groups: ['staff'] });
  const { remotes } = await browser.read<Overview>('/overview');
  expect(remotes.find(({ name }) => name === 'mf-booking')).toMatchObject({
    live: { version: fixture.versions[1], by: `key ${booking.id}`, commit: expect.any(String) },
    history: [fixture.versions[0]],
    canary: null,
    lock: null,
  });
  const details = await browser.read<RemoteDetails>('/remotes/mf-booking');
  const states = details.releases.map(({ version, state }) => [version, state]);
  expect(Object.fromEntries(states)).toEqual({
    [fixture.versions[0]]: 'earlier',
    [fixture.versions[1]]: 'live',
  });
  const query = new URLSearchParams({ from: fixture.versions[0], to: fixture.versions[1] });
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

test('gives programs the overview and pages of the audit log', async () => {
  const read = async (path: string) => {
    const audience = new URL(fixture.url).host;
    const headers = signRequest({ method: 'GET', path, audience, body: Buffer.alloc(0) }, booking);
    return (await fetch(fixture.url + path, { headers })).json() as Promise<unknown>;
  };
  expect(await read('/v1/overview')).toMatchObject({ revision: 3, remotes: expect.any(Array) });
  expect(await read('/v1/audit?limit=1')).toMatchObject({
    entries: [{ remote: 'mf-account' }],
    next: expect.any(String),
  });
  expect(await read('/v1/day')).toEqual({
    unavailable: expect.stringMatching(/^No numbers: /),
  });
  for (const path of ['overview', 'day'])
    expect((await fetch(`${fixture.url}/v1/${path}`)).status).toBe(403);
});

test('explains the console without an identity provider', async () => {
  const bare = await start({ console: null });
  const answer = await fetch(`${bare}/console`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('console --to');
});
