import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { violations } from './support/pages/accessibility';
import { coachPages, eachTime, getTag, open, sizes, unknownPages } from './support/pages/screens';
import { beyondWindow } from './support/pages/sideways';
import { chooseService, fillBooking, logIn, settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

async function look(
  page: Page,
  found: Record<string, string[]>,
  name: string,
  at = eachTime,
): Promise<void> {
  for (const size of at) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0)); // the sticky header may half cover controls of a scrolled page
    await settled(page);
    const here = await violations(page);
    if (here.length > 0) found[`${name} ${size.width}`] = here;
  }
}

const looked =
  process.env['TEST_FULL'] === '1'
    ? open
    : open.filter((path) => ['/', '/booking/1', '/register', '/logn'].includes(path));

const sides = process.env['TEST_FULL'] === '1' ? [320, 360, 390, 768, 1280, 1920] : [320, 1920];

for (const size of sizes) {
  test(`has no violation on public pages at ${size.width} px`, {
    tag: [getTag(size), '@extra-B5'].flat(),
  }, async ({ page, site, expectErrors }) => {
    expectErrors(...unknownPages(site.server));
    test.setTimeout(240_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    for (const path of looked) {
      await page.goto(path);
      await look(page, found, path, [size]);
    }
    expect(found).toEqual({});
  });
}

test('has no violation on student and coach pages', {
  tag: ['@full', '@extra-B5'],
}, async ({ page, site, allowErrors }) => {
  allowErrors(/401 \/api\/bookings\/\d+\/(?:messages\/)?/); // a live update during the sign-out
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: Record<string, string[]> = {};
  await logIn(page, demo.student.email, demo.student.password);
  await page.goto('/booking/1');
  await chooseService(page, 'Four-week training plan');
  await fillBooking(page, 'axe#1');
  await look(page, found, 'booking');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const number = /\d+/.exec((await page.getByText(/^\/claim \d+$/).textContent()) ?? '')?.[0];
  await look(page, found, 'success');
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach-dashboard');
  await expect(page.getByRole('link', { name: `View Booking ${number}` })).toBeVisible();
  await look(page, found, 'coach dashboard');
  await page.goto(`/coach/bookings/${number}`);
  await expect(page.getByRole('button', { name: 'Save Notes' })).toBeVisible();
  await look(page, found, 'coach booking');
  for (const [path, button] of Object.entries(coachPages)) {
    await page.goto(path);
    const absent = page.getByText("This page isn't available on this site.");
    const shown = site.server === 'ours' ? page.getByRole('button', { name: button }) : absent;
    await expect(shown.first()).toBeVisible();
    await look(page, found, path);
  }
  await page.goto(`/coach/bookings/${number}`);
  await page.getByRole('combobox').selectOption('completed');
  await look(page, found, 'confirm prompt');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Status updated')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();

  await logIn(page, demo.student.email, demo.student.password);
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Leave a Review' }).first().click();
  await look(page, found, 'sessions');
  await page.goto('/account/reminders?token=x');
  await look(page, found, 'reminders');
  await page.goto('/account');
  if (site.server === 'ours') {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('button', { name: 'Delete my account for good' }).waitFor();
  }
  await look(page, found, 'account');
  expect(found).toEqual({});
});

test('keeps borders, focus and selection in forced colors', {
  tag: ['@extra-25', '@extra-B5'],
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/booking/1');
  const book = page.getByRole('link', { name: 'Login' }).last();
  await expect(book).toBeVisible();
  const bare = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main select, main input, main textarea',
      ),
    ]
      .filter((control) => control.offsetParent !== null)
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(control);
        return (borderTopStyle === 'none' || borderTopWidth === '0px') && outlineStyle === 'none';
      })
      .map((control) => control.textContent || control.id),
  );
  expect(bare).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).focus();
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement as Element).outlineStyle,
  );
  expect(outline).not.toBe('none');
});

test('cuts off nothing at the sides, from 320 to 1920 px', { tag: ['@extra-B5'] }, async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(...unknownPages(site.server));
  test.setTimeout(240_000);
  const wide: string[] = [];
  for (const path of open) {
    await page.goto(path);
    for (const width of sides) {
      await page.setViewportSize({ width, height: 900 });
      wide.push(...(await beyondWindow(page)).map((what) => `${path} at ${width}: ${what}`));
    }
  }
  expect(wide).toEqual([]);
});

test('reaches the booking form by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await settled(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let step = 0; step < 40 && !(await until()); step++) await page.keyboard.press(key);
    expect(await until()).toBe(true);
  };
  const focused = (name: string | RegExp) => async () => {
    const text = await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        ((document.activeElement !== document.body &&
          document.activeElement?.textContent?.trim()) ||
          ''),
    );
    return typeof name === 'string' ? text === name : name.test(text);
  };
  await press('Tab', focused('Game: Choose a game'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('val');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/valorant');
  await expect(page.getByRole('heading', { level: 1, name: 'Valorant Coaching' })).toBeFocused();
  await press('Tab', focused('Book Now'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeFocused();
  await expect(page.getByRole('button', { name: /\d+ times/ }).first()).toBeVisible();
  await press('Tab', focused(/\d+ times/));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
});

test('opens the game list as a sheet on small screens', {
  tag: ['@spec-2.50', '@extra-26', '@extra-B4'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await settled(page);
  const opener = page.getByRole('button', { name: 'Select your game' });
  const sheet = page.getByRole('dialog', { name: 'Select your game' });
  for (const leave of [
    () => sheet.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await opener.click();
    await expect(sheet).toBeVisible();
    await leave();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/');
    await expect(opener).toBeFocused();
  }
  await opener.click();
  await page.reload();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await opener.click();
  await sheet.getByRole('link', { name: 'Dota 2' }).click();
  await expect(page).toHaveURL('/dota2');
  await expect(page.getByRole('heading', { level: 1, name: 'Dota 2 Coaching' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose Your Game' })).toBeVisible();
});
