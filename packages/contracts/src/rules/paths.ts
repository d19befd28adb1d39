/** Every URL of the site that crosses a remote. */
export const paths = {
  home: '/',
  game: (id: string) => `/${id}`,
  booking: (coachId: number | string) => `/booking/${coachId}`,
  bookingSuccess: '/booking-success',
  bookingCancelled: '/booking-cancelled',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  sessions: '/sessions',
  account: '/account',
  reminders: '/account/reminders',
  dashboard: '/dashboard',
  coachDashboard: '/coach-dashboard',
  coachBooking: (bookingId: number | string) => `/coach/bookings/${bookingId}`,
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  imprint: '/imprint',
  howItWorks: '/how-it-works',
  coachAvailability: '/coach/availability',
  coachProfile: '/coach/profile',
  coachReviews: '/coach/reviews',
  coachWaitingList: '/coach/waiting-list',
  /** The social preview picture of a public page: `home`, `booking`, or a game's id; 1200×675. */
  socialPicture: (page: string) => `/assets/social/${page}.png`,
} as const;

/** The coach whom the landing pages feature and to whom `/{coachSlug}` leads. */
export const FEATURED_COACH_ID = 1;

/** Returns whether a path parameter is a row's id in its only spelling: a positive integer without sign, leading zero, fraction or exponent. */
export const isId = (parameter: string | undefined): parameter is string =>
  /^[1-9]\d{0,15}$/.test(parameter ?? '') && Number.isSafeInteger(Number(parameter));
