import { demo } from 'api/demo';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { logIn } from './people';
import type { Screen } from './screen';

let key = '';

async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  key = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await page.getByLabel('6-digit code from the app').fill(code);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
}

/** Cancels a booking as its coach, who can undo it for a while. Until then, its refund is due. */
async function cancelAsCoach(page: Page): Promise<void> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  const coach = await context.newPage();
  await logIn(coach, demo.coach);
  await coach.goto('/coach-dashboard?status=confirmed');
  await coach
    .getByRole('link', { name: /^View Booking/ })
    .first()
    .click();
  await coach.getByLabel('Update Status').selectOption('cancelled');
  await coach.getByRole('button', { name: 'Cancel booking' }).click();
  await coach.getByText('Status updated').waitFor();
  await context.close();
}

const pages = {
  bookings: 'Bookings',
  coaches: 'Coaches',
  members: 'Members',
  reports: 'Reports',
  'waiting-lists': 'Waiting lists',
  emails: 'Emails',
  revenue: 'Revenue',
  operators: 'Operators',
  record: 'Record',
};

export const operatorScreens: Screen[] = [
  {
    name: 'operator-second-factor',
    who: 'operator',
    async open(page) {
      await logIn(page, demo.operator);
      await page.goto('/operator');
      await page.getByRole('button', { name: 'Set up second factor' }).waitFor();
    },
  },
  {
    name: 'operator-today',
    who: 'operator',
    async open(page) {
      await setUpSecondFactor(page);
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    },
  },
  ...Object.entries(pages).map(
    ([path, heading]): Screen => ({
      name: `operator-${path}`,
      who: 'operator',
      async open(page) {
        await page.goto(`/operator/${path}`);
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await page.waitForLoadState('networkidle');
      },
    }),
  ),
  {
    name: 'operator-recovery-codes',
    who: 'operator',
    async open(page) {
      await page.goto('/operator/operators');
      const timestamp = Date.now() + 30_000; // the current code may have been used
      const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
      await page.getByLabel('6-digit code from the app').fill(code);
      await page.getByRole('button', { name: 'Get new codes' }).click();
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    },
  },
  {
    name: 'operator-bookings-refunds',
    who: 'operator',
    async open(page) {
      await cancelAsCoach(page);
      await page.goto('/operator/bookings?refund=due');
      await page.getByRole('link', { name: /^Booking \d+$/ }).waitFor();
    },
  },
  {
    name: 'operator-coaches-search',
    who: 'operator',
    async open(page) {
      await page.goto('/operator/coaches?q=hart');
      await page
        .getByRole('link', { name: /^Edit / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'operator-invitations',
    who: 'operator',
    async open(page) {
      const listed = page.waitForResponse(/\/api\/operator\/coaches\//);
      await page.goto('/operator/coaches');
      const { origin } = new URL((await listed).url());
      // pages of games with a coach have no such form
      for (const [game, name] of [
        ['cs2', 'noor'],
        ['valorant', 'ilya'],
      ])
        await page.request.post(`${origin}/api/waitlist/`, {
          data: { game, email: `${name}@example.com` },
        });
      await page.goto('/operator/waiting-lists?q=o');
      await page.getByRole('button', { name: 'Invite' }).first().click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText(/invitations? sent/).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
    },
  },
  {
    name: 'operator-booking',
    who: 'operator',
    async open(page) {
      await page.goto('/operator/bookings');
      const booking = page.getByRole('main').getByRole('link', { name: /^Booking \d+$/ });
      await booking.first().click();
      await page.getByLabel('Amount in USD').waitFor();
    },
  },
  {
    name: 'operator-coach',
    who: 'operator',
    async open(page) {
      await page.goto('/operator/coaches');
      await page
        .getByRole('link', { name: /^Edit / })
        .first()
        .click();
      await page.getByLabel('Monday').waitFor();
    },
  },
];
