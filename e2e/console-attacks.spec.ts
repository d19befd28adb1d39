// Attacks on the console of a release server: by viewers, other teams, forged sessions and replayed sign-ins.
import { createCipheriv } from 'node:crypto';
import { addOwner, readLive, setCountersigners } from '@carry/releases';
import { CLIENT, Provider } from '@carry/releases/testing/provider';
import type { Browser, Cookie, Page } from 'playwright/test';
import { freePorts, fromSource, startService } from 'workspace/process';
import { startConsole } from './support/releases/console';
import { storeOf } from './support/releases/releases';
import { expect, type Site, test } from './support/site/fixtures';
import { asTeam, keyOf } from './support/site/keys';

const REMOTE = 'mf-booking';

/** Sends a change from a page of the console, with the CSRF token of its session or another one. */
const changeFrom = (
  page: Page,
  { action = 'lock', token }: { action?: 'lock' | 'unlock'; token?: string } = {},
): Promise<number> =>
  page.evaluate(
    async ({ action, remote, other }) => {
      const session = (await (await fetch('/console/api/session')).json()) as { csrf: string };
      const answer = await fetch('/console/api/changes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': other ?? session.csrf },
        body: JSON.stringify({ action, remote, why: 'mine' }),
      });
      return answer.status;
    },
    { action, remote: REMOTE, other: token },
  );

/** Settings of a console at which accounts sign in; the group `staff` may look, `release` may do everything. */
const consoleOf = ({ issuer }: Provider) => ({
  CONSOLE_OIDC_ISSUER: issuer.url,
  CONSOLE_OIDC_CLIENT_ID: CLIENT.clientId,
  CONSOLE_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  CONSOLE_VIEWERS: 'groups=staff',
  CONSOLE_OPERATORS: 'groups=release',
});

const VIEWER = { sub: 'vi', groups: ['staff'] };
const OPERATOR = { sub: 'olga', groups: ['release'] };
/** Name of the release server's signing key. */
const SERVER = 'release-server';

/** Begins a sign-in. Returns the page of the provider, and the cookie of the sign-in. */
async function beginSignIn(page: Page, url: string): Promise<{ authorize: URL; begun: string }> {
  // Playwright does not intercept a redirect, so the provider's part is played here
  const answer = await page.request.get(`${url}/console/sign-in`, { maxRedirects: 0 });
  const { location = '', 'set-cookie': cookie = '' } = answer.headers();
  return { authorize: new URL(location), begun: cookie.split(';')[0] ?? '' };
}

interface SignedIn {
  /** Address to which the provider sent the browser. */
  address: string;
  authorize: URL;
  /** Cookie of the begun sign-in. */
  begun: string;
}

