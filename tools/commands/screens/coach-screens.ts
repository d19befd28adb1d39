import { demo } from 'api/demo';
import { joinWaitingList, logIn } from './people';
import { type Screen, withoutApi } from './screen';
import { discussedBooking, openBooking } from './week';

const bookingsPath = /\/api\/bookings\/(\?|$)/;

const waiting = [
  ['lol', 'mika'],
  ['lol', 'jules'],
  ['lol', 'priya'],
  ['dota2', 'oskar'],
  ['fortnite', 'sofia'],
  ['fortnite', 'leon'],
] as const;

export const coachScreens: Screen[] = [
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
      await page.goto(`/coach/bookings/${discussedBooking()}`);
      await page.getByRole('log').waitFor();
    },
  },
  {
    name: 'coach-delivery',
    who: 'coach',
    async open(page) {
      await page.goto(`/coach/bookings/${openBooking()}`);
      await page.getByLabel('Result').waitFor();
    },
  },
  {
    name: 'coach-dashboard-empty',
    who: 'coach',
    async open(page) {
      await page.route(bookingsPath, (route) => route.fulfill({ json: [] }));
      await page.goto('/coach-dashboard');
      await page.getByText('No bookings found.').waitFor();
    },
    leave: (page) => page.unroute(bookingsPath),
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
    name: 'coach-earnings',
    who: 'coach',
    async open(page) {
      await page.goto('/coach/earnings');
      await page.getByRole('row', { name: /^Total/ }).waitFor();
    },
  },
  {
    name: 'coach-waiting-list',
    who: 'coach',
    async open(page) {
      await page.goto('/coach/waiting-list');
    },
  },
  {
    name: 'coach-waiting-list-full',
    who: 'coach',
    async open(page) {
      for (const [game, name] of waiting) await joinWaitingList(page, game, name);
      await page.goto('/coach/waiting-list');
      await page.getByRole('region', { name: 'Fortnite' }).waitFor();
    },
  },
];
