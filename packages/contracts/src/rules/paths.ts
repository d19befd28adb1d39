/** Encodes one segment of a path. Colons stay: RFC 3986 allows them, and patterns such as `:coachId` begin with one. */
const segment = (id: number | string) => encodeURIComponent(id).replaceAll('%3A', ':');

/** URLs that more than one file links to. */
export const paths = {
  home: '/',
  game: (id: string) => `/${id}`,
  coaches: '/coaches',
  coachSlug: (slug: string) => `/coaches/${segment(slug)}`,
  becomeCoach: '/become-a-coach',
  booking: (coachId: number | string) => `/booking/${segment(coachId)}`,
  bookingSuccess: '/booking-success',
  bookingCancelled: '/booking-cancelled',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  sessions: '/sessions',
  session: (bookingId: number | string) => `/sessions/${segment(bookingId)}`,
  account: '/account',
  reminders: '/account/reminders',
  dashboard: '/dashboard',
  coachDashboard: '/coach-dashboard',
  coachBooking: (bookingId: number | string) => `/coach/bookings/${segment(bookingId)}`,
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
  imprint: '/imprint',
  howItWorks: '/how-it-works',
  coachAvailability: '/coach/availability',
  coachEarnings: '/coach/earnings',
  coachProfile: '/coach/profile',
  coachReviews: '/coach/reviews',
  coachWaitingList: '/coach/waiting-list',
  operator: '/operator',
  /** Social preview (1200×675) of a public page: `home`, `booking`, or a game's id. */
  socialPicture: (page: string) => `/assets/social/${page}.png`,
} as const;

/** Id of the coach featured on landing pages and target of `/{coachSlug}`: a setting of the site, by default the first coach. */
export const featuredCoach = ({ settings }: { settings: Readonly<Record<string, string>> }) =>
  settings['featuredCoach'] ?? '1';
