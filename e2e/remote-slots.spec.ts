import { addOwner, promote, readLive, rollback } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { createLink, publishPreview } from './support/releases/previews';
import { liveVersion, openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { readStatus } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';

const PROVIDER = 'mf-rating';
const CONSUMER = 'mf-shop';
const FALLBACK = 'Ratings come later.';

interface Edit {
  file: string;
  from: string;
  to: string;
}
const SLOT = 'slots/coach.tsx';
const inSlot = (from: string, to: string): Edit => ({ file: SLOT, from, to });
const providerWith = (...edits: Edit[]) => buildFixture('slot-provider', { name: PROVIDER, edits });

async function publish(site: Site, remote: string, dist: string): Promise<string> {
  const { version } = await publishRemote(remote, openStore(site), { why: 'test', dist });
  await waitForRelease(site, `${remote}@${version}`);
  return version;
}

const publishProvider = (site: Site, ...edits: Edit[]) =>
  publish(site, PROVIDER, providerWith(...edits));

const readHtml = async (site: Site) => (await fetch(`${site.urls.site}/shop`)).text();

const createHealth = async (site: Site, remote: string) =>
  (await readStatus(site)).releases.filter((release) => release.remote === remote) as unknown as {
    version: string;
    renderFailed: number;
    render: number;
    used: number;
  }[];

/** Version of the provider that a test finds. */
let original = '';

test.describe('slots of other remotes', { tag: '@ours' }, () => {
  test.beforeAll(async ({ site }) => {
    await addOwner(openStore(site), PROVIDER, { owner: { paths: ['/rating'] }, why: 'test' });
    await addOwner(openStore(site), CONSUMER, { owner: { paths: ['/shop'] }, why: 'test' });
    original = await publishProvider(site);
    await publish(site, CONSUMER, buildFixture('slot-consumer', { name: CONSUMER }));
  });
  test.afterEach(async ({ site }) => {
    if ((await liveVersion(site, PROVIDER)) === original) return;
    await promote(openStore(site), PROVIDER, { version: original, why: 'test' });
    await waitForRelease(site, `${PROVIDER}@${original}`);
  });
  test.afterAll(({ site }) => restore(site));

  test('are in the page without scripts, and hydrate', async ({ page, site }) => {
    const html = await readHtml(site);
    expect(html).toContain('Rate Nova');
    expect(html).not.toContain(FALLBACK);
    expect(html).toMatch(/<style [^>]*data-href="\/remotes\/mf-rating\/[^"]+\.css"/);
    await page.goto('/shop');
    await settled(page);
    const votes = page.getByRole('button', { name: /votes/ });
    await expect(async () => {
      await votes.click();
      await expect(votes).not.toHaveText('0 votes', { timeout: 200 });
    }).toPass();
    await expect(page.getByRole('region', { name: 'Rate Nova' })).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
    await page.getByRole('link', { name: 'Book a session' }).click();
    await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
    expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true);
  });

  test('load on demand after a navigation', async ({ page }) => {
    await page.goto('/rating');
    await settled(page);
    await page.getByRole('link', { name: 'Shop' }).click();
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Rate Nova' })).toBeVisible();
    await expect(page.getByText(FALLBACK)).toBeHidden();
  });

  test('follow a promote and a rollback of their remote alone', async ({ site }) => {
    const consumer = await liveVersion(site, CONSUMER);
    await publishProvider(site, inSlot('Rate $', 'Score $'));
    await expect.poll(() => readHtml(site)).toContain('Score Nova');
    await rollback(openStore(site), PROVIDER, { why: 'test' });
    await expect.poll(() => readHtml(site)).toContain('Rate Nova');
    expect(await liveVersion(site, CONSUMER)).toBe(consumer);
  });

  test('blame their own release if they throw on the server', async ({ page, site }) => {
    const failing = inSlot(
      'const id = useId();',
      "const id = useId();\n  if (typeof document === 'undefined') throw new Error('boom');",
    );
    const version = await publishProvider(site, failing);
    expect(await readHtml(site)).toContain(FALLBACK);
    const [provider] = (await createHealth(site, PROVIDER)).filter(
      (release) => release.version === version,
    );
    expect(provider?.renderFailed).toBeGreaterThan(0);
    for (const release of await createHealth(site, CONSUMER)) expect(release.renderFailed).toBe(0);
    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: 'Rate Nova' })).toBeVisible();
    await expect(page.getByText(FALLBACK)).toBeHidden();
  });

  test('leave the page whole if they throw in the browser', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors('Error: boom');
    const version = await publishProvider(
      site,
      inSlot(
        'const id = useId();',
        "const id = useId();\n  if (votes > 0) throw new Error('boom');",
      ),
    );
    await page.goto('/shop');
    await settled(page);
    const reported = page.waitForResponse((response) => response.url().endsWith('/_shell/reports'));
    const votes = page.getByRole('button', { name: /votes/ });
    await expect(async () => {
      await votes.click();
      await expect(page.getByText(FALLBACK)).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    await reported;
    const failures = async (remote: string) =>
      (await createHealth(site, remote)).reduce((sum, { render }) => sum + render, 0);
    await expect.poll(() => failures(PROVIDER)).toBe(1);
    expect(await failures(CONSUMER)).toBe(0);
    expect(
      (await createHealth(site, PROVIDER)).some((release) => release.version === version),
    ).toBe(true);
  });

  test('do not hold up the page if they are slow', async ({ page, site }) => {
    const slow = inSlot(
      "async load({ coach }: SlotProps['props']) {",
      "async load({ coach }: SlotProps['props']) {\n    if (shell.rendering === 'server') await new Promise((resolve) => setTimeout(resolve, 5000));",
    );
    await publishProvider(site, slow);
    const started = Date.now();
    expect(await readHtml(site)).toContain(FALLBACK);
    expect(Date.now() - started).toBeLessThan(1500);
    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: 'Rate Nova' })).toBeVisible();
  });

  test('are shown from a preview of their remote', async ({ page, site }) => {
    await publishPreview(site, 'slot', {
      remote: PROVIDER,
      dist: providerWith(inSlot('Rate $', 'Try $')),
    });
    await page.goto(`/shop?${createLink(site, 'slot', { remote: PROVIDER })}`);
    await expect(page.getByRole('heading', { name: 'Try Nova' })).toBeVisible();
    expect(await readHtml(site)).toContain('Rate Nova');
  });

  test('need a live remote, which keeps them', async ({ site }) => {
    const store = openStore(site);
    const before = await readLive(store);
    const lacking = providerWith(
      {
        file: 'remote.ts',
        from: "{ slots: lazySlot('coach', () => import('./slots/coach')) }",
        to: '{}',
      },
      { file: 'remote.ts', from: ', lazySlot', to: '' },
    );
    await expect(publishRemote(PROVIDER, store, { why: 'test', dist: lacking })).rejects.toThrow(
      'mf-rating: lacks the slot mf-rating.coach, which mf-shop shows',
    );
    const other = buildFixture('slot-consumer', {
      name: CONSUMER,
      edits: [{ file: 'remote.ts', from: 'mf-rating.coach', to: 'mf-rating.video' }],
    });
    await expect(publishRemote(CONSUMER, store, { why: 'test', dist: other })).rejects.toThrow(
      'mf-shop: shows the slot mf-rating.video, but the live mf-rating does not have it',
    );
    expect(await readLive(store)).toEqual(before);
  });
});
