// A reviewer opens a signed preview link on a phone: the panel with details, switches, the link and notes.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Candidate, setPreview } from '@carry/releases';
import jsQR from 'jsqr';
import type { Locator, Page } from 'playwright/test';
import { PNG } from 'pngjs';
import { freePorts, fromSource } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { violationsAt } from './support/pages/accessibility';
import { startCommand, startConsole } from './support/releases/console';
import {
  createLink,
  HOUR_MS,
  PREVIEWED,
  publishPreview,
  removePreviews,
} from './support/releases/previews';
import { bookingWith, openStore } from './support/releases/releases';
import { settled } from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';
import { asOperator, asTeam, trusted } from './support/site/keys';

const LIVE = 'Book a session';
const PHONE = { width: 360, height: 740 };
const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Decodes a QR code from a screenshot, as the camera of a phone does. Returns null if it is unreadable. */
async function readQrCode(code: Locator): Promise<string | null> {
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

/** Runs `releases watch --json` on the store of a site, and returns its lines. */
function watchReleases(site: Site) {
  const lines: string[] = [];
  const { args, cwd } = fromSource('tools/commands/releases.ts');
  const running = spawn(process.execPath, [...args, 'watch', '--json'], {
    cwd,
    env: { ...process.env, ...asOperator(), RELEASES_STORE: site.store },
  });
  running.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n')));
  return { lines, stop: () => running.kill() };
}

/** Starts a release server, which takes pictures of notes. */
async function startReleaseServer(site: Site) {
  const [port = 0] = await freePorts();
  const env = {
    RELEASES_TRUST: trusted(),
    RELEASES_STORE: site.store,
    SITE_URL: site.urls.site,
    PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
  };
  return startCommand(['serve'], { env, port, log: (line) => site.lines.push(line) });
}

/** Returns the pictures of notes on a release of mf-booking. */
const picturesOfNotes = (site: Site, version: string): Buffer[] => {
  const folder = path.join(site.store, 'mf-booking', version, 'notes');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file)));
};

/** Returns a gate that takes a picture of the booking page. */
const takePicture =
  (content: Buffer) =>
  async ({ pictures }: Candidate) =>
    void pictures.push({
      ...{ route: '/booking/:coachId', page: '/booking/1' },
      ...{ content, width: 320, height: 200 },
    });

/** Signs a team in to its console on a computer. Returns the link that a phone reads from a QR code. */
async function scanInConsole(site: Site, computer: Page, channel: string): Promise<string> {
  const env = {
    ...asTeam('mf-booking'),
    RELEASES_STORE: site.store,
    SITE_URL: site.urls.site,
    PREVIEW_SECRET: site.env['PREVIEW_SECRET'] ?? '',
  };
  const { link, stop } = await startConsole(env);
  try {
    await computer.goto(link);
    await computer.getByRole('link', { name: 'Previews', exact: true }).click();
    await computer.getByRole('button', { name: `Link of ${channel} of mf-booking` }).click();
    const dialog = computer.getByRole('dialog', { name: `Preview ${channel} of mf-booking` });
    const code = dialog.getByRole('img', { name: /^QR code/ });
    const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 0 };
    expect([width, height]).toEqual([256, 256]);
    const scanned = await readQrCode(code);
    await expect(dialog.getByRole('link')).toHaveText(scanned ?? 'unreadable');
    return scanned ?? '';
  } finally {
    await computer.close();
    await stop();
  }
}

async function openPanel(page: Page): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Details' }).click();
  const panel = page.getByRole('dialog', { name: 'Preview details' });
  await expect(panel.getByRole('heading', { name: /^mf-booking/ }).first()).toBeVisible();
  return panel;
}

test.afterEach(({ site }) => removePreviews(site));

