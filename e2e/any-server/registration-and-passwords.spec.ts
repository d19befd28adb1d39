import type { Page } from 'playwright/test';
import { expect, human, main, test, writes } from '../support/any-server/site';

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

  test('has an email, two passwords and a verification', {
    tag: ['@spec-2.8', '@spec-5.15'],
  }, async ({ page }) => {
    await page.goto('/register');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    for (const label of ['Email', 'Password', 'Confirm password'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    await expect(page.getByRole('button', { name: 'I am human' })).toBeVisible();
  });

  test('checks the verification first, then matching, then strength', {
    tag: ['@spec-5.12', '@spec-5.13', '@spec-5.14'],
  }, async ({ page, api }) => {
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
    expect(writes(api)).toEqual([]);
  });

  test('reports each failed registration and keeps the address', {
    tag: ['@spec-8.19'],
  }, async ({ page, api }) => {
    await register(page);
    await fill(page);
    for (const [body, words] of [
      [{ detail: 'Try another address.' }, 'Try another address.'],
      [{}, 'Registration failed.'],
    ] as const) {
      api.answer('POST /api/register/', { status: 400, body });
      await human(page);
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText(words);
      await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    }
  });

  test('registers with the specified payload and messages', {
    tag: ['@spec-2.9', '@spec-2.10', '@spec-7.4'],
  }, async ({ page, api }) => {
    const release = api.hold('POST /api/register/', { body: 'null' });
    await register(page);
    await fill(page);
    await human(page);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
    release();
    await expect(main(page).getByRole('status').filter({ hasText: 'Registered!' })).toHaveText(
      "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.",
    );
    expect(writes(api)[0]?.body).toEqual({
      username: 'kim@example.com',
      email: 'kim@example.com',
      password: 'Secret-123!',
      recaptcha: 'token-1',
    });
  });

  for (const status of [200, 500]) {
    test(`hides whether an account exists after a ${status}`, {
      tag: ['@spec-2.11', '@spec-2.12', '@spec-5.16', '@spec-7.5', '@spec-8.20'],
    }, async ({ page, api }) => {
      const release = api.hold('POST /api/auth/password-reset/', { status });
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill('kim@example.com');
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(main(page).getByRole('alert')).toHaveText('Please complete the reCAPTCHA.');
      await human(page);
      await page.getByRole('button', { name: 'Send password reset link' }).click();
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
      release();
      await expect(
        page.getByText(
          'If the email is registered, a reset link has been sent. Check your inbox and spam folder.',
        ),
      ).toBeVisible();
      expect(writes(api)[0]?.body).toEqual({ email: 'kim@example.com', recaptcha: 'token-1' });
    });
  }

  for (const [path, button] of [
    ['/forgot-password', 'Send password reset link'],
    ['/register', 'Register'],
  ] as const) {
    test(`rejects an invalid email at the field on ${path}`, {
      tag: ['@fault-11.16'],
    }, async ({ page, api }) => {
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
      expect(writes(api)).toEqual([]);
      await email.fill(' kim@example.com ');
      await main(page).getByRole('button', { name: button }).click();
      await expect.poll(() => writes(api).length).toBe(1);
      expect(writes(api)[0]?.body).toMatchObject({ email: 'kim@example.com' });
    });
  }

  for (const [status, body, words] of [
    [200, {}, 'Password updated. You can now log in.'],
    [200, { detail: 'Done.' }, 'Done.'],
    [400, {}, 'Link invalid or expired.'],
    [400, { detail: 'Used already.' }, 'Used already.'],
  ] as const) {
    test(`responds to a reset that gets ${status}: ${words}`, {
      tag: ['@spec-2.13', '@spec-2.14', '@spec-7.6', '@spec-8.21', '@spec-8.22'],
    }, async ({ page, api }) => {
      const release = api.hold('POST /api/auth/password-reset-confirm/', { status, body });
      await page.goto('/reset-password?uid=MQ&token=abc');
      await fill(page);
      await page.getByRole('button', { name: 'Set new password' }).click();
      await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
      release();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      expect(writes(api)[0]?.body).toEqual({
        uid: 'MQ',
        token: 'abc',
        new_password: 'Secret-123!',
      });
    });
  }

  test('rejects a reset link without its parameters', {
    tag: ['@spec-2.15', '@spec-5.17'],
  }, async ({ page }) => {
    await page.goto('/reset-password?uid=MQ');
    await expect(page.getByText('Invalid or incomplete reset link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set new password' })).toBeDisabled();
  });
});

test('checks password rules as you type and warns about Caps Lock', {
  tag: ['@extra-22'],
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/register');
  const password = page.getByLabel('Password', { exact: true });
  const met = () =>
    page
      .getByRole('list', { name: 'Password rules' })
      .getByRole('listitem', { name: /, met$/ })
      .count();
  expect(await met()).toBe(0);
  await password.fill('12345678');
  expect(await met()).toBe(2);
  await page.evaluate(() => navigator.clipboard.writeText('Pasted-123!'));
  await password.fill('');
  await password.press('Control+V');
  await expect(password).toHaveValue('Pasted-123!');
  expect(await met()).toBe(3);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password', exact: true }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password', exact: true }).click();
  await expect(password).toHaveAttribute('type', 'password');
  const type = (on: boolean) =>
    password.evaluate(
      (field, on) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: on }),
        ),
      on,
    );
  await type(true);
  await expect(password).toHaveAccessibleDescription('Caps Lock is on.');
  await type(false);
  await expect(password).toHaveAccessibleDescription('');
});

test('resends the verification email after registration and from the login', {
  tag: ['@extra-23'],
}, async ({ page, api }) => {
  api.answer('POST /api/auth/resend-verification/', { body: {} });
  const again = page.getByRole('button', { name: 'Resend verification email' });
  const asked = () =>
    api.calls
      .filter(({ call }) => call === 'POST /api/auth/resend-verification/')
      .map(({ body }) => body);
  api.answer('POST /api/register/', { status: 201, body: { registration: 'secret' } });
  await page.goto('/register');
  await page.getByLabel('Email').fill('kim@example.com');
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Secret-123!');
  await human(page);
  await expect(again).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Register' }).click();
  await again.click();
  await expect(
    page.getByText("If that address is registered, we've sent the email again."),
  ).toBeVisible();

  const logIn = async (detail: string) => {
    api.answer('POST /api/token/', { status: 401, body: { detail } });
    await page.goto('/login');
    await page.getByLabel('Email').fill('lee@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
    await human(page);
    await main(page).getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText(detail)).toBeVisible();
  };
  await logIn('Somebody locked this account.');
  await expect(again).toHaveCount(0);
  await logIn('Your email address is not verified.');
  await again.click();
  await expect.poll(asked).toEqual([{ email: 'kim@example.com' }, { email: 'lee@example.com' }]);
});
