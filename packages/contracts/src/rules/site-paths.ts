// URLs that more than one file links to. Exports instead of members of an object: a bundle has only those that it uses.

import type { TextName } from './texts';

/** Encodes one segment of a path. Colons stay: RFC 3986 allows them, and patterns such as `:coachId` begin with one. */
const segment = (id: number | string) => encodeURIComponent(id).replaceAll('%3A', ':');

export const home = '/';
export const game = (id: string) => `/${id}`;
export const coaches = '/coaches';
export const coachSlug = (slug: string) => `/coaches/${segment(slug)}`;
export const becomeCoach = '/become-a-coach';
export const booking = (coachId: number | string) => `/booking/${segment(coachId)}`;
export const bookingSuccess = '/booking-success';
export const bookingCancelled = '/booking-cancelled';
export const login = '/login';
export const register = '/register';
export const forgotPassword = '/forgot-password';
export const resetPassword = '/reset-password';
export const verifyEmail = '/verify-email';
export const sessions = '/sessions';
export const session = (bookingId: number | string) => `/sessions/${segment(bookingId)}`;
export const account = '/account';
export const reminders = '/account/reminders';
export const dashboard = '/dashboard';
export const coachDashboard = '/coach-dashboard';
export const coachBooking = (bookingId: number | string) => `/coach/bookings/${segment(bookingId)}`;
export const text = (name: TextName) => `/${name}` as const;
export const terms = '/terms';
export const privacy = '/privacy';
export const refunds = '/refunds';
export const imprint = '/imprint';
export const howItWorks = '/how-it-works';
export const coachAvailability = '/coach/availability';
export const coachEarnings = '/coach/earnings';
export const coachProfile = '/coach/profile';
export const coachReviews = '/coach/reviews';
export const coachWaitingList = '/coach/waiting-list';
export const operator = '/operator';
/** Social preview (1200×675) of a public page: `home`, `booking`, or a game's id. */
export const socialPicture = (page: string) => `/assets/social/${page}.png`;
