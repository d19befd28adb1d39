/** Every page that anybody may open. */
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
  '/terms',
  '/logn',
];

/** What is of the same make as one of them. */
export const openToo = [
  '/valorant',
  '/dota2',
  '/fortnite',
  '/imprint',
  '/privacy',
  '/refunds',
  '/account/reminders?token=x',
  '/booking/999',
];

/** The pages of a coach, and a button of each. */
export const coachPages = {
  '/coach/availability': 'Save availability',
  '/coach/profile': 'Save profile',
  '/coach/reviews': /^Reply to/,
};

/** Every width that a picture of a screen has. */
export const widths = [360, 390, 768, 1280, 1920];

/** A phone and a desktop. */
export const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** What `npm test` looks at: the phone; `npm run test:full` at both. */
export const eachTime = process.env['TEST_FULL'] === '1' ? sizes : sizes.slice(0, 1);

/** The larger size waits for `npm run test:full`. */
export const tagOf = (size: (typeof sizes)[number]) => (size === sizes[0] ? [] : '@full');
