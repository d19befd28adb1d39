// Every form against odd text, hasty hands, and servers that are slow, gone or no longer know the visitor.
import type { Page } from 'playwright/test';
import { expect, human, type MinimalServer, main, signedIn, test } from './any-server';

const odd: Record<string, string> = {
  spaces: '   ',
  '10,000 characters': 'a'.repeat(10_000),
  emoji: '👩‍🚀🎮 gg 🏆',
  'right-to-left text': 'مرحبا، أريد أن أتحسن',
  HTML: '<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>',
};

interface Form {
  path: string;
  call: string;
  /** Labels of its free text, and where each is in the payload. */
  texts: Record<string, string>;
  button: string;
  verified?: boolean;
  member?: boolean;
  /** What else it needs: answers of the server, fields. */
  prepare?(page: Page, api: MinimalServer): Promise<void>;
  open?(page: Page): Promise<void>;
  rest?(page: Page): Promise<void>;
  /** What a failure of the server says. */
  failure: RegExp;
  /** What an empty form says; null: it may be sent empty. */
  empty: RegExp | null;
}

const session = {
  id: 3,
  coach_name: 'Nova',
  session_time: '2026-01-05T18:00:00Z',
  duration_minutes: 60,
  status: 'completed',
  has_review: false,
};
const forms: Record<string, Form> = {
  login: {
    path: '/login',
    call: 'POST /api/token/',
    texts: { Email: 'username', Password: 'password' },
    button: 'Login',
    verified: true,
    failure: /Invalid email or password\./,
    empty: /Please fill/,
  },
  register: {
    path: '/register',
    call: 'POST /api/register/',
    texts: { Email: 'email' },
    button: 'Register',
    verified: true,
    rest: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm password', { exact: true }).fill('Secret-123!');
    },
    failure: /Registration failed\./,
    empty: /Please fill/,
  },
  'forgot password': {
    path: '/forgot-password',
    call: 'POST /api/auth/password-reset/',
    texts: { Email: 'email' },
    button: 'Send password reset link',
    verified: true,
    failure: /If the email is registered, a reset link has been sent\./,
    empty: null,
  },
  'reset password': {
    path: '/reset-password?uid=1&token=x',
    call: 'POST /api/auth/password-reset-confirm/',
    texts: {},
    button: 'Set new password',
    rest: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Secret-123!');
      await page.getByLabel('Confirm new password', { exact: true }).fill('Secret-123!');
    },
    failure: /Link invalid or expired\./,
    empty: /Password must be at least 8 characters/,
  },
  booking: {
    path: '/booking/7',
    call: 'POST /api/create-booking/',
    texts: { 'Contact info': 'contact_info', Details: 'details' },
    button: 'Book Now',
    member: true,
    prepare: async (_, api) => {
      api.answer('GET /api/coaches/7/', { body: { id: 7, name: 'Robin', description: 'Aim.' } });
      api.answer('GET /api/coaches/7/services/', { body: [{ id: 4, label: 'Review', rate: 10, is_hourly: false }] });
      api.answer('GET /api/reviews/by-coach/7/', { body: [] });
      api.answer('GET /api/coach/7/available-slots/', { body: { available_slots: [] } });
    },
    failure: /Failed to create booking\./,
    empty: /Contact info is required\./,
  },
  review: {
    path: '/sessions',
    call: 'POST /api/reviews/',
    texts: { 'Display name': 'reviewer_name', Comment: 'comment' },
    button: 'Submit',
    member: true,
    prepare: async (_, api) => api.answer('GET /api/my-sessions/', { body: [session] }),
    open: (page) => page.getByRole('button', { name: 'Leave a Review' }).click(),
    failure: /Error: /,
    empty: null,
  },
  'coach notes': {
    path: '/coach/bookings/1',
    call: 'PATCH /api/bookings/1/notes/',
    texts: { 'Coach Notes': 'notes' },
    button: 'Save Notes',
    member: true,
    prepare: async (_, api) => api.answer('GET /api/bookings/', { body: [{ id: 1, status: 'confirmed' }] }),
    failure: /Failed to update notes/,
    empty: null,
  },
  waitlist: {
    path: '/lol',
    call: 'POST /api/waitlist/',
    texts: { 'Your email': 'email' },
    button: 'Tell me when a coach is available',
    failure: /That did not work\. Please try again\./,
    empty: null,
  },
};

