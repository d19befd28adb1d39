import type { Page } from 'playwright/test';
import { expect, human, main, test, writes } from '../support/any-server/site';

test.describe('login', () => {
  const open = async (page: Page) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).fill('secret');
  };
  const submit = (page: Page) => main(page).getByRole('button', { name: 'Login' });

  test('uses up one verification per attempt and sends the specified payload', {
    tag: [
      '@spec-2.7',
      '@spec-3.11',
      '@spec-4.7',
      '@spec-4.9',
      '@spec-5.3',
      '@spec-7.3',
      '@spec-9.21',
    ],
  }, async ({ page, api }) => {
    api.answer('POST /api/token/', { status: 401, body: {} });
    await open(page);
    await expect(submit(page)).toBeDisabled();
    await expect(page.locator('[data-theme=dark]').last()).toBeVisible();
    await human(page);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password.');
    await expect(submit(page)).toBeDisabled();
    await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
    expect(api.calls.find(({ call }) => call === 'POST /api/token/')?.body).toEqual({
      username: 'not an address',
      password: 'secret',
      recaptcha: 'token-1',
    });
  });

  test('has two required fields and links to reset and registration', {
    tag: ['@spec-2.7', '@spec-5.1', '@spec-5.3'],
  }, async ({ page, api }) => {
    await page.goto('/login');
    for (const [label, type] of [
      ['Email', 'text'],
      ['Password', 'password'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', type);
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    }
    await expect(main(page).getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    await expect(main(page).getByRole('link', { name: 'Register now' })).toHaveAttribute(
      'href',
      '/register',
    );
    await human(page);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Email and password are required.');
    expect(writes(api)).toEqual([]);
  });

  test('rejects Enter without a verification', {
    tag: ['@spec-5.2', '@spec-8.1'],
  }, async ({ page, api }) => {
    await open(page);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
    expect(writes(api)).toEqual([]);
  });

  for (const ending of ['expireCaptcha', 'breakCaptcha']) {
    test(`rejects an ended verification (${ending})`, { tag: ['@spec-4.10'] }, async ({ page }) => {
      await open(page);
      await human(page);
      await expect(submit(page)).toBeEnabled();
      await page.evaluate(
        (ending) => (globalThis as unknown as Record<string, () => void>)[ending]?.(),
        ending,
      );
      await expect(submit(page)).toBeDisabled();
    });
  }

  test('only logs a failed profile request', {
    tag: ['@spec-4.4', '@spec-8.4', '@spec-8.6'],
  }, async ({ page, api }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    api.answer('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' } });
    api.answer('GET /api/me/', { status: 500 });
    await open(page);
    await human(page);
    await submit(page).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(page.getByRole('alertdialog').or(page.getByRole('alert'))).toHaveCount(0);
    expect(logged.some((line) => /profile/i.test(line))).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('access'))).toBe('a.b.c');
  });

  test('stores both tokens, fetches the profile and goes home', {
    tag: ['@spec-3.12', '@spec-4.4', '@spec-4.6', '@spec-4.8', '@spec-7.2'],
  }, async ({ page, api }) => {
    const release = api.hold('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' } });
    api.answer('GET /api/me/', { body: { anything: true } });
    await open(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    release();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    expect(
      await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')]),
    ).toEqual(['a.b.c', 'r']);
    expect(api.calls.find(({ call }) => call === 'GET /api/me/')?.authorization).toBe(
      'Bearer a.b.c',
    );
  });

  test('shows the reason of each failure', {
    tag: ['@spec-7.3', '@spec-8.2', '@spec-8.3'],
  }, async ({ page, api }) => {
    await open(page);
    for (const [body, words] of [
      [{ detail: 'Account locked.' }, 'Account locked.'],
      [{}, 'Invalid email or password.'],
      [{ errors: ['First.', 'Second.'] }, 'First., Second.'],
      ['<h1>Bad gateway</h1>', 'Invalid email or password.'],
      [{ detail: 'Try again later.' }, 'Try again later.'],
      [
        { detail: 'No active account found with the given credentials' },
        'Invalid email or password.',
      ],
    ] as const) {
      api.answer('POST /api/token/', { status: 401, body });
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
    }
  });
});

test('ignores a redirect target in the address', { tag: ['@fault-D15'] }, async ({ page, api }) => {
  api.answer('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' } });
  api.answer('GET /api/me/', { body: {} });
  const evil = '//evil.example/';
  await page.goto(
    `/login?${['next', 'redirect', 'returnTo', 'url'].map((name) => `${name}=${evil}`).join('&')}#${evil}`,
  );
  await page.getByLabel('Email').fill('player@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await human(page);
  await main(page).getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page).toHaveURL('/');
});
