// Attacks on the console of a release server: by viewers, other teams, forged sessions and replayed sign-ins.
import { readLive } from '@carry/releases';
import { CLIENT, Provider } from '@carry/releases/testing/provider';
import type { Browser, Page } from 'playwright/test';
import { freePorts, fromSource, startService } from 'workspace/process';
import { startConsole } from './support/releases/console';
import { storeOf } from './support/releases/releases';
import { expect, type Site, test } from './support/site/fixtures';
import { asTeam, trusted } from './support/site/keys';

const REMOTE = 'mf-booking';

/** Sends a change from a page of the console, with the CSRF token of its session or another one. */
const changeFrom = (page: Page, token?: string): Promise<number> =>
  page.evaluate(
    async ({ remote, other }) => {
      const session = (await (await fetch('/console/api/session')).json()) as { csrf: string };
      const answer = await fetch('/console/api/changes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': other ?? session.csrf },
        body: JSON.stringify({ action: 'lock', remote, why: 'mine' }),
      });
      return answer.status;
    },
    { remote: REMOTE, other: token },
  );

/** Settings of a console at which accounts sign in; the group `staff` may look. */
const consoleOf = ({ issuer }: Provider) => ({
  CONSOLE_OIDC_ISSUER: issuer.url,
  CONSOLE_OIDC_CLIENT_ID: CLIENT.clientId,
  CONSOLE_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  CONSOLE_VIEWERS: 'groups=staff',
});

/** Signs an account in at the console of a release server. Returns the address to which the provider sent it. */
async function signIn(page: Page, url: string, provider: Provider): Promise<string> {
  await page.goto(`${url}/console/`);
  const link = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href');
  // Playwright does not intercept a redirect, so the provider's part is played here
  const begun = await page.request.get(new URL(link ?? '', page.url()).href, { maxRedirects: 0 });
  const authorize = new URL(begun.headers()['location'] ?? '');
  const code = provider.grant(authorize, { sub: 'vi', groups: ['staff'] });
  const answer = new URLSearchParams({ code, state: authorize.searchParams.get('state') ?? '' });
  const signedIn = `${authorize.searchParams.get('redirect_uri')}?${answer}`;
  await page.goto(signedIn);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return signedIn;
}

const mayNotChange = async (page: Page) => {
  await expect(page.getByRole('row', { name: /^\d+\.\d+\.\d+-/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Abort|Lock|Roll back/ })).toHaveCount(0);
  expect(await changeFrom(page)).toBe(403);
};

/** Signs in as a viewer, who changes nothing, forges a role and replays the sign-in. */
async function attackAsViewer(browser: Browser, url: string, provider: Provider): Promise<void> {
  const viewer = await browser.newPage();
  const signedIn = await signIn(viewer, url, provider);
  await viewer.goto(`${url}/console/remotes/${REMOTE}`);
  await expect(viewer.getByText(/may look at mf-booking/)).toBeVisible();
  await mayNotChange(viewer);

  const cookies = await viewer.context().cookies(url);
  const session = cookies.find(({ name }) => name.includes('-session-'));
  if (!session) throw new Error('no session');
  const sessionStatus = async (value: string) => {
    const headers = { cookie: `${session.name}=${value}` };
    return (await fetch(`${url}/console/api/session`, { headers })).status;
  };
  expect(await sessionStatus(session.value)).toBe(200);
  const [head, key, iv, , tag] = session.value.split('.');
  const role = Buffer.from('{"isOperator":true}').toString('base64url');
  expect(await sessionStatus([head, key, iv, role, tag].join('.'))).toBe(401);

  const replayed = await fetch(signedIn, { redirect: 'manual' });
  expect(replayed.headers.get('location')).toContain('problem=expired');
  await viewer.close();
}

/** Starts a release server at which accounts of a provider sign in. */
async function startReleases(site: Site, provider: Provider) {
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const command = fromSource('tools/commands/releases.ts');
  const service = await startService({
    name: 'releases',
    program: { ...command, args: [...command.args, 'serve', '--port', String(port)] },
    env: {
      RELEASES_STORE: site.store,
      RELEASES_TRUST: trusted(),
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
    expect(await changeFrom(page, 'A'.repeat(43))).toBe(403);

    const foreign = await browser.newPage();
    stops.push((await openConsole(site, foreign, { url, team: 'mf-account' })).stop);
    await foreign.goto(new URL(`/console/remotes/${REMOTE}`, foreign.url()).href);
    await expect(foreign.getByText(/may not change mf-booking/)).toBeVisible();
    await mayNotChange(foreign);
    await foreign.close();

    await attackAsViewer(browser, url, provider);
    expect((await readLive(storeOf(site))).remotes[REMOTE]?.lock).toBeUndefined();
  } finally {
    await page.close();
    await Promise.all(stops.map((stop) => stop()));
    provider.close();
  }
});
