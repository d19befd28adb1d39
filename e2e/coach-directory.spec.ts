import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { violations } from './support/pages/accessibility';
import { logIn } from './support/site/actions';
import { addCoach, callAsOperator, GONE_MS, lastShown, showing } from './support/site/coaches';
import { expect, test } from './support/site/fixtures';

const EMAIL = 'rook@coach.example';
const rook = { email: EMAIL, name: 'Rook', rate: 32 };
test('finds a League of Legends coach until the coach is locked', {
  tag: '@ours',
}, async ({ page, browser, site }) => {
  const operator = callAsOperator(site);
  await page.goto('/lol');
  await expect(page.getByText('There are currently no coaches for')).toBeVisible();
  const id = await addCoach(operator, rook);
  const [member] = await operator('GET', `members/?q=${EMAIL}`);
  try {
    await expect(async () => {
      await page.goto('/lol');
      await expect(page.getByRole('region', { name: 'League of Legends coaches' })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 15_000 });
    await expect(page.getByText('There are currently no coaches for')).toBeHidden();
    expect(await violations(page)).toEqual([]);

    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.urls.site });
    const bare = await plain.newPage();
    await bare.goto('/coaches');
    await bare.getByLabel('Game', { exact: true }).selectOption('lol');
    await bare.getByRole('button', { name: 'Show coaches' }).click();
    await expect(bare).toHaveURL(/game=lol/);
    await expect(bare.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Rook']);
    await expect(bare.getByRole('listitem').getByText('From $32/hour')).toBeVisible();
    await plain.close();

    await page.goto('/coaches?game=lol');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Rook' }).click();
    await expect(page).toHaveURL(`/booking/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rook');
    expect(await violations(page)).toEqual([]);
    const sitemap = await page.request.get('/sitemap.xml');
    expect(await sitemap.text()).toContain(`/booking/${id}</loc>`);

    await page.goto('/terms'); // the booking page would read times of a locked coach
    const pages = ['/lol', '/coaches?game=lol', '/coaches', '/'].map(
      (path) => site.urls.site + path,
    );
    const sells = ({ html }: { html: string }) => html.includes(`/booking/${id}"`);
    await expect.poll(() => showing(pages, sells)).toEqual(pages);
    await operator('POST', `members/${member.id}/lock/`, {});
    const sold = await lastShown(pages, sells);
    expect(sold.ms).toBeLessThan(GONE_MS);
  } finally {
    await operator('POST', `members/${member.id}/delete/`, {});
  }
});

test('offers applications only on a server that accepts them', async ({ page, server }) => {
  const isOpen = server === 'ours';
  await page.goto('/become-a-coach');
  await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible({
    visible: isOpen,
  });
  await expect(page.getByText("You can't apply here yet.")).toBeVisible({ visible: !isOpen });
  for (const [path, links] of [
    ['/', 0],
    ['/lol', 1],
    ['/coaches', 1],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('a[href="/become-a-coach"]'), path).toHaveCount(isOpen ? links : 0);
  }
});

test('frames a clip only on the page that shows it', { tag: '@ours' }, async ({ page, site }) => {
  const operator = callAsOperator(site);
  const frames = async (path: string) =>
    /frame-src ([^;]*)/.exec(
      (await page.request.get(path)).headers()['content-security-policy'] ?? '',
    )?.[1];
  await operator('PATCH', 'coaches/1/', { clip: 'https://youtu.be/dQw4w9WgXcQ' });
  try {
    await expect.poll(() => frames('/booking/1')).toBe('https://www.youtube-nocookie.com');
    expect(await frames('/cs2')).toBe("'none'");
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    );
    await page.goto('/booking/1');
    expect(page.frames()).toHaveLength(1);
    await page.getByRole('link', { name: /Meet Nova on video/ }).click();
    await expect(page.locator('iframe')).toHaveAttribute('src', /embed\/dQw4w9WgXcQ$/);
    await page.evaluate(() => Object.assign(globalThis, { framePage: true }));
    await page.getByRole('link', { name: 'Carry, home' }).first().click();
    await expect(page).toHaveURL('/');
    await page.waitForFunction(() => !Object.hasOwn(globalThis, 'framePage'));
    await page.goto('/cs2');
    await page.getByRole('link', { name: 'Book Now' }).first().click();
    await page.getByRole('link', { name: /Meet Nova on video/ }).click();
    await expect(page.locator('iframe')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?clip=play');
  } finally {
    await operator('PATCH', 'coaches/1/', { clip: null });
  }
});

/** Draws a picture of 600 × 720 pixels: red above green. */
async function drawHalves(page: Page): Promise<Buffer> {
  await page.setViewportSize({ width: 600, height: 720 });
  await page.setContent(
    '<body style="margin:0;height:720px;background:linear-gradient(#d00 50%,#0a0 50%)">',
  );
  return page.screenshot();
}

/** Returns red, green and blue in the middle of a picture. */
const readMiddle = (page: Page, picture: Buffer) =>
  page.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      canvas.width = image.width;
      canvas.height = image.height;
      context?.drawImage(image, 0, 0);
      return [...(context?.getImageData(image.width / 2, image.height / 2, 1, 1).data ?? [])];
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );

const isGreen = ([red = 0, green = 0]: number[]) => green > 100 && red < 60;

test('shows visitors the part of a portrait that the coach chose', {
  tag: '@ours',
}, async ({ page, browser, site }) => {
  const plain = await (await browser.newContext()).newPage();
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await drawHalves(plain) };
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  await page.getByLabel('Upload a picture').setInputFiles(file);
  const preview = page.getByRole('img', { name: 'Preview of your portrait' });
  await page.getByLabel('Zoom').fill('2');
  await page.getByLabel('Up and down').fill('0');
  expect(isGreen(await readMiddle(plain, await preview.screenshot()))).toBe(false);
  await page.getByLabel('Up and down').fill('100');
  expect(isGreen(await readMiddle(plain, await preview.screenshot()))).toBe(true);
  await page.getByRole('button', { name: 'Save portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeVisible();
  const visitor = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const shown = await visitor.newPage();
  const portrait = shown.getByRole('main').locator('img[src*="/uploads/"]').first();
  await expect(async () => {
    await shown.goto('/booking/1');
    await expect(portrait).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await portrait.evaluate((image: HTMLImageElement) => image.decode());
  expect(isGreen(await readMiddle(plain, await portrait.screenshot()))).toBe(true);
  await page.getByRole('button', { name: 'Remove portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeHidden();
  await visitor.close();
  await plain.context().close();
});

test('uploads a portrait that visitors see', { tag: '@ours' }, async ({ page, site }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Upload a picture').setInputFiles(file);
  await page.getByRole('button', { name: 'Save portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeVisible();
  const { image_url } = await (await fetch(`${site.urls.api}/api/coaches/1/`)).json();
  expect(image_url).toMatch(/\/uploads\/1-[0-9a-f]{16}-800\.webp$/);
  await page.getByRole('button', { name: 'Remove portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeHidden();
});
