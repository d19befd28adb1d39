import { createCipheriv } from 'node:crypto';
import { addOwner, type Store, setCountersigners } from '@carry/releases';
import { CLIENT, type Provider } from '@carry/releases/testing/provider';
import type { Browser, Cookie, Page } from 'playwright/test';
import { expect } from '../site/guard';
import { asTeam, createKey } from '../site/keys';
import { startConsole } from './console';

export const REMOTE = 'mf-booking';
/** Name of the release servers' signing key. */
const SERVER = 'release-server';

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

/** Settings of release servers at whose console accounts sign in; the group `staff` may look, `release` may do everything. */
export const getConsole = ({ issuer }: Provider) => ({
  ...asTeam(SERVER),
  CONSOLE_OIDC_ISSUER: issuer.url,
  CONSOLE_OIDC_CLIENT_ID: CLIENT.clientId,
  CONSOLE_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  CONSOLE_VIEWERS: 'groups=staff',
  CONSOLE_OPERATORS: 'groups=release',
});

/** Lets accounts of a provider act for a team, and release servers sign for them. */
export async function admitAccounts(store: Store, { issuer }: Provider): Promise<void> {
  const oidc = [{ issuer: issuer.url, audience: CLIENT.clientId, claims: { groups: 'booking' } }];
  await addOwner(store, REMOTE, { owner: { paths: [], oidc }, why: 'test' });
  await setCountersigners(store, [createKey(SERVER).publicKey], { why: 'test' });
}

const VIEWER = { sub: 'vi', groups: ['staff'] };
const OPERATOR = { sub: 'olga', groups: ['release'] };

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
  const readStatus = async (value: string) => {
    const headers = { cookie: `${session.name}=${value}` };
    return (await fetch(`${url}/console/api/session`, { headers })).status;
  };
  expect(await readStatus(session.value)).toBe(200);
  const values = [...forgeSessions(session.value), begun.split('=')[1] ?? ''];
  for (const [index, value] of values.entries())
    expect(await readStatus(value), `forged session ${index}`).toBe(401);
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

/** Opens the console of a team's key at a release server. */
async function openConsole(
  page: Page,
  { url, siteUrl }: Attacked,
  team: string,
): Promise<() => Promise<void>> {
  const { link, stop } = await startConsole({ ...asTeam(team), SITE_URL: siteUrl }, '--to', url);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return stop;
}

export interface Attacked {
  /** Address of the release server. */
  url: string;
  siteUrl: string;
  provider: Provider;
}

/** Attacks a console as the owner's page, another team and a viewer. The owner's remote stays unlocked. */
export async function attackConsole(browser: Browser, attacked: Attacked): Promise<void> {
  const { url, provider } = attacked;
  const stops: (() => Promise<void>)[] = [];
  const own = await browser.newPage();
  const foreign = await browser.newPage();
  try {
    stops.push(await openConsole(own, attacked, REMOTE));
    expect(await changeFrom(own, { token: 'A'.repeat(43) })).toBe(403);

    stops.push(await openConsole(foreign, attacked, 'mf-account'));
    await foreign.goto(new URL(`/console/remotes/${REMOTE}`, foreign.url()).href);
    await expect(foreign.getByText(/may not change mf-booking/)).toBeVisible();
    await mayNotChange(foreign);

    await lockAndUnlock(browser, url, provider);
    await attackAsViewer(browser, url, provider);
  } finally {
    await Promise.all([own.close(), foreign.close()]);
    await Promise.all(stops.map((stop) => stop()));
  }
}
