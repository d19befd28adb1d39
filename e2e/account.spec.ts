import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright/test';
import {
  fillBooking,
  fillRegistration,
  logIn,
  mailTo,
  newAddress,
  pickSlot,
  verify,
} from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';

const PASSWORD = 'Carry-2026!';
const section = (page: Page, name: string) => page.getByRole('region', { name });

async function newStudent(page: Page, site: Site): Promise<string> {
  const address = newAddress();
  await page.goto('/register');
  await fillRegistration(page, address);
  await verify(page, site, address);
  return address;
}

async function elsewhere(browser: Browser, site: Site, address: string): Promise<Page> {
  const other = await (await browser.newContext({ baseURL: site.urls.site })).newPage();
  await logIn(other, address);
  return other;
}

test('changes the email and the password, and signs a device out', {
  tag: ['@ours', '@extra-35'],
}, async ({ page, site, browser, expectErrors, allowErrors }) => {
  expectErrors('403 /api/account/email/', '401 /api/token/refresh/');
  allowErrors('401 /api/me/', '401 /api/my-sessions/');
  const address = await newStudent(page, site);
  const phone = await elsewhere(browser, site, address);
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  const devices = section(page, 'Devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('this device');
  await section(page, 'Devices')
    .getByRole('button', { name: /^Sign out Chrome/ })
    .click();
  await expect(devices).toHaveCount(1);
  await phone.goto('/sessions');
  await expect(phone).toHaveURL('/login');

  const next = newAddress();
  const form = section(page, 'Email address');
  await form.getByLabel('New email').fill(next);
  await form.getByLabel('Your password', { exact: true }).fill('Wrong-123!');
  await form.getByRole('button', { name: 'Change address' }).click();
  await expect(form.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'Wrong password.',
  );
  await form.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Change address' }).click();
  await expect(form.getByRole('status')).toContainText(`We sent a link to ${next}.`);
  await expect(form.getByText(address)).toBeVisible();
  const link = /https?:\/\/\S+\/verify-email\S+/.exec(
    await mailTo(site, next, /^Confirm your new email/),
  )?.[0];
  await page.goto(link as string);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText('Your email address is verified.')).toBeVisible();

  await page.goto('/account');
  await expect(section(page, 'Email address').getByText(next)).toBeVisible();
  const password = section(page, 'Password');
  await password.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await password.getByLabel('New password', { exact: true }).fill('Other-2026!');
  await password.getByLabel('Confirm new password', { exact: true }).fill('Other-2026!');
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByRole('status')).toContainText(
    "You're signed out on all other devices.",
  );
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await logIn(page, next, 'Other-2026!');
  await phone.context().close();
});

test('gives an address back to its owner after a stranger registered it', {
  tag: ['@ours', '@fault-D12'],
}, async ({ page, site, browser, expectErrors }) => {
  expectErrors('403 /api/auth/verify-email/', '401 /api/token/');
  const address = newAddress();
  const stranger = await browser.newContext({ baseURL: site.urls.site });
  const registration = await stranger.newPage();
  await registration.goto('/register');
  await fillRegistration(registration, address);
  await stranger.close();
  const mail = await mailTo(site, address, /^Verify/);
  await page.goto(/https?:\/\/\S+\/verify-email\S+/.exec(mail)?.[0] ?? '');
  await page.getByLabel('Password', { exact: true }).fill('Owner-2026!');
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Wrong password.',
  );
  await page.getByRole('button', { name: 'Set a new password instead' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Owner-2026!');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Owner-2026!');
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText('Your email address is verified.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.goto('/login');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
  await logIn(page, address, 'Owner-2026!');
});

test('logs in by a mailed code', { tag: ['@ours'] }, async ({ page, site }) => {
  const address = await newStudent(page, site);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in without a password' }).click();
  await page.getByRole('heading', { name: 'Log in by email' }).waitFor();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  const code = /\b\d{6}\b/.exec(await mailTo(site, address, /sign-in code/))?.[0] ?? '';
  await page.getByLabel('Six-digit code').fill(code);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('deletes a student account', { tag: ['@ours', '@extra-35'] }, async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors('401 /api/token/');
  const address = await newStudent(page, site);
  await page.goto('/booking/1');
  await fillBooking(page, 'leaving#1');
  await pickSlot(page, 4, 2);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('heading', { name: 'Booking Confirmed' }).waitFor();

  await page.goto('/account');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    account: { email: address },
    bookings: [{ contact_info: 'leaving#1', status: 'confirmed', amount: 25 }],
  });

  const end = section(page, 'Delete your account');
  await expect(end.getByRole('listitem')).toContainText('$25.00 will be refunded');
  await end.getByRole('button', { name: 'Delete my account' }).click();
  await end.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(end.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'Your password is required.',
  );
  await end.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await end.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await mailTo(site, address, /is cancelled \(booking \d+\)$/)).toContain(
    'a full refund of $25.00',
  );
  await mailTo(site, address, /is deleted$/);

  await page.goto('/login');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
});
