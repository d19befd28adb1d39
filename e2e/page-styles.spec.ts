import type { Page } from 'playwright/test';
import { settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const inPage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('style[data-href]')].map(
      ({ dataset }) => new URL(dataset['href'] ?? '', location.href).pathname,
    ),
  );

function askedFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.css')) asked.push(pathname);
  });
  return asked;
}

const looks: Record<string, string> = {
  '/': 'h1',
  '/cs2': 'main h1',
  '/booking/1': '#booking-title',
};

for (const [path, element] of Object.entries(looks)) {
  test(`paints and hydrates ${path} while style sheets fail`, {
    tag: path === '/booking/1' ? [] : '@full',
  }, async ({ page }) => {
    await page.goto(path);
    await settled(page);
    const look = () =>
      page.locator(element).evaluate((heading) => {
        const { color, fontFamily, fontSize } = getComputedStyle(heading);
        const { x, width } = heading.getBoundingClientRect();
        return { color, fontFamily, fontSize, x, width };
      });
    const meant = await look();
    const own = await inPage(page);
    expect(own).toHaveLength(2);
    await page.route('**/*.css', () => new Promise(() => {}));
    const asked = askedFor(page);
    await page.reload({ waitUntil: 'domcontentloaded' }); // a preloaded sheet never arrives, so `load` would not fire
    await settled(page);
    expect(await look()).toEqual(meant);
    expect(asked.filter((file) => own.includes(file))).toEqual([]);
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/);
    const fonts = await page.evaluate(() =>
      Array.from(document.fonts).map(({ family, status }) => `${family} ${status}`),
    );
    expect(fonts.filter((font) => font.endsWith('loaded')).length).toBeGreaterThan(0);
    expect(fonts.filter((font) => font.endsWith('error'))).toEqual([]);
  });
}

test('requests no style sheet again on return', async ({ page }) => {
  const asked = askedFor(page);
  await page.goto('/');
  await settled(page);
  const own = await inPage(page);
  const size = () => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize);
  const before = await size();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Level Up/ })).toBeVisible();
  expect(await size()).toBe(before);
  expect(await inPage(page)).toEqual(own);
  expect(asked.filter((file) => own.includes(file))).toEqual([]);
  expect(asked.some((file) => file.includes('route-login'))).toBe(true);
});