async function open(page: Page, api: MinimalServer, form: Form): Promise<void> {
  if (form.member) await signedIn(page);
  await form.prepare?.(page, api);
  await page.goto(form.path);
  await form.open?.(page);
  for (const label of Object.keys(form.texts)) await expect(page.getByLabel(label, { exact: true })).toBeVisible();
}
const fill = async (page: Page, form: Form, text: string) => {
  for (const label of Object.keys(form.texts)) await page.getByLabel(label, { exact: true }).fill(text);
  await form.rest?.(page);
};
const button = (page: Page, form: Form) => main(page).getByRole('button', { name: form.button, exact: true });
const verify = async (page: Page, form: Form) => {
  if (form.verified && (await page.getByRole('button', { name: 'I am human' }).count()) > 0) await human(page);
};
const sent = (api: MinimalServer, form: Form) => api.calls.filter(({ call }) => call === form.call);
const kept = async (page: Page, form: Form, text: string) => {
  for (const label of Object.keys(form.texts)) {
    const field = page.getByLabel(label, { exact: true });
    const address = (await field.getAttribute('type')) === 'email'; // there browsers themselves leave spaces at the ends out
    await expect(field).toHaveValue(address ? text.trim() : text);
  }
};
const dismiss = async (page: Page) => {
  const dialog = page.getByRole('alertdialog');
  if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: 'OK' }).click();
};

for (const [name, form] of Object.entries(forms)) {
  test.describe(name, () => {
    test.describe.configure({ timeout: 60_000 });

    test('odd text is sent as it is or refused in words, never lost, never run', async ({ page, api }) => {
      await open(page, api, form);
      for (const [what, text] of Object.entries(odd)) {
        api.answer(form.call, { status: 500, body: {} });
        const before = sent(api, form).length;
        await fill(page, form, text);
        await verify(page, form);
        await button(page, form).click();
        const refused = main(page).locator('[aria-invalid=true], form:has(:invalid)');
        await expect(page.getByText(form.failure).or(refused).first(), what).toBeVisible();
        const [call] = sent(api, form).slice(before);
        for (const key of Object.values(form.texts)) {
          if (call) expect([text, text.trim()], what).toContain((call.body as Record<string, string>)[key]);
        }
        await dismiss(page);
        await kept(page, form, text);
        expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
      }
    });

    test('an empty form says what is missing and sends nothing', async ({ page, api }) => {
      test.skip(form.empty === null, 'it may be sent empty');
      await open(page, api, form);
      await verify(page, form);
      await button(page, form).click();
      await expect(
        page
          .getByText(form.empty as RegExp)
          .or(main(page).locator('form:has(:invalid)'))
          .first(),
      ).toBeVisible();
      expect(sent(api, form)).toEqual([]);
    });

    test('a double click and five times Enter send once', async ({ page, api }) => {
      api.answer(form.call, { status: 500, body: {}, delayMs: 700 });
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      await button(page, form).dblclick();
      for (let press = 0; press < 5; press++) await page.keyboard.press('Enter', { delay: 0 });
      await expect(page.getByText(form.failure).first()).toBeVisible();
      expect(sent(api, form)).toHaveLength(1);
    });

    test('a slow server, and Back while it works: sent once, and the page comes back whole', async ({ page, api }) => {
      api.answer(form.call, { status: 500, body: {}, delayMs: 1500 });
      await page.goto('/cs2');
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      await button(page, form).click();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Counter-Strike 2');
      await page.goForward();
      await form.open?.(page);
      await expect(button(page, form)).toBeVisible();
      await page.waitForTimeout(1800);
      expect(sent(api, form)).toHaveLength(1);
    });

    test('a server that is gone: the words, nothing lost; when it is back the same form goes through', async ({ page, api }) => {
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      await verify(page, form);
      const [, path = ''] = form.call.split(' ');
      await page.route(`**${path}`, (route) => route.abort());
      await button(page, form).click();
      await expect(page.getByText(form.failure).first()).toBeVisible();
      await dismiss(page);
      await kept(page, form, 'kim@example.com');
      await page.unroute(`**${path}`);
      api.answer(form.call, { body: { booking_id: 5, detail: 'Done.' } });
      await verify(page, form);
      await button(page, form).click();
      await expect.poll(() => sent(api, form).length).toBe(1);
    });

    test('a token that has expired meanwhile: nothing typed is lost', async ({ page, api }) => {
      test.skip(!form.member, 'needs no token');
      await open(page, api, form);
      await fill(page, form, 'kim@example.com');
      api.answer(form.call, { status: 401, body: { detail: 'Token is expired' } });
      await button(page, form).click();
      await expect(page.getByText(form.failure).first()).toBeVisible();
      await dismiss(page);
      await kept(page, form, 'kim@example.com');
    });
  });
}
