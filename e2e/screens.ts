/** Every page that anybody may open. */
export const open = [
  '/',
  '/cs2',
  '/valorant',
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
  '/imprint',
  '/logn',
];

/** A phone and a desktop. */
export const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** The larger size waits for `pnpm test:full`. */
export const tagOf = (size: (typeof sizes)[number]) => (size === sizes[0] ? [] : '@full');
