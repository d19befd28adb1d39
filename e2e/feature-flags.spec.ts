import { addOwner, setFlag } from '@carry/releases';
import { openGate } from '@carry/releases/gates';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { caughtUp, readStatus } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';

const REMOTE = 'mf-flags';

interface ReleaseVariants {
  remote: string;
  variants: object;
}

async function publishFlags(site: Site): Promise<void> {
  const store = openStore(site);
  await addOwner(store, REMOTE, { owner: { paths: ['/flags'] }, why: 'test' });
  const dist = buildFixture('flags', { name: REMOTE });
  const { version } = await publishRemote(REMOTE, store, { why: 'test', dist });
  await waitForRelease(site, `${REMOTE}@${version}`);
}

async function setTo(site: Site, flag: string, percent: number | null): Promise<void> {
  await setFlag(openStore(site), REMOTE, { flag, percent, why: 'test' });
  await caughtUp(site);
}

/** Returns the heading that the server sends to a browser with these cookies. */
async function headingFor(site: Site, cookie = ''): Promise<string> {
  const answer = await fetch(`${site.urls.site}/flags`, { headers: cookie ? { cookie } : {} });
  return /<h1[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? '';
}

test.describe('feature flags', { tag: '@ours' }, () => {
  test.beforeAll(({ site }) => publishFlags(site));
  test.afterEach(async ({ site }) => {
    for (const flag of ['new-form', 'old-links']) await setTo(site, flag, null);
  });
  test.afterAll(({ site }) => restore(site));

  // first, because it counts the reports of a new release
  test('count what pages report by their value', async ({ page, site }) => {
    await setTo(site, 'new-form', 50);
    await page.goto('/flags');
    await settled(page);
    const isOn = await page.getByRole('heading', { name: 'New form' }).isVisible();
    const variants = async () => {
      const releases = (await readStatus(site)).releases as unknown as ReleaseVariants[];
      return releases.find(({ remote }) => remote === REMOTE)?.variants;
    };
    const used = { used: 1, failed: 0, vitals: {} };
    await expect.poll(variants).toEqual({ [`new-form ${isOn ? 'on' : 'off'}`]: used });
  });

  test('show the same page from server and browser', async ({ page, site }) => {
    await page.goto('/flags');
    await expect(page.getByRole('heading', { name: 'Old form' })).toBeVisible();
    await expect(page.getByText('Old links')).toBeVisible();
    await setTo(site, 'new-form', 100);
    await setTo(site, 'old-links', 0);
    expect(await headingFor(site)).toBe('New form');
    await page.goto('/flags');
    await settled(page);
    await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible();
    await expect(page.getByText('Old links')).toBeHidden();
    await setTo(site, 'new-form', null);
    expect(await headingFor(site)).toBe('Old form');
  });

  test('leave the language of the page as it is', async ({ page }) => {
    expect(await (await page.request.get('/flags')).text()).toContain('<p>Language: en</p>');
    await page.goto('/flags');
    await settled(page);
    await expect(page.getByText('Language: en', { exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('go to a share of the visitors', async ({ site }) => {
    await setTo(site, 'new-form', 50);
    const visitors = Array.from(
      { length: 40 },
      (_, index) => `carry_id=${String(index).padStart(22, 'v')}`,
    );
    const headings = await Promise.all(visitors.map((cookie) => headingFor(site, cookie)));
    const reached = headings.filter((heading) => heading === 'New form');
    expect(reached.length).toBeGreaterThan(5);
    expect(reached.length).toBeLessThan(35);
    expect(await Promise.all(visitors.map((cookie) => headingFor(site, cookie)))).toEqual(headings);
  });

  test('are tried by the gates with both values', async ({ site }) => {
    const dist = buildFixture('flags', {
      name: REMOTE,
      edits: [
        {
          file: 'routes/page.tsx',
          from: "{flags['new-form'] ? 'New form'",
          to: "{flags['new-form'] ? (() => { throw new Error('boom'); })()",
        },
      ],
    });
    const gate = openGate({ store: openStore(site), startSite });
    try {
      await expect(
        publishRemote(REMOTE, openStore(site), { why: 'test', dist, gates: [gate.tryOnSite] }),
      ).rejects.toThrow(/its page \/flags fails \(.*boom.*\).*\(with new-form on\)/);
    } finally {
      await gate.close();
    }
  });

  test('are overridden by a link and shown in the inspector', async ({ page }) => {
    await page.goto('/flags?flag=mf-flags.new-form:on&flag=mf-flags.unknown:on&page=2');
    await expect(page).toHaveURL(/\/flags\?page=2$/);
    await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible();
    await page.goto('/');
    await settled(page);
    await page.keyboard.press('Alt+Shift+KeyI');
    await expect(page.getByText('Flags: mf-flags.new-form on', { exact: true })).toBeVisible();
    await page.goto('/flags?flag=off');
    await expect(page.getByRole('heading', { name: 'Old form' })).toBeVisible();
  });
});
