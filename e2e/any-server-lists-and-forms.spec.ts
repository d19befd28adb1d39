// What members and coaches expect beyond the specification, with a server that knows only its calls.
import { expect, human, main, signedIn, test } from './any-server';

test.describe('lists', () => {
  test('without sessions there is a way to a coach', async ({ page, api }) => {
    await signedIn(page);
    api.answer('GET /api/my-sessions/', { body: [] });
    await page.goto('/sessions');
    await main(page).getByRole('link', { name: 'Find a coach' }).click();
    await expect(page).toHaveURL('/');
  });

  test('filters come from the address, too; with none found they can be cleared; a booking without a contact has nothing to copy', async ({
    page,
    api,
  }) => {
    await signedIn(page);
    api.answer('GET /api/bookings/', {
      body: [
        { id: 1, status: 'cancelled', contact_info: 'kim#1' },
        { id: 2, status: 'confirmed' },
      ],
    });
    await page.goto('/coach-dashboard?status=cancelled');
    await expect(page.getByText('Showing 1 booking(s) matching filters.')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('cancelled');
    await expect(page.getByRole('button', { name: 'Copy contact' })).toHaveCount(1);
    await page.goto('/coach-dashboard?status=nonsense&date=never');
    await expect(page.getByText('Showing 2 booking(s) matching filters.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy contact' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
    await page.goto('/coach-dashboard?status=confirmed&date=today');
    await expect(page.getByText('No bookings found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/coach-dashboard');
    await expect(page.getByText('Showing 2 booking(s) matching filters.')).toBeVisible();
    api.answer('GET /api/bookings/', { body: [] });
    await page.reload();
    await expect(page.getByText('No bookings found.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  });

  test('a changed status can be taken back for eight seconds, and as long as somebody points at the offer', async ({
    page,
    api,
  }) => {
    await page.clock.install();
    await signedIn(page);
    api.answer('GET /api/bookings/', { body: [{ id: 1, status: 'confirmed' }] });
    api.answer('PATCH /api/bookings/1/status/', { body: {} });
    await page.goto('/coach/bookings/1');
    const undo = page.getByRole('button', { name: 'Undo' });
    const complete = async () => {
      await page.getByLabel('Update Status').selectOption('completed');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(undo).toBeVisible();
    };
    await complete();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(6500);
    await expect(undo).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(undo).toHaveCount(0, { timeout: 1500 });
    await page.getByLabel('Update Status').selectOption('confirmed');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await undo.hover();
    await page.clock.fastForward(20_000);
    await expect(undo).toBeVisible();
    await undo.click();
    await expect(page.getByLabel('Update Status')).toHaveValue('completed');
    const sent = () =>
      api.calls.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body);
    await expect
      .poll(sent)
      .toEqual([{ status: 'completed' }, { status: 'confirmed' }, { status: 'completed' }]);
  });
});

test.describe('forms', () => {
  test('a new password: rules that are met one by one, shown and hidden, pasted, and a hint while Caps Lock is on', async ({
    page,
    context,
  }) => {
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

  test('the verification mail can be asked for again: after registering, and when the login wants it', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/auth/resend-verification/', { body: {} });
    const again = page.getByRole('button', { name: 'Send the verification mail again' });
    const asked = () =>
      api.calls
        .filter(({ call }) => call === 'POST /api/auth/resend-verification/')
        .map(({ body }) => body);
    api.answer('POST /api/register/', { status: 201, body: {} });
    await page.goto('/register');
    await page.getByLabel('Email').fill('kim@example.com');
    for (const label of ['Password', 'Confirm password'])
      await page.getByLabel(label, { exact: true }).fill('Secret-123!');
    await human(page);
    await expect(again).toHaveCount(0);
    await main(page).getByRole('button', { name: 'Register' }).click();
    await again.click();
    await expect(page.getByText('Sent, if the address is registered.')).toBeVisible();

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
});
