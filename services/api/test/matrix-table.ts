import { chatClaims, reviews } from '../src/core/db/schema';
import { digest, newSecret } from '../src/features/accounts/passwords';
import { openSession } from '../src/features/accounts/refresh-token';
import type { Harness } from './harness';
import { accountRows } from './matrix-account';
import { coachRows } from './matrix-coach';
import { conversationRows } from './matrix-conversations';
import { operatorEndRow, operatorRows } from './matrix-operator';
import { application, booking, type Owner, ofBooking, plain, type Row } from './matrix-row';

const human = async (api: Harness, more: object) => ({ ...more, recaptcha: await api.human() });
const aReview =
  (path: (id: number) => string, body: unknown): Row['make'] =>
  async (api, { coachId }) => {
    const [row] = await api.db
      .insert(reviews)
      .values({ coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5 })
      .returning();
    return { path: path(row?.id ?? 0), body };
  };

/** Authorization matrix: every operation, its allowed callers and targets. */
export const table: Record<string, Row> = {
  'GET /api/captcha/challenge/': {
    may: 'anybody',
    status: 200,
    make: plain('/api/captcha/challenge/'),
  },
  'POST /api/token/': {
    ...{ may: 'anybody', status: 401 },
    make: async (api) => ({
      path: '/api/token/',
      body: await human(api, { username: `${newSecret()}@example.com`, password: 'Wrong-123!' }),
    }),
  },
  'GET /api/auth/methods/': { may: 'anybody', status: 200, make: plain('/api/auth/methods/') },
  'POST /api/auth/code/': {
    ...{ may: 'anybody', status: 200 },
    make: async () => ({
      path: '/api/auth/code/',
      body: { email: `${newSecret().toLowerCase()}@example.com` },
    }),
  },
  'POST /api/auth/code/confirm/': {
    may: 'anybody',
    status: 400,
    make: plain('/api/auth/code/confirm/', { request: 'made up', code: '123456' }),
  },
  'POST /api/oauth/discord/sign-in/': {
    ...{ may: 'anybody', status: 200 },
    make: async (_, { coachId }) => ({
      path: '/api/oauth/discord/sign-in/',
      body: { coach: coachId },
    }),
  },
  'POST /api/oauth/discord/session/': {
    may: 'anybody',
    status: 400,
    make: plain('/api/oauth/discord/session/', {}),
  },
  'POST /api/token/refresh/': {
    ...{ may: 'anybody', status: 200 },
    make: async (api, { studentId }) => ({
      path: '/api/token/refresh/',
      body: { refresh: (await openSession(api, studentId)).refresh },
    }),
  },
  'POST /api/token/revoke/': {
    may: 'anybody',
    status: 200,
    make: plain('/api/token/revoke/', { refresh: 'nobody has this' }),
  },
  'GET /api/me/': { may: 'member', status: 200, make: plain('/api/me/') },
  ...accountRows,
  ...coachRows,
  'POST /api/register/': {
    ...{ may: 'anybody', status: 201 },
    async make(api) {
      const email = `${newSecret().toLowerCase()}@example.com`;
      return {
        path: '/api/register/',
        body: await human(api, { username: email, email, password: 'Secret-123!' }),
      };
    },
  },
  'POST /api/auth/verify-email/': {
    may: 'anybody',
    status: 400,
    make: plain('/api/auth/verify-email/', { token: 'made up' }),
  },
  'POST /api/auth/resend-verification/': {
    ...{ may: 'anybody', status: 200 },
    make: plain('/api/auth/resend-verification/', { email: 'nobody@example.com' }),
  },
  'POST /api/auth/password-reset/': {
    ...{ may: 'anybody', status: 200 },
    make: async (api) => ({
      path: '/api/auth/password-reset/',
      body: await human(api, { email: 'nobody@example.com' }),
    }),
  },
  'POST /api/auth/password-reset-confirm/': {
    ...{ may: 'anybody', status: 400 },
    make: async (_, { studentId }) => ({
      path: '/api/auth/password-reset-confirm/',
      body: { uid: studentId, token: 'made up', new_password: 'Secret-123!' },
    }),
  },
  'GET /api/coaches/{id}/': {
    may: 'anybody',
    status: 200,
    make: async (_, { coachId }) => ({ path: `/api/coaches/${coachId}/` }),
  },
  'GET /api/coaches/{id}/services/': {
    ...{ may: 'anybody', status: 200 },
    make: async (_, { coachId }) => ({ path: `/api/coaches/${coachId}/services/` }),
  },
  'GET /api/coach/{id}/available-slots/': {
    ...{ may: 'anybody', status: 200, byOperatorToken: 401 },
    make: async (api, { coachId }) => ({
      path: `/api/coach/${coachId}/available-slots/?duration=60&date=${new Date(api.now().getTime() + 86_400_000).toISOString().slice(0, 10)}`,
    }),
  },
  'GET /api/reviews/by-coach/{id}/': {
    ...{ may: 'anybody', status: 200 },
    make: async (_, { coachId }) => ({ path: `/api/reviews/by-coach/${coachId}/` }),
  },
  'GET /api/coaches/': { may: 'anybody', status: 200, make: plain('/api/coaches/?game=cs2') },
  'GET /api/sitemap/': { may: 'anybody', status: 200, make: plain('/api/sitemap/') },
  'POST /api/coach-applications/': {
    ...{ may: 'anybody', status: 201, byOperatorToken: 401 },
    make: plain('/api/coach-applications/', application),
  },
  'GET /api/revisions/': { may: 'anybody', status: 200, make: plain('/api/revisions/') },
  'GET /api/texts/{name}/': { may: 'anybody', status: 200, make: plain('/api/texts/terms/') },
  'POST /api/waitlist/': {
    may: 'anybody',
    status: 201,
    make: plain('/api/waitlist/', { game: 'lol', email: 'kim@example.com' }),
  },
  'POST /api/create-booking/': {
    ...{ may: 'member', status: 201 },
    // coaches cannot book themselves
    make: async (api, owner, { userId }) => ({
      path: '/api/create-booking/',
      body:
        userId === owner.coachUserId
          ? api.order(null)
          : api.order(null, {
              coach_id: owner.coachId,
              service_id: owner.serviceId,
              slot: nextSlot(api),
            }),
    }),
  },
  'POST /api/create-checkout-session/': {
    // specified without a token: repeating the student's input opens the payment page
    ...{ may: 'anybody', status: 200 },
    async make(api, owner) {
      const { id, coachId, serviceId } = await booking(api, owner, 'pending_payment');
      return {
        path: '/api/create-checkout-session/',
        body: api.createCheckout(id, { coachId, serviceId, contactInfo: 'private contact' }),
      };
    },
  },
  'POST /api/bookings/{id}/checkout/': {
    ...{ may: 'student', status: 200 },
    make: ofBooking('pending_payment', (id) => `/api/bookings/${id}/checkout/`, {}),
  },
  'GET /api/stripe/success-info/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => ({
      path: `/api/stripe/success-info/?session_id=${(await booking(api, owner, 'confirmed')).checkoutSession}`,
    }),
  },
  'GET /api/my-sessions/': {
    may: 'member',
    status: 200,
    lists: true,
    make: ofBooking('confirmed', () => '/api/my-sessions/'),
  },
  'POST /api/my-sessions/{id}/cancel/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => {
      const { id } = await booking(api, owner, 'confirmed', {
        cancelUntil: new Date(api.now().getTime() + 60_000),
      });
      return { path: `/api/my-sessions/${id}/cancel/`, body: {} };
    },
  },
  'GET /api/my-sessions/{id}/times/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => {
      const { id } = await movable(api, owner);
      return { path: `/api/my-sessions/${id}/times/?from=2026-01-01T00:00:00Z` };
    },
  },
  'POST /api/my-sessions/{id}/move/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => {
      const { id, startsAt } = await movable(api, owner);
      return { path: `/api/my-sessions/${id}/move/`, body: { session_time: startsAt } };
    },
  },
  'POST /api/my-sessions/{id}/decline/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => {
      const { id, suggestedStart } = await suggested(api, owner);
      return { path: `/api/my-sessions/${id}/decline/`, body: { session_time: suggestedStart } };
    },
  },
  'POST /api/my-sessions/{id}/refund/': {
    ...{ may: 'student', status: 200 },
    make: async (api, owner) => {
      const { id } = await booking(api, owner, 'completed', { completedAt: api.now() });
      return { path: `/api/my-sessions/${id}/refund/`, body: { reason: 'No sound.' } };
    },
  },
  'GET /api/bookings/': {
    may: 'member',
    status: 200,
    lists: true,
    make: ofBooking('confirmed', () => '/api/bookings/'),
  },
  'PATCH /api/bookings/{id}/status/': {
    ...{ may: 'coach', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/status/`, { status: 'confirmed' }),
  },
  'GET /api/bookings/{id}/times/': {
    ...{ may: 'coach', status: 200 },
    make: async (api, owner) => {
      const { id } = await movable(api, owner);
      return { path: `/api/bookings/${id}/times/?from=2026-01-01T00:00:00Z` };
    },
  },
  'POST /api/bookings/{id}/suggest/': {
    ...{ may: 'coach', status: 200 },
    make: async (api, owner) => {
      const { id, suggestedStart } = await suggested(api, owner);
      return { path: `/api/bookings/${id}/suggest/`, body: { session_time: suggestedStart } };
    },
  },
  'POST /api/bookings/{id}/withdraw/': {
    ...{ may: 'coach', status: 200 },
    make: async (api, owner) => {
      const { id } = await suggested(api, owner);
      return { path: `/api/bookings/${id}/withdraw/`, body: {} };
    },
  },
  'PATCH /api/bookings/{id}/notes/': {
    ...{ may: 'coach', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/notes/`, { notes: 'Mine.' }),
  },
  'POST /api/reviews/': {
    ...{ may: 'student', status: 201 },
    make: async (api, owner) => ({
      path: '/api/reviews/',
      body: {
        booking: (await booking(api, owner, 'completed')).id,
        reviewer_name: 'Kim',
        rating: 5,
        comment: 'Good.',
      },
    }),
  },
  'POST /api/reviews/{id}/report/': {
    ...{ may: 'member', status: 202 },
    make: aReview((id) => `/api/reviews/${id}/report/`, { reason: 'Spam.' }),
  },
  ...operatorRows,
  ...conversationRows,
  'POST /api/discord/claim/': {
    ...{ may: 'student', status: 200, foreign: 400 },
    async make(api, owner) {
      const token = newSecret();
      const { id: bookingId } = await booking(api, owner, 'confirmed');
      const expiresAt = new Date(api.now().getTime() + 60_000);
      await api.db.insert(chatClaims).values({
        tokenHash: digest(token),
        bookingId,
        chatId: newSecret(),
        username: 'kim',
        expiresAt,
      });
      return { path: '/api/discord/claim/', body: { token } };
    },
  },
  'GET /api/oauth/discord/start/': {
    ...{ may: 'student', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/oauth/discord/start/?booking=${id}`),
  },
  'GET /api/oauth/discord/callback/': {
    may: 'anybody',
    status: 302,
    make: plain('/api/oauth/discord/callback/?state=made-up&code=x'),
  },
  ...operatorEndRow,
};

/** Undocumented calls, authenticated by signature. */
export const unlisted = ['POST /api/stripe/webhook/', 'POST /api/discord/interactions/'];

let hour = 0;
/** An hour that no other booking takes: callers may be students and coaches at once. */
function nextSlot(api: Harness) {
  hour++;
  const date = new Date(api.now().getTime() + (2 + Math.floor(hour / 20)) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  return { date, time: `${String(hour % 20).padStart(2, '0')}:00` };
}

let year = 2030;
function movable(api: Harness, owner: Owner, suggestedStart: Date | null = null) {
  year++;
  return booking(api, owner, 'confirmed', {
    startsAt: new Date(`${year}-01-01T12:00:00Z`),
    endsAt: new Date(`${year}-01-01T13:00:00Z`),
    cancelUntil: new Date(api.now().getTime() + 60_000),
    suggestedStart,
  });
}

function suggested(api: Harness, owner: Owner) {
  const { date, time } = nextSlot(api);
  return movable(api, owner, new Date(`${date}T${time}:00Z`));
}