/** Signs an account in at the console of a release server. */
async function signIn(
  page: Page,
  url: string,
  { provider, account }: { provider: Provider; account: typeof VIEWER },
): Promise<SignedIn> {
  await page.goto(`${url}/console/`);
  const link = page.getByRole('link', { name: 'Sign in' });
  await expect(link).toHaveAttribute('href', '/console/sign-in');
  const { authorize, begun } = await beginSignIn(page, url);
  const code = provider.grant(authorize, account);
  const query = new URLSearchParams({ code, state: authorize.searchParams.get('state') ?? '' });
  const address = `${authorize.searchParams.get('redirect_uri')}?${query}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return { address, authorize, begun };
}

const mayNotChange = async (page: Page) => {
  await expect(page.getByRole('row', { name: /^\d+\.\d+\.\d+-/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Abort|Lock|Roll back/ })).toHaveCount(0);
  expect(await changeFrom(page)).toBe(403);
};

const encode = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');

/** Returns sessions of an operator that nobody started: changed, unsigned, and encrypted with a known key. */
function forgeSessions(session: string): string[] {
  const value = {
    user: {
      issuer: 'https://id.example',
      subject: 'eve',
      name: 'Eve',
      isOperator: true,
      identities: [],
    },
    csrf: 'A'.repeat(43),
  };
  const claims = { value, aud: 'session', iat: 1, exp: 4_000_000_000 };
  const [head = '', key, iv, , tag] = session.split('.');
  const nonce = Buffer.alloc(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32), nonce).setAAD(Buffer.from(head));
  const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()]);
  return [
    [head, key, iv, encode(claims), tag].join('.'),
    `${encode({ alg: 'none' })}.${encode(claims)}.`,
    [head, '', encode(nonce), encode(text), encode(cipher.getAuthTag())].join('.'),
  ];
}

/** Resolves with the query of the address to which a replayed sign-in leads. */
async function replay({ address }: Pick<SignedIn, 'address'>, cookie: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  expect(answer.headers.getSetCookie().join()).not.toContain('-session-');
  return answer.headers.get('location') ?? '';
}

/** Sends forged sessions and the cookie of a begun sign-in. */
async function attackSessions(url: string, session: Cookie, begun: string): Promise<void> {
  const statusOf = async (value: string) => {
    const headers = { cookie: `${session.name}=${value}` };
    return (await fetch(`${url}/console/api/session`, { headers })).status;
  };
  expect(await statusOf(session.value)).toBe(200);
  const values = [...forgeSessions(session.value), begun.split('=')[1] ?? ''];
  for (const [index, value] of values.entries())
    expect(await statusOf(value), `forged session ${index}`).toBe(401);
}

/** Sends a change with a session and its CSRF token from another origin. */
async function attackFromElsewhere(url: string, { name, value }: Cookie): Promise<void> {
  const cookie = `${name}=${value}`;
  const own = await fetch(`${url}/console/api/session`, { headers: { cookie } });
  const { csrf } = (await own.json()) as { csrf: string };
  const answer = await fetch(`${url}/console/api/changes`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': csrf,
      cookie,
      origin: 'https://evil.example',
    },
    body: JSON.stringify({ action: 'lock', remote: REMOTE, why: 'mine' }),
  });
  expect(await answer.text()).toContain('another origin');
}

/** Signs in as a viewer, who changes nothing, forges sessions and replays the sign-in. */
async function attackAsViewer(browser: Browser, url: string, provider: Provider): Promise<void> {
  const viewer = await browser.newPage();
  const signedIn = await signIn(viewer, url, { provider, account: VIEWER });
  await viewer.goto(`${url}/console/remotes/${REMOTE}`);
  await expect(viewer.getByText(/may look at mf-booking/)).toBeVisible();
  await mayNotChange(viewer);

  const cookies = await viewer.context().cookies(url);
  const session = cookies.find(({ name }) => name.includes('-session-'));
  if (!session) throw new Error('no session');
  await attackSessions(url, session, signedIn.begun);
  await attackFromElsewhere(url, session);

  expect(await replay(signedIn, '')).toContain('problem=expired');
  expect(await replay(signedIn, signedIn.begun)).toContain('problem=failed');
  const { begun } = await beginSignIn(viewer, url);
  const unused = provider.grant(signedIn.authorize, VIEWER);
  const stolen = { address: signedIn.address.replace(/code=[^&]+/, `code=${unused}`) };
  expect(await replay(stolen, begun)).toContain('problem=failed');
  await viewer.close();
}

/** Shows that the server signs for accounts: an operator's change is accepted. */
async function lockAndUnlock(browser: Browser, url: string, provider: Provider): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, url, { provider, account: OPERATOR });
  for (const action of ['lock', 'unlock'] as const)
    expect(await changeFrom(page, { action })).toBe(200);
  await page.close();
}

/** Starts a release server at which accounts of a provider sign in. */
async function startReleases(site: Site, provider: Provider) {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const command = fromSource('tools/commands/releases.ts');
  const store = storeOf(site);
  const { clientId: audience } = CLIENT;
  const oidc = [{ issuer: provider.issuer.url, audience, claims: { groups: 'booking' } }];
  await addOwner(store, REMOTE, { owner: { paths: [], oidc }, why: 'test' });
  await setCountersigners(store, [keyOf(SERVER).publicKey], { why: 'test' });
  const service = await startService({
    name: 'releases',
    program: { ...command, args: [...command.args, 'serve', '--port', String(port)] },
    env: {
      RELEASES_STORE: site.store,
      ...asTeam(SERVER),
      RELEASES_URL: url,
      SITE_URL: site.urls.site,
      ...consoleOf(provider),
    },
    readyUrl: `${url}/healthz`,
    log: (line) => site.lines.push(line),
  });
  return { url, service };
}

/** Opens the console of a team's key at a release server. */
async function openConsole(site: Site, page: Page, { url, team }: { url: string; team: string }) {
  const opened = await startConsole({ ...asTeam(team), SITE_URL: site.urls.site }, '--to', url);
  await page.goto(opened.link);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return opened;
}

test('refuses changes of viewers and other teams, and forged requests', {
  tag: ['@ours', '@fault-fleet'],
}, async ({ page, browser, site, expectErrors }) => {
  test.setTimeout(180_000);
  expectErrors('403 /console/api/changes', '401 /console/api/session');
  const provider = await new Provider().open();
  const { url, service } = await startReleases(site, provider);
  const stops: (() => Promise<unknown>)[] = [service.stop];
  try {
    stops.push((await openConsole(site, page, { url, team: REMOTE })).stop);
    expect(await changeFrom(page, { token: 'A'.repeat(43) })).toBe(403);

    const foreign = await browser.newPage();
    stops.push((await openConsole(site, foreign, { url, team: 'mf-account' })).stop);
    await foreign.goto(new URL(`/console/remotes/${REMOTE}`, foreign.url()).href);
    await expect(foreign.getByText(/may not change mf-booking/)).toBeVisible();
    await mayNotChange(foreign);
    await foreign.close();

    await lockAndUnlock(browser, url, provider);
    await attackAsViewer(browser, url, provider);
    expect((await readLive(storeOf(site))).remotes[REMOTE]?.lock).toBeUndefined();
  } finally {
    await page.close();
    await Promise.all(stops.map((stop) => stop()));
    provider.close();
  }
});
