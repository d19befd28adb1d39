// The console in a browser: a team rolls back and returns with its own key, at a real release server.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Candidate, encode, readLive, readRelease, readSite, setFlag } from '@carry/releases';
import { build, numbered, release } from '@carry/releases/testing';
import { expect, type Page } from 'playwright/test';
import { freePorts } from 'workspace/process';
import { violationsAt } from './support/pages/accessibility';
import { type OpenedConsole, startCommand, startConsole } from './support/releases/console';
import { publishedStore } from './support/site/global-setup';
import { test } from './support/site/guard';
import { asOperator, asTeam, signedStore, trusted } from './support/site/keys';

const REMOTE = 'mf-booking';

const isNight = process.env['TEST_FULL'] === '1';
const themes = isNight ? (['dark', 'light'] as const) : (['light'] as const);
const widths = isNight ? [360, 1920] : [360];

/** Returns the page's problems in one theme and at the smallest width; at night in both themes and at the largest width, too. */
async function findProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of themes) problems.push(...(await violationsAt(page, theme)));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (tooWide) problems.push(`too wide at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return problems;
}

/** Starts a release server on a store, and the console of a key holder. */
async function openConsole(store: string, env = asTeam(REMOTE)): Promise<OpenedConsole> {
  const [port = 0] = await freePorts();
  const atStore = { RELEASES_STORE: store, RELEASES_TRUST: trusted() };
  const serving = await startCommand(['serve'], { env: atStore, port, log: () => {} });
  const opened = await startConsole(env, '--to', `http://localhost:${port}`);
  return {
    link: opened.link,
    stop: async () => void (await Promise.all([opened.stop(), serving.stop()])),
  };
}

/** Server code of a remote that declares a feature flag. */
const WITH_FLAG = `exports.default = {
  contractVersion: 2,
  flags: { 'new-form': { default: false, does: 'Shows the new form' } },
  createRoutes: () => [{ id: 'booking', path: '/booking/:id', Component: () => null }],
};`;

/** Returns a gate that takes a picture of a page with this heading. */
async function pictureGate(page: Page, heading: string) {
  await page.setContent(`<h1>${heading}</h1>`);
  const content = await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 400 } });
  const size = { width: 640, height: 400 };
  return async ({ pictures }: Candidate) =>
    void pictures.push({ route: '/booking/:id', page: '/booking/1', content, ...size });
}

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-console-'));
  cpSync(publishedStore, folder, { recursive: true });
});
test.afterEach(() => rmSync(folder, { recursive: true }));