test('shows a reviewer on a phone what changed, and takes a note', {
  tag: '@ours',
}, async ({ page, browser, context, site }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(PHONE);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const picture = await page.screenshot({
    type: 'jpeg',
    clip: { x: 0, y: 0, width: 320, height: 200 },
  });
  const expires = new Date(Date.now() + HOUR_MS);
  const target = { channel: 'pr-42', expires };
  const gates = [takePicture(picture)];
  const dist = bookingWith(PREVIEWED);
  const options = { why: 'test', dist, target, gates };
  const { version } = await publishRemote('mf-booking', openStore(site), options);
  const watch = watchReleases(site);
  const releases = await startReleaseServer(site);
  try {
    const scanned = await scanInConsole(site, await browser.newPage(), 'pr-42');
    expect(scanned).toBe(`${site.urls.site}/booking/1?${createLink(site, 'pr-42', { expires })}`);
    await page.goto(scanned);
    await expect(heading(page, PREVIEWED)).toBeVisible();
    expect(page.url()).toBe(`${site.urls.site}/booking/1`);
    const panel = await openPanel(page);
    await expect(panel).toContainText("You're seeing this version of mf-booking");
    await expect(panel).toContainText(/Opened by .+ on .+\. Available until .+\. Release/);
    await expect(panel).toContainText(version);
    await expect(panel).toContainText(/Compared with the live release: \d+ files? changed/);

    await panel.getByText('Pictures of 1 page').click();
    await expect(panel.getByText('/booking/:coachId').first()).toBeVisible();
    const after = panel.getByRole('img', { name: 'Preview', exact: true });
    await after.scrollIntoViewIfNeeded();
    const isLoaded = () => after.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(isLoaded).toBe(320);
    await panel.getByRole('button', { name: 'Copy link' }).click();
    await expect(panel.getByText('Copied.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/booking\/1\?preview=mf-booking@pr-42\./);
    await panel.getByRole('button', { name: 'QR code' }).click();
    const code = panel.getByRole('img', { name: 'QR code of mf-booking pr-42' });
    for (const theme of ['dark', 'light'] as const) {
      expect(await violationsAt(page, theme)).toEqual([]);
      expect(await readQrCode(code)).toBe(copied);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

    await panel.getByRole('button', { name: 'Pick an element' }).click();
    await expect(panel).toBeHidden();
    await heading(page, PREVIEWED).click();
    await expect(panel.getByText(`On: ${PREVIEWED}`)).toBeVisible();
    await panel.getByLabel('Note', { exact: true }).fill('The title is too small');
    await panel.getByLabel('Your name (optional)').fill('Ada');
    await panel.getByRole('button', { name: 'Send note' }).click();
    await expect(panel.getByText('Your note is with the team.')).toBeVisible();
    const noted = () => watch.lines.find((line) => line.includes('carry.preview.noted')) ?? '{}';
    await expect.poll(noted, { timeout: 30_000 }).not.toBe('{}');
    expect(JSON.parse(noted())).toMatchObject({
      subject: 'mf-booking',
      data: {
        ...{ who: 'reviewer Ada', why: 'The title is too small', channel: 'pr-42', to: version },
        note: {
          ...{ page: '/booking/1', excerpt: PREVIEWED, viewport: PHONE },
          theme: expect.stringMatching(/^(light|dark)$/),
          picture: expect.stringMatching(/\.webp$/),
        },
      },
    });

    await expect.poll(() => picturesOfNotes(site, version), { timeout: 60_000 }).toHaveLength(1);
    const [image] = picturesOfNotes(site, version);
    // lossy WebP: width and height in the header of the first frame
    expect(image?.subarray(8, 12).toString()).toBe('WEBP');
    expect(image?.readUInt16LE(26)).toBe(PHONE.width);

    const visitor = await context.browser()?.newPage();
    await visitor?.goto(copied);
    if (visitor) await expect(heading(visitor, PREVIEWED)).toBeVisible();
    await visitor?.close();
  } finally {
    watch.stop();
    await releases.stop();
  }
});

test('switches previews off and on and chooses another one', {
  tag: '@ours',
}, async ({ page, site }) => {
  test.setTimeout(90_000);
  const version = await publishPreview(site, 'pr-1');
  const expires = new Date(Date.now() + HOUR_MS);
  for (const channel of ['pr-2', 'secret'])
    await setPreview(openStore(site), {
      channel,
      remote: 'mf-booking',
      version,
      expires,
      why: 'test',
    });
  await page.goto(`/booking/1?${createLink(site, 'pr-1')}`);
  await page.goto(`/booking/1?${createLink(site, 'pr-2')}`);
  await expect(heading(page, PREVIEWED)).toBeVisible();
  const panel = await openPanel(page);
  await expect(panel.getByRole('heading', { level: 3, name: /^mf-booking/ })).toHaveText([
    'mf-booking pr-1',
    'mf-booking pr-2',
  ]);

  await panel.getByLabel('Note', { exact: true }).fill('Too small');
  await panel.getByRole('button', { name: 'Switch off mf-booking pr-2' }).click();
  await expect(heading(page, LIVE)).toBeVisible();
  await expect(bar(page)).toContainText(
    "Your preview is switched off. You're seeing the live site.",
  );
  await panel.getByRole('button', { name: 'Switch on mf-booking pr-1' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, PREVIEWED)).toBeVisible();
  await expect(bar(page)).toContainText('Preview of mf-booking pr-1');
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Note', { exact: true })).toHaveValue('Too small');
  await page.keyboard.press('Escape');

  await page.getByRole('banner').getByRole('link', { name: 'Carry, home' }).click();
  await expect(bar(page)).toContainText("This page isn't part of it.");
  await bar(page).getByRole('link', { name: 'Exit' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(page.url()).toBe(`${site.urls.site}/`);
});

test('names the preview and a way out without scripts', {
  tag: '@ours',
}, async ({ browser, site }) => {
  await publishPreview(site, 'pr-42');
  const context = await browser.newContext({ baseURL: site.urls.site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/?${createLink(site, 'pr-42')}`);
  await expect(bar(page)).toContainText('Preview of mf-booking pr-42');
  await expect(bar(page)).toContainText("This page isn't part of it.");
  await bar(page).getByRole('link', { name: 'Open /booking/1' }).click();
  await page.goto('/booking/1?coupon=%C3%A9');
  await expect(heading(page, PREVIEWED)).toBeVisible();
  await bar(page).getByRole('link', { name: 'Exit' }).click();
  await expect(heading(page, LIVE)).toBeVisible();
  expect(page.url()).toBe(`${site.urls.site}/booking/1?coupon=%C3%A9`);
  await expect(bar(page)).toHaveCount(0);
  await context.close();
});

test('loads no part of the panel on an ordinary page', {
  tag: '@ours',
}, async ({ page, site }) => {
  await publishPreview(site, 'pr-42');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const visit = async (address: string) => {
    requested.length = 0;
    const html = (await (await page.goto(address))?.text()) ?? '';
    await settled(page);
    await page.waitForTimeout(1000);
    const files = requested.filter((file) => file.startsWith('/assets/'));
    return { html, files: [...new Set(files)].sort() };
  };
  const before = await visit('/booking/1');
  const previewed = await visit(`/booking/1?${createLink(site, 'pr-42')}`);
  await page.goto('/booking/1?preview=off');
  const after = await visit('/booking/1');
  expect(previewed.files.filter((file) => file.includes('preview-panel'))).toHaveLength(1);
  expect(previewed.html).toContain('carry-preview');
  for (const { html, files } of [before, after]) {
    expect(files.filter((file) => file.includes('preview-panel'))).toEqual([]);
    expect(html).not.toContain('carry-preview');
  }
});
