// The console in a browser: a team rolls back and returns with its own key, at a real release server.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLive } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { expect, type Page } from 'playwright/test';
import { root } from 'workspace';
import { freePorts, type Service, startService } from 'workspace/process';
import { violationsAt } from './support/pages/accessibility';
import { publishedStore } from './support/site/global-setup';
import { test } from './support/site/guard';
import { asTeam, signedStore, trusted } from './support/site/keys';

const REMOTE = 'mf-booking';

/** Starts a release command of this workspace that runs until it is stopped. */
async function startCommand(
  [name = '', ...args]: string[],
  { env, port, log }: { env: Record<string, string>; port: number; log(line: string): void },
): Promise<Service> {
  const file = path.join(root, 'tools/commands/releases.ts');
  const program = {
    args: ['--import', 'tsx', file, name, '--port', String(port), ...args],
    cwd: root,
    env: process.env,
  };
  return startService({ name, program, env, readyUrl: `http://localhost:${port}/healthz`, log });
}

/** Returns what is wrong with the page at both themes and at the least and the largest width. */
async function problemsOf(page: Page): Promise<string[]> {
  const problems = [...(await violationsAt(page, 'dark')), ...(await violationsAt(page, 'light'))];
  for (const width of [360, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (tooWide) problems.push(`too wide at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return problems;
}

/** Starts a release server on a store, and the console of a team that has its key. */
async function openConsole(store: string): Promise<{ link: string; stop(): Promise<void> }> {
  const [server = 0, own = 0] = await freePorts();
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const atStore = { RELEASES_STORE: store, RELEASES_TRUST: trusted() };
  const serving = await startCommand(['serve'], { env: atStore, port: server, log });
  const team = await startCommand(['console', '--to', `http://localhost:${server}`], {
    env: asTeam(REMOTE),
    port: own,
    log,
  });
  const link = () => /http:\S+#sign-in=\S+/.exec(lines.join('\n'))?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  return {
    link: link(),
    stop: async () => void (await Promise.all([team.stop(), serving.stop()])),
  };
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
  const first = await live();
  const { version: second } = await release(store, numbered(1));
  const opened = await openConsole(folder);
  try {
    await page.goto(opened.link);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(page.url()).not.toContain('sign-in');
    await expect(page.getByText('mf-account', { exact: true })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);

    await page.getByRole('link', { name: REMOTE, exact: true }).click();
    await page.getByRole('button', { name: `Roll back: ${first}` }).click();
    await page.getByLabel('Reason (optional)').fill('The form is worse');
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(`${REMOTE}@${first} is live`);
    expect(await live()).toBe(first);
    await expect(page.getByRole('row', { name: second }).getByText('Left by')).toBeVisible();

    await page.getByRole('button', { name: `Return: ${second}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(`${REMOTE}@${second} is live`);
    expect(await live()).toBe(second);
    expect(await problemsOf(page)).toEqual([]);

    await page.getByRole('link', { name: `Compare ${first} with the live release` }).click();
    await expect(page.getByRole('region', { name: 'Differences of files' })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    for (const name of ['Previews', 'Audit log', 'Owners']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect(await problemsOf(page)).toEqual([]);
    }
    await page.goBack();
    await expect(page.getByRole('row', { name: 'The form is worse' })).toBeVisible();
    await page.goto(new URL('/console/remotes/mf-account', opened.link).href);
    await expect(page.getByText(/may not change mf-account/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lock' })).toHaveCount(0);

    expectErrors('403 /console/api/enter', '401 /console/api/session');
    const thief = await browser.newPage();
    await thief.goto(opened.link);
    await expect(thief.getByRole('alert')).toContainText('This link was used before');
    expect(await problemsOf(thief)).toEqual([]);
    await thief.close();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible();
  } finally {
    await page.close();
    await opened.stop();
  }
});
