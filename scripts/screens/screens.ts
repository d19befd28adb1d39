// The screens that are pictured: whose they are, and how one gets there.
import { demo } from 'api/demo';
import type { Page, Route } from 'playwright';
import { book, chooseTime, hold, linkOf, logIn, register } from './people';

export interface Screen {
  name: string;
  /** Whose browser opens it; everybody's is kept from one screen to the next. */
  who: 'visitor' | 'newcomer' | 'student' | 'coach';
  open(page: Page, sandbox: string): Promise<void>;
  /** It does not last: it is opened anew for each picture. */
  passes?: boolean;
  /** It is pictured as the window shows it, after this. */
  window?(page: Page): Promise<void>;
  /** What must be undone before the next screen. */
  leave?(page: Page): Promise<void>;
}

const pages: Record<string, string> = {
  home: '/',
  cs2: '/cs2',
  valorant: '/valorant',
  lol: '/lol',
  dota2: '/dota2',
  fortnite: '/fortnite',
  booking: '/booking/1',
  login: '/login',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password?uid=1&token=x',
  'booking-cancelled': '/booking-cancelled',
  'how-it-works': '/how-it-works',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  imprint: '/imprint',
  reminders: '/account/reminders?token=7.x',
  'not-found': '/logn',
};

const opened: Screen[] = Object.entries(pages).map(([name, address]) => ({
  name,
  who: 'visitor',
  open: async (page) => void (await page.goto(address)),
}));

const apiPaths = '**/api/**';

/** The same page while the API does not answer, and when it fails. */
function withoutApi(name: string, who: Screen['who'], go: (page: Page) => Promise<unknown>) {
  const without = (state: string, answer: (route: Route) => unknown): Screen => ({
    name: `${name}-${state}`,
    who,
    passes: state === 'loading',
    async open(page) {
      await page.route(apiPaths, answer);
      await go(page);
      await page.waitForTimeout(1500);
    },
    leave: (page) => page.unroute(apiPaths),
  });
  return [
    without('loading', () => {}),
    without('error', (route) => route.fulfill({ status: 500, json: {} })),
  ];
}

export const screens: Screen[] = [
  ...opened,
  {
    name: 'menu',
    who: 'visitor',
    async open(page) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/cs2');
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    name: 'booking-day',
    who: 'visitor',
    async open(page) {
      await page.goto('/booking/1');
      await page
        .getByRole('button', { name: /\d+ times?/ })
        .nth(1)
        .click();
    },
  },
  {
    name: 'booking-mistakes',
    who: 'student',
    async open(page) {
      await logIn(page, demo.student);
      await page.goto('/booking/1');
      await page.getByRole('button', { name: 'Book Now' }).last().click();
    },
  },
  {
    name: 'booking-bar',
    who: 'student',
    async open(page) {
      await page.goto('/booking/1');
      await chooseTime(page, 2);
    },
    window: (page) => page.getByLabel(/^Quantity/).evaluate((field) => field.scrollIntoView()),
  },
  ...withoutApi('booking', 'visitor', async (page) => {
    await page.goto('/terms'); // a page that asks the API for nothing
    await page.evaluate(() => history.pushState(null, '', '/booking/1'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  }),
  {
    name: 'offline',
    who: 'visitor',
    async open(page) {
      await page.goto('/');
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Login' }).first().click();
      await page.waitForTimeout(1500);
    },
    leave: (page) => page.context().setOffline(false),
  },
  {
    name: 'registered',
    who: 'newcomer',
    open: (page) => register(page, 'newcomer@carry.example'),
  },
  {
    name: 'verify-email',
    who: 'newcomer',
    async open(page, sandbox) {
      await page.goto(await linkOf(sandbox, 'newcomer@carry.example'));
      await page.getByRole('button', { name: 'Verify my email' }).waitFor();
    },
  },
  {
    name: 'verified',
    who: 'newcomer',
    async open(page) {
      await page.getByRole('button', { name: 'Verify my email' }).click();
      await page.getByText('You can now log in.').waitFor();
    },
  },
  {
    name: 'sessions-empty',
    who: 'newcomer',
    async open(page) {
      await logIn(page, { email: 'newcomer@carry.example', password: 'Carry-2026!' });
      await page.goto('/sessions');
      await page.getByRole('main').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'booking-held',
    who: 'newcomer',
    async open(page) {
      await hold(page);
      await page.goto('/booking-cancelled');
    },
  },
  {
    name: 'booking-success',
    who: 'student',
    open: book,
  },
  {
    name: 'sessions',
    who: 'student',
    async open(page) {
      await page.goto('/sessions');
    },
  },
  {
    name: 'sessions-move',
    who: 'student',
    async open(page) {
      await page.goto('/sessions');
      await page.getByRole('button', { name: 'Move session' }).first().click();
      await page.getByRole('radio').first().waitFor();
    },
  },
  ...withoutApi('sessions', 'student', (page) => page.goto('/sessions')),
  {
    name: 'account',
    who: 'student',
    async open(page) {
      await page.goto('/account');
      await page.getByRole('button', { name: 'Delete my account' }).click();
    },
  },
  {
    name: 'coach-dashboard',
    who: 'coach',
    async open(page) {
      await logIn(page, demo.coach);
      await page.goto('/coach-dashboard');
      await page
        .getByRole('link', { name: /^View Booking/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'coach-booking',
    who: 'coach',
    async open(page) {
      await page
        .getByRole('link', { name: /^View Booking/ })
        .first()
        .click();
      await page.getByLabel('Coach Notes').waitFor();
    },
  },
  ...withoutApi('coach-dashboard', 'coach', (page) => page.goto('/coach-dashboard')),
  ...Object.entries({
    availability: 'Save availability',
    profile: 'Save profile',
    reviews: /^Reply to/,
  }).map(
    ([name, button]): Screen => ({
      name: `coach-${name}`,
      who: 'coach',
      async open(page) {
        await page.goto(`/coach/${name}`);
        await page.getByRole('button', { name: button }).first().waitFor();
      },
    }),
  ),
  {
    name: 'coach-waiting-list',
    who: 'coach',
    async open(page) {
      await page.goto('/coach/waiting-list');
    },
  },
];
