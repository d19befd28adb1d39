import type { BrowserContext, Page } from 'playwright/test';
import { expect, type MinimalServer, main, signedIn, test } from '../support/any-server/site';

const booking = {
  id: 1,
  duration_minutes: 60,
  service_type: 'one_on_one',
  status: 'confirmed',
  contact_info: 'kim#1',
  details: 'Entry timing',
};
const session = {
  id: 1,
  coach_name: 'Nova',
  session_time: '2027-01-05T18:00:00Z',
  duration_minutes: 60,
  status: 'confirmed',
};

/** Opens a booking, the coach's list and a student's sessions in separate tabs. */
async function threeTabs(page: Page, context: BrowserContext, api: MinimalServer) {
  api.answer('GET /api/me/', { body: { email: 'kim@example.com' } });
  api.answer('GET /api/bookings/', { body: [{ ...booking, notes: 'Left-handed' }] });
  api.answer('GET /api/my-sessions/', { body: [session] });
  await signedIn(page);
  await page.goto('/coach/bookings/1');
  const [list, sessions] = [await context.newPage(), await context.newPage()];
  await list.goto('/coach-dashboard');
  await sessions.goto('/sessions');
  const shown = [
    main(page).getByText('Entry timing'),
    main(list).getByText('kim#1'),
    main(sessions).getByText('Nova'),
  ];
  for (const words of shown) await expect(words).toBeVisible();
  await expect(page.getByLabel('Coach Notes')).toHaveValue('Left-handed');
  return shown;
}

test('clears personal data in every tab, even offline', {
  tag: ['@fault-11.5', '@fault-D5'],
}, async ({ page, context, api }) => {
  const shown = await threeTabs(page, context, api);
  await page.evaluate(() => localStorage.setItem('refresh', 'opaque-refresh'));
  await context.route('**/remotes/**', () => {}); // the target page never loads
  await page.getByRole('button', { name: 'Sign Out' }).click();
  for (const words of shown) await expect(words).toHaveCount(0);
  await expect(page.getByLabel('Coach Notes')).toHaveCount(0);
  await expect
    .poll(() =>
      api.calls.filter(({ call }) => call === 'POST /api/token/revoke/').map(({ body }) => body),
    )
    .toEqual([{ refresh: 'opaque-refresh' }]);
  for (const tab of context.pages())
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('switches every tab to the account of another tab', {
  tag: ['@fault-11.5'],
}, async ({ page, context, api }) => {
  const shown = await threeTabs(page, context, api);
  api.answer('GET /api/me/', { body: { email: 'lee@example.com' } });
  const releaseBookings = api.hold('GET /api/bookings/', {
    body: [{ ...booking, contact_info: 'lee#2', details: 'Crosshair' }],
  });
  const releaseSessions = api.hold('GET /api/my-sessions/', {
    body: [{ ...session, coach_name: 'Orbit' }],
  });
  const another = await context.newPage();
  await another.goto('/');
  await another.evaluate(() => localStorage.setItem('access', 'of-another'));
  for (const words of shown) await expect(words).toHaveCount(0); // before the second account's data arrives
  releaseBookings();
  releaseSessions();
  await expect(main(page).getByText('Crosshair')).toBeVisible();
  await expect(page.getByLabel('Coach Notes')).toHaveValue('');
});