test('rolls back and returns in the console', async ({ page, browser, expectErrors }) => {
  test.setTimeout(240_000);
  const store = signedStore(folder);
  const live = async () => (await readLive(store)).remotes[REMOTE]?.version ?? '';
  const before = [await pictureGate(page, 'Book a session')];
  const after = [await pictureGate(page, 'Book your session')];
  const { version: first } = await release(store, numbered(1), { gates: before });
  const declaring = numbered(2, { server: WITH_FLAG });
  const { version: second } = await release(store, declaring, { gates: after });
  await setFlag(store, REMOTE, { flag: 'new-form', percent: 25, why: 'test' });
  const refused = release(store, build({ contractVersion: 99 }));
  await expect(refused).rejects.toThrow(/contract 99/);
  const opened = await openConsole(folder);
  try {
    await page.goto(opened.link);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(page.url()).not.toContain('sign-in');
    await expect(page.getByText('mf-account', { exact: true })).toBeVisible();
    expect(await findProblems(page)).toEqual([]);

    await page.getByRole('link', { name: REMOTE, exact: true }).click();
    const refusals = page.getByRole('region', { name: 'Refused publishes' });
    await expect(refusals.getByText(/built for contract 99/)).toBeVisible();
    await refusals.getByText('Checks', { exact: true }).click();
    const refusedBy = refusals.getByRole('row', { name: /^contract, paths/ });
    await expect(refusedBy.getByText('Refused')).toBeVisible();
    await page.getByRole('button', { name: `Roll back: ${first}` }).click();
    await page.getByLabel('Reason (optional)').fill('The form is worse');
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(`${REMOTE}@${first} is live`);
    expect(await live()).toBe(first);
    await expect(
      page.getByRole('row', { name: second }).getByText('Rolled back from'),
    ).toBeVisible();

    await page.getByRole('button', { name: `Return: ${second}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(`${REMOTE}@${second} is live`);
    expect(await live()).toBe(second);
    await expect(page.getByRole('row', { name: /^new-form/ })).toContainText('On for 25 %');
    expect(await findProblems(page)).toEqual([]);

    await page.getByRole('link', { name: `Compare ${first} with the live release` }).click();
    await expect(page.getByRole('region', { name: 'Differences of files' })).toBeVisible();
    const pictures = page.getByRole('region', { name: 'Pictures' });
    await expect(pictures.getByRole('img', { name: 'Before: /booking/:id' })).toBeVisible();
    await expect(pictures.getByText(/^Difference: \d\.\d % of the pixels$/)).toBeVisible();
    expect(await findProblems(page)).toEqual([]);
    await page.getByRole('link', { name: `Back to ${REMOTE}` }).click();
    await page.getByRole('row', { name: first }).getByRole('rowheader').getByRole('link').click();
    await page.reload();
    await expect(page.getByRole('row', { name: /^routes and icons/ })).toContainText('Passed');
    const picture = page.getByRole('img', { name: '/booking/:id' });
    await expect(picture).toBeVisible();
    expect(await findProblems(page)).toEqual([]);
    const file = (await picture.getAttribute('src'))?.split('/').at(-1);
    await page.goto(`${page.url()}#${file}`);
    await page.reload();
    await expect(picture).toBeInViewport();
    for (const name of ['Previews', 'Sites', 'Audit log', 'Owners']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect(await findProblems(page)).toEqual([]);
    }
    await page.goBack();
    const entry = page.getByRole('row', { name: 'The form is worse' });
    await expect(entry).toContainText(`the team of ${REMOTE}`);
    await expect(entry).not.toContainText('Unverified');
    await page.goto(new URL('/console/remotes/mf-account', opened.link).href);
    await expect(page.getByText(/may not change mf-account/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lock' })).toHaveCount(0);

    expectErrors('403 /console/api/enter', '401 /console/api/session');
    const thief = await browser.newPage();
    await thief.goto(opened.link);
    await expect(thief.getByRole('alert')).toContainText('This link was used before');
    expect(await findProblems(thief)).toEqual([]);
    await thief.close();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible();
  } finally {
    await page.close();
    await opened.stop();
  }
});

test('pages older releases with the keyboard', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(120_000);
  const store = signedStore(folder);
  const live = (await readLive(store)).remotes[REMOTE]?.version ?? '';
  const record = await readRelease(store, REMOTE, live);
  const hash = live.slice(live.lastIndexOf('-'));
  for (let number = 0; number < 55; number++) {
    const version = `9.0.${number}${hash}`;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
    const content = encode({ ...record, version, createdAt });
    await store.write(`${REMOTE}/${version}/release.json`, content);
  }
  const opened = await openConsole(folder);
  try {
    await page.goto(opened.link);
    await page.getByRole('link', { name: REMOTE, exact: true }).first().click();
    const rows = page.getByRole('region', { name: 'List of releases' }).getByRole('row');
    await expect(rows.filter({ hasText: '9.0.' })).not.toHaveCount(0);
    await expect(rows.filter({ hasText: '9.0.0-' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show older' }).press('Enter');
    await expect(page.getByRole('heading', { name: `Older releases of ${REMOTE}` })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(rows.filter({ hasText: '9.0.0-' })).toHaveCount(1);
    expect(await findProblems(page)).toEqual([]);
    await page.goBack();
    await expect(page.getByRole('heading', { name: REMOTE, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Show older' })).toBeVisible();
    expect(await findProblems(page)).toEqual([]);
  } finally {
    await page.close();
    await opened.stop();
  }
});

test('edits the site document in the console', async ({ page }) => {
  test.setTimeout(120_000);
  const opened = await openConsole(folder, asOperator());
  try {
    await page.goto(opened.link);
    await page.getByRole('link', { name: 'Owners', exact: true }).click();
    await page.getByRole('button', { name: `Add paths to ${REMOTE}` }).click();
    await page.getByRole('textbox', { name: 'Paths' }).fill('/help /faq');
    await page.getByRole('textbox', { name: 'Reason' }).fill('a new page');
    await page.getByRole('button', { name: 'Add paths', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(`${REMOTE} owns /help /faq`);
    await page.getByRole('link', { name: 'Edit the document' }).click();
    const editor = page.getByLabel(/^Document, revision/);
    await editor.fill('{');
    await page.getByRole('button', { name: 'Review the change' }).click();
    await expect(page.getByText(/^This is not JSON/)).toBeVisible();
    expect(await findProblems(page)).toEqual([]);
    await page.reload();
    await expect(editor).toHaveValue('{');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    const { name: _, ...product } = JSON.parse(await editor.inputValue()) as Record<
      string,
      unknown
    >;
    await editor.fill(JSON.stringify({ ...product, name: 'Carry Pro' }));
    await page.getByRole('button', { name: 'Review the change' }).click();
    await expect(page.getByText(/^It changes name/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill('a new name');
    await page.getByRole('button', { name: 'Change document' }).click();
    await expect(page.getByRole('alert')).toContainText('The site document has revision');
    const site = await readSite(signedStore(folder));
    expect(site?.name).toBe('Carry Pro');
    expect(site?.owners[REMOTE]?.paths).toEqual(expect.arrayContaining(['/help', '/faq']));
  } finally {
    await page.close();
    await opened.stop();
  }
});
