import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { violations } from './support/pages/accessibility';
import { logIn, newAddress } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const readPicture = async (page: Page) => ({
  name: 'setup.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
});

/** Drops a file, as from the desktop. */
async function drop(
  target: Locator,
  { name, mimeType, buffer }: Awaited<ReturnType<typeof readPicture>>,
) {
  const transfer = await target.page().evaluateHandle(
    ([name, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type }));
      return data;
    },
    [name, mimeType, buffer.toString('base64')] as const,
  );
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Drags an element to the right, as with a mouse or a finger. */
async function dragRight(target: Locator) {
  await target.hover();
  await target.page().mouse.down();
  await target.hover({ position: { x: 250, y: 100 } });
  await target.page().mouse.up();
}

test('shows the pictures that a coach uploads', { tag: '@ours' }, async ({
  page,
  browser,
  site,
  expectErrors,
}) => {
  expectErrors('400 /api/coach/pictures/');
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  const pictures = page.getByRole('region', { name: 'Pictures', exact: true });
  const remove = page.getByRole('button', { name: 'Remove My setup' });
  await page.getByLabel('Offer').fill('Two for one this week.'); // an upload keeps other changes

  await page.getByLabel('Upload a picture').setInputFiles(await readPicture(page));
  await expect(page.getByLabel('Left to right')).toHaveValue('50');
  await dragRight(page.getByRole('img', { name: 'Preview of your portrait' }));
  await expect.poll(async () => page.getByLabel('Left to right').inputValue()).not.toBe('50');
  await page.getByRole('button', { name: 'Save portrait' }).click();
  await expect(page.getByRole('button', { name: 'Remove portrait' })).toBeVisible();
  await drop(pictures.getByLabel('Add a picture'), await readPicture(page));
  await page.getByRole('button', { name: 'Add this picture' }).click();
  await expect(pictures.getByText('Enter what the picture shows.')).toBeVisible();
  await page.getByLabel('What the new picture shows').fill('My setup');
  await page.getByRole('button', { name: 'Add this picture' }).click();
  await expect(remove).toBeVisible();
  await expect(page.getByLabel('Offer')).toHaveValue('Two for one this week.');

  const broken = {
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload=alert(1)>'),
  };
  await page.getByLabel('Add a picture').setInputFiles(broken);
  await page.getByLabel('What the new picture shows').fill('A script');
  await page.getByRole('button', { name: 'Add this picture' }).click();
  await expect(pictures.getByText('Please use a JPEG, PNG, WebP or AVIF picture.')).toBeVisible();

  await page.getByLabel('Upload a rank picture').setInputFiles(await readPicture(page));
  await page.getByLabel('Name of the new rank').fill('Rank: Herald, Dota 2');
  await page.getByRole('button', { name: 'Add this rank' }).click();
  await expect(page.getByRole('button', { name: 'Remove Rank: Herald, Dota 2' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const context = await browser.newContext({ baseURL: site.urls.site, locale: 'en-US' });
  const visitor = await context.newPage();
  const shown = visitor
    .getByRole('list', { name: 'Pictures' })
    .getByRole('img', { name: 'My setup' });
  await expect(async () => {
    await visitor.goto('/booking/1');
    await expect(shown).toBeVisible({ timeout: 1000 }); // a cached page may be older
  }).toPass({ timeout: 15_000 });
  const portrait = visitor.getByRole('img', { name: /^Portrait of/ });
  await expect(portrait).toHaveAttribute('src', /\/uploads\//);
  const left = async (part: Locator) => (await part.boundingBox())?.x;
  const title = visitor.getByRole('heading', { name: 'Book a session' });
  expect(await left(portrait)).toBe(await left(title));
  await shown.scrollIntoViewIfNeeded();
  const source = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
  expect(source).toMatch(/\/uploads\/gallery1-[0-9a-f]{16}-\d+\.avif$/);
  await expect(visitor.getByRole('img', { name: 'Rank: Herald, Dota 2' })).toBeVisible();
  expect(await violations(visitor)).toEqual([]);

  await page.getByRole('button', { name: 'Remove portrait' }).click();
  await expect(page.getByText('Portrait removed.')).toBeVisible();
  await remove.click();
  await page.getByRole('button', { name: 'Remove Rank: Herald, Dota 2' }).click();
  await page.getByLabel('Offer').fill('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect.poll(async () => (await fetch(source)).status).toBe(404);
  await context.close();
});

test('sends a picture with an application', { tag: '@ours' }, async ({ page, site }) => {
  const email = newAddress();
  await page.goto('/become-a-coach');
  await page.getByLabel('Name that students see').fill('Vex');
  await page.getByLabel('Your email').fill(email);
  await page.getByLabel('Game', { exact: true }).selectOption('lol');
  await page.getByLabel('Rank and results').fill('Challenger');
  await page.getByLabel('Proof', { exact: true }).fill('https://profiles.example/vex');
  await page.getByLabel('How you coach').fill('Mid lane.');
  await page.getByLabel('Picture of your rank').setInputFiles(await readPicture(page));
  await expect(page.getByText('setup.png')).toBeVisible();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText(/^Thanks!/)).toBeVisible();
  const headers = { authorization: `Bearer ${site.env['OPERATOR_TOKEN']}` };
  const list = await fetch(`${site.urls.api}/api/operator/applications/`, { headers });
  const applications = (await list.json()) as { email: string; picture: string }[];
  const { picture = '' } = applications.find((one) => one.email === email) ?? {};
  const file = await fetch(site.urls.api + picture, { headers });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
});
