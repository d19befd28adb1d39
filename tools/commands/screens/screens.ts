import { demo } from 'api/demo';
import { coachScreens } from './coach-screens';
import { operatorScreens } from './operator-screens';
import { book, chooseTime, hold, logIn, register, waitForMailedLink } from './people';
import { type Screen, withoutApi } from './screen';
import { deliveredBooking, discussedBooking, fillWeek } from './week';

const pages: Record<string, string> = {
  cs2: '/cs2',
  valorant: '/valorant',
  lol: '/lol',
  dota2: '/dota2',
  fortnite: '/fortnite',
  booking: '/booking/1',
  coaches: '/coaches',
  'coaches-none': '/coaches?game=lol',
  coach: '/booking/2',
  'become-a-coach': '/become-a-coach',
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

export const screens: Screen[] = [
  {
    name: 'home',
    who: 'visitor',
    async open(page) {
      // a site that has just started leaves out what its API cannot answer yet
      for (let tries = 0; tries < 20; tries++) {
        await page.goto('/');
        if ((await page.getByRole('heading', { name: 'More coaches' }).count()) > 0) break;
        await page.waitForTimeout(3000);
      }
    },
  },
  ...opened,
  {
    name: 'menu',
    who: 'visitor',
    async open(page) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/cs2');
      await page.getByRole('banner').getByLabel('Menu').click();
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
  {
    name: 'become-a-coach-mistakes',
    who: 'visitor',
    async open(page) {
      await page.goto('/become-a-coach');
      await page.getByRole('button', { name: 'Send application' }).click();
      await page.getByText('There is a problem').waitFor();
    },
  },
  {
    name: 'booking-zone',
    who: 'visitor',
    async open(page) {
      await page.goto('/booking/1');
      await page.getByRole('button', { name: 'Change time zone' }).click();
      await page.getByLabel('Show times in').fill('lon');
      await page.getByRole('option').nth(2).waitFor();
    },
  },
  ...withoutApi('booking', 'visitor', async (page) => {
    await page.goto('/terms'); // a page without API calls
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
      await page.goto(await waitForMailedLink(sandbox, 'newcomer@carry.example'));
      await page.getByRole('button', { name: 'Verify my email' }).waitFor();
    },
  },
  {
    name: 'verified',
    who: 'newcomer',
    async open(page) {
      await page.getByRole('button', { name: 'Verify my email' }).click(); // no password: this browser registered
      await page.getByText('Your email address is verified.').waitFor();
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
    open: async (page) => void (await book(page)),
  },
  {
    name: 'sessions',
    who: 'student',
    async open(page) {
      await fillWeek(page);
      await page.goto('/sessions');
    },
  },
  {
    name: 'session',
    who: 'student',
    async open(page) {
      await page.goto(`/sessions/${discussedBooking()}`);
      await page.getByRole('log').waitFor();
    },
  },
  {
    name: 'session-delivered',
    who: 'student',
    async open(page) {
      await page.goto(`/sessions/${deliveredBooking()}`);
      await page.getByRole('heading', { name: 'Your result' }).waitFor();
    },
  },
  ...withoutApi('session', 'student', (page) => page.goto(`/sessions/${discussedBooking()}`)),
  {
    name: 'sessions-move',
    who: 'student',
    async open(page) {
      await page.goto('/sessions');
      await page.getByRole('button', { name: 'Move session' }).first().click();
      await page.getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'sessions-cancel',
    who: 'student',
    async open(page) {
      await page.goto('/sessions');
      await page.getByRole('button', { name: 'Cancel session' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
    window: async () => {},
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
  ...coachScreens,
  ...operatorScreens,
];
