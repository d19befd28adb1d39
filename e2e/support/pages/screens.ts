import type { Server } from '../site/fixtures';

export const open = [
  '/',
  '/cs2',
  '/lol',
  '/booking/1',
  '/booking-cancelled',
  '/booking-success',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?uid=1&token=x',
  '/verify-email?token=x',
  '/how-it-works',
  '/coaches',
  '/become-a-coach',
  '/terms',
  '/logn',
];

/** Public pages that share a template with one above. */
export const openToo = [
  '/valorant',
  '/dota2',
  '/fortnite',
  '/imprint',
  '/privacy',
  '/refunds',
  '/account/reminders?token=x',
  '/booking/999',
  '/coaches?game=lol',
];

/** Console errors of unknown pages among {@link open}. Texts of the operator are additions of our API. */
export const unknownPages = (server: Server): string[] =>
  server === 'ours' ? ['404 /logn'] : ['404 /logn', '404 /terms'];

/** Console errors of unknown pages among {@link openToo}. */
export const unknownPagesToo = (server: Server): string[] =>
  server === 'ours'
    ? ['404 /booking/999']
    : ['404 /booking/999', '404 /imprint', '404 /privacy', '404 /refunds'];

/** Pages of a student who has a booking. */
export const studentPages = ['/sessions', '/account'];

/** Coach pages with a button of each. */
export const coachPages = {
  '/coach/availability': 'Save availability',
  '/coach/profile': 'Save profile',
  '/coach/reviews': /^Reply to/,
};

/** Pages of the operator's console. */
export const operatorPages = [
  '',
  '/bookings',
  '/coaches',
  '/coaches/1',
  '/members',
  '/reports',
  '/waiting-lists',
  '/emails',
  '/revenue',
  '/operators',
  '/record',
].map((path) => `/operator${path}`);

export const widths = [360, 390, 768, 1280, 1920];

export const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** `npm test` uses the phone only; `npm run test:full` uses both. */
export const eachTime = process.env['TEST_FULL'] === '1' ? sizes : sizes.slice(0, 1);

export const getTag = (size: (typeof sizes)[number]) => (size === sizes[0] ? [] : '@full');
