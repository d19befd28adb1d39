import type { Page } from 'playwright/test';
import { expect, human, main, test } from './any-server';

test.describe('login', () => {
  const open = async (page: Page) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password', { exact: true }).fill('secret');
  };
  const submit = (page: Page) => main(page).getByRole('button', { name: 'Login' });

  test('is possible only with a verification, which is used up by each try; the payload is the specification’s', async ({
    page,
    api,
  }) => {
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

  test('its fields: both required, the email plain text, links to the password and to the registration', async ({
    page,
    api,
  }) => {
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
    expect(api.calls).toEqual([]);
  });

  test('without a verification Enter says so, and no call is made', async ({ page, api }) => {
    await open(page);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
    expect(api.calls).toEqual([]);
  });

  for (const ending of ['expireCaptcha', 'breakCaptcha']) {
    test(`a verification that ends counts no more (${ending})`, async ({ page }) => {
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

  test('a profile that cannot be fetched is only logged', async ({ page, api }) => {
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

  test('while it runs the button says so; success stores both tokens, fetches the profile and goes home', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/token/', { body: { access: 'a.b.c', refresh: 'r' }, delayMs: 400 });
    api.answer('GET /api/me/', { body: { anything: true } });
    await open(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    expect(
      await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')]),
    ).toEqual(['a.b.c', 'r']);
    expect(api.calls.find(({ call }) => call === 'GET /api/me/')?.authorization).toBe(
      'Bearer a.b.c',
    );
  });

  for (const [what, body, words] of [
    ['a detail', { detail: 'Account locked.' }, 'Account locked.'],
    ['a list of errors', { errors: ['First.', 'Second.'] }, 'First., Second.'],
    ['nothing to say', {}, 'Invalid email or password.'],
    ['no JSON at all', '<h1>Bad gateway</h1>', 'Invalid email or password.'],
    [
      'the words for no account',
      { detail: 'No active account found with the given credentials' },
      'Invalid email or password.',
    ],
  ] as const) {
    test(`failure with ${what}`, async ({ page, api }) => {
      api.answer('POST /api/token/', { status: 401, body });
      await open(page);
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
    });
  }
});

test.describe('registration and passwords', () => {
  const fill = async (page: Page, password = 'Secret-123!', repeated = password) => {
    await page.getByLabel(/^(New )?[Pp]assword$/).fill(password);
    await page.getByLabel(/^Confirm (new )?password$/).fill(repeated);
  };
  const register = async (page: Page) => {
    await page.goto('/register');
    await page.getByLabel('Email').fill('kim@example.com');
  };
  const submit = (page: Page) => main(page).getByRole('button', { name: 'Register' });

  test('its fields: a required address of type email, a password and its confirmation, a verification', async ({
    page,
  }) => {
    await page.goto('/register');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    for (const label of ['Email', 'Password', 'Confirm password'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
  });

  test('the verification comes first, then matching, then strength', async ({ page, api }) => {
    await register(page);
    await fill(page, 'weak', 'other');
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
    await human(page);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Passwords do not match.');
    await fill(page, 'weak', 'weak');
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText(
      'Password must be at least 8 characters and include a number and special character.',
    );
    expect(api.calls).toEqual([]);
  });

  for (const [body, words] of [
    [{ detail: 'Try another address.' }, 'Try another address.'],
    [{}, 'Registration failed.'],
  ] as const) {
    test(`registration failure: ${words}`, async ({ page, api }) => {
      api.answer('POST /api/register/', { status: 400, body });
      await register(page);
      await fill(page);
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    });
  }

  test('registration: busy words, payload, success words', async ({ page, api }) => {
    api.answer('POST /api/register/', { body: 'null', delayMs: 300 });
    await register(page);
    await fill(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
    await expect(main(page).getByRole('status').filter({ hasText: 'Registered!' })).toHaveText(
      "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.",
    );
    expect(api.calls[0]?.body).toEqual({
      username: 'kim@example.com',
      email: 'kim@example.com',
      password: 'Secret-123!',
      recaptcha: 'token-1',
    });
  });

  for (const status of [200, 500]) {
    test(`a forgotten password always answers the same (server: ${status})`, async ({
      page,
      api,
    }) => {
      api.answer('POST /api/auth/password-reset/', { status, delayMs: 300 });
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
      await human(page);
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
      await expect(
        page.getByText(
          'If the email is registered, a reset link has been sent. Check your inbox and spam folder.',
        ),
      ).toBeVisible();
      expect(api.calls[0]?.body).toEqual({ email: 'kim@example.com', recaptcha: 'token-1' });
    });
  }

  for (const [path, button] of [
    ['/forgot-password', 'Send password reset link'],
    ['/register', 'Register'],
  ] as const) {
    test(`${path}: an empty or malformed address is told at the field, which has the focus, and nothing is sent`, async ({
      page,
      api,
    }) => {
      await page.goto(path);
      if (path === '/register') await fill(page);
      await human(page);
      const email = page.getByLabel('Email');
      for (const [typed, words] of [
        ['', 'Email is required.'],
        ['   ', 'Email is required.'],
        ['kim', 'Please enter a valid email address.'],
        ['kim@example', 'Please enter a valid email address.'],
        ['kim @example.com', 'Please enter a valid email address.'],
      ] as const) {
        await email.fill(typed);
        await main(page).getByRole('button', { name: button }).click();
        await expect(email, typed).toHaveAccessibleDescription(words);
        await expect(email).toHaveAttribute('aria-invalid', 'true');
        await expect(email).toBeFocused();
      }
      expect(api.calls).toEqual([]);
      await email.fill(' kim@example.com ');
      await main(page).getByRole('button', { name: button }).click();
      await expect.poll(() => api.calls.length).toBe(1);
      expect(api.calls[0]?.body).toMatchObject({ email: 'kim@example.com' });
    });
  }

  for (const [status, body, words] of [
    [200, {}, 'Password updated. You can now log in.'],
    [200, { detail: 'Done.' }, 'Done.'],
    [400, {}, 'Link invalid or expired.'],
    [400, { detail: 'Used already.' }, 'Used already.'],
  ] as const) {
    test(`a new password, ${status}: ${words}`, async ({ page, api }) => {
      api.answer('POST /api/auth/password-reset-confirm/', { status, body, delayMs: 300 });
      await page.goto('/reset-password?uid=MQ&token=abc');
      await fill(page);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      expect(api.calls[0]?.body).toEqual({ uid: 'MQ', token: 'abc', new_password: 'Secret-123!' });
    });
  }

  test('a reset link without its parts', async ({ page }) => {
    await page.goto('/reset-password?uid=MQ');
    await expect(page.getByText('Invalid or incomplete reset link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set new password' })).toBeDisabled();
  });
});
