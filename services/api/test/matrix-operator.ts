import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  coachApplications,
  coaches,
  outbox,
  paymentIncidents,
  payoutAccounts,
  reviews,
  users,
  waitlist,
} from '../src/core/db/schema';
import { newSecret } from '../src/features/accounts/passwords';
import { draw } from './crafted-pictures';
import type { Harness } from './harness';
import { application, booking, plain, type Row } from './matrix-row';
import { freshCode, newOperator } from './operator-session';

const operator = (path: string, body?: unknown, status = 200): Row => ({
  ...{ may: 'operator', status },
  make: plain(path, body),
});
const aMember =
  (path: (id: number) => string, body?: unknown): Row['make'] =>
  async (api) => {
    const values = { email: `${newSecret().toLowerCase()}@example.com`, passwordHash: 'x' };
    const [row] = await api.db.insert(users).values(values).returning();
    return { path: path(row?.id ?? 0), body };
  };
const aReview =
  (path: (id: number) => string, body: unknown): Row['make'] =>
  async (api, { coachId }) => {
    const values = { coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5, reply: 'Hm.' };
    const [row] = await api.db.insert(reviews).values(values).returning();
    return { path: path(row?.id ?? 0), body };
  };
const theCoach =
  (path: (id: number) => string, body?: unknown): Row['make'] =>
  async (_, { coachId }) => ({ path: path(coachId), body });
const ofAccount = (path: string, body?: unknown, status = 200): Row => ({
  ...{ may: 'operator account', status },
  make: plain(path, body),
});
const anOperator =
  (what: string): Row['make'] =>
  async (api, _, caller) => {
    const { userId } = await newOperator(api, newSecret().toLowerCase(), false);
    const code = await freshCode(api, caller.userId ?? 0);
    return { path: `/api/operator/operators/${userId}/${what}/`, body: { code } };
  };
const by = (make: Row['make'], status = 200): Row => ({ may: 'operator', status, make });

async function aCoach(api: Harness) {
  const values = { email: `${newSecret().toLowerCase()}@example.com`, passwordHash: 'x' };
  const [user] = await api.db.insert(users).values(values).returning();
  const [coach] = await api.db
    .insert(coaches)
    .values({ userId: user?.id ?? 0, name: 'Orbit', description: '', timeZone: 'UTC' })
    .returning();
  return coach?.id ?? 0;
}

const anApplication =
  (decision: string): Row['make'] =>
  async (api) => {
    const { time_zone: timeZone, ...fields } = application;
    const email = `${newSecret().toLowerCase()}@example.com`;
    const [row] = await api.db
      .insert(coachApplications)
      .values({ ...fields, timeZone, email })
      .returning();
    return { path: `/api/operator/applications/${row?.id}/${decision}/`, body: {} };
  };

const hours = { time_zone: 'UTC', weekly: [[], [], [], [], [], [], []], special: [] };

export const operatorRows: Record<string, Row> = {
  'GET /api/operator/coaches/': operator('/api/operator/coaches/'),
  'POST /api/operator/coaches/': by(async () => {
    const email = `${newSecret().toLowerCase()}@example.com`;
    return { path: '/api/operator/coaches/', body: { email, name: 'Rook', time_zone: 'UTC' } };
  }, 201),
  'GET /api/operator/coaches/{id}/': by(theCoach((id) => `/api/operator/coaches/${id}/`)),
  'PATCH /api/operator/coaches/{id}/': by(
    theCoach((id) => `/api/operator/coaches/${id}/`, { special_offer: null }),
  ),
  'POST /api/operator/coaches/{id}/retire-payouts/': by(async (api) => {
    const coachId = await aCoach(api);
    const account = `acct_${newSecret()}`;
    await api.db.insert(payoutAccounts).values({ coachId, account, updatedAt: api.now() });
    return { path: `/api/operator/coaches/${coachId}/retire-payouts/`, body: {} };
  }),
  'GET /api/operator/coaches/{id}/availability/': by(
    theCoach((id) => `/api/operator/coaches/${id}/availability/`),
  ),
  'PATCH /api/operator/coaches/{id}/availability/': by(async (api) => ({
    path: `/api/operator/coaches/${await aCoach(api)}/availability/`,
    body: { ...hours, buffer_minutes: 0, notice_minutes: 0, days_ahead: 9 },
  })),
  'GET /api/operator/members/': operator('/api/operator/members/?q=example'),
  'POST /api/operator/members/{id}/lock/': by(
    aMember((id) => `/api/operator/members/${id}/lock/`, {}),
  ),
  'POST /api/operator/members/{id}/unlock/': by(
    aMember((id) => `/api/operator/members/${id}/unlock/`, {}),
  ),
  'GET /api/operator/members/{id}/export/': by(
    aMember((id) => `/api/operator/members/${id}/export/`),
  ),
  'POST /api/operator/members/{id}/delete/': by(
    aMember((id) => `/api/operator/members/${id}/delete/`, {}),
  ),
  'GET /api/operator/applications/': operator('/api/operator/applications/'),
  'GET /api/operator/applications/{id}/picture/': by(async (api) => {
    const picture = (await draw(64, 64).png().toBuffer()).toString('base64');
    const email = `${newSecret().toLowerCase()}@example.com`;
    const caller = {
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    };
    const body = { ...application, email, picture };
    await api.send('POST', '/api/coach-applications/', body, undefined, caller);
    const [row] = await api.db
      .select()
      .from(coachApplications)
      .where(eq(coachApplications.email, email));
    return { path: `/api/operator/applications/${row?.id}/picture/` };
  }),
  'POST /api/operator/applications/{id}/accept/': by(anApplication('accept')),
  'POST /api/operator/applications/{id}/decline/': by(anApplication('decline')),
  'POST /api/operator/waitlist/remove/': by(async (api) => {
    const email = `${newSecret().toLowerCase()}@example.com`;
    await api.db.insert(waitlist).values({ game: 'lol', email });
    return { path: '/api/operator/waitlist/remove/', body: { email } };
  }),
  'GET /api/operator/waitlist/': operator('/api/operator/waitlist/'),
  'POST /api/operator/coaches/{id}/invitations/': by(async (api, { coachId }) => {
    const game = 'dota2';
    await api.db
      .update(coaches)
      .set({ games: [game] })
      .where(eq(coaches.id, coachId));
    return { path: `/api/operator/coaches/${coachId}/invitations/`, body: { game } };
  }),
  'GET /api/operator/bookings/': operator('/api/operator/bookings/'),
  'POST /api/operator/bookings/{id}/cancel/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'confirmed');
    return { path: `/api/operator/bookings/${id}/cancel/`, body: {} };
  }),
  'POST /api/operator/bookings/{id}/refund/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'completed');
    return { path: `/api/operator/bookings/${id}/refund/`, body: {} };
  }),
  'POST /api/operator/bookings/{id}/settle/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'cancelled', { refund: 'failed' });
    return { path: `/api/operator/bookings/${id}/settle/`, body: {} };
  }),
  'POST /api/operator/bookings/{id}/paid-out/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'completed', { completedAt: api.now() });
    return { path: `/api/operator/bookings/${id}/paid-out/`, body: { amount: 25 } };
  }),
  'GET /api/operator/coaches/{id}/due/': by(
    theCoach((id) => `/api/operator/coaches/${id}/due/?until=2026-11-30T00:00:00Z`),
  ),
  'POST /api/operator/coaches/{id}/paid-out/': by(
    theCoach((id) => `/api/operator/coaches/${id}/paid-out/`, {
      until: '2020-01-01T00:00:00Z',
      amount: 1,
    }),
    409,
  ),
  'GET /api/operator/reviews/': operator('/api/operator/reviews/'),
  'POST /api/operator/reviews/{id}/hide/': by(
    aReview((id) => `/api/operator/reviews/${id}/hide/`, { reason: 'Spam.' }),
  ),
  'POST /api/operator/reviews/{id}/restore/': by(
    aReview((id) => `/api/operator/reviews/${id}/restore/`, {}),
  ),
  'POST /api/operator/reviews/{id}/reply/remove/': by(
    aReview((id) => `/api/operator/reviews/${id}/reply/remove/`, {}),
  ),
  'GET /api/operator/incidents/': operator('/api/operator/incidents/'),
  'POST /api/operator/incidents/{id}/resolve/': by(async (api) => {
    const incident = { key: crypto.randomUUID(), type: 'matrix', summary: 'Words.' };
    const [row] = await api.db
      .insert(paymentIncidents)
      .values({ ...incident, occurredAt: api.now() })
      .returning();
    return { path: `/api/operator/incidents/${row?.id}/resolve/`, body: {} };
  }),
  'GET /api/operator/mails/': operator('/api/operator/mails/'),
  'POST /api/operator/mails/{id}/send/': by(async (api) => {
    const mail = { recipient: 'kim@example.com', subject: 'Matrix', body: 'Words.' };
    const [row] = await api.db
      .insert(outbox)
      .values({ ...mail, failedAt: api.now() })
      .returning();
    return { path: `/api/operator/mails/${row?.id}/send/`, body: {} };
  }),
  'POST /api/operator/mails/{id}/dismiss/': by(async (api) => {
    const mail = { recipient: 'kim@example.com', subject: 'Matrix', body: '' };
    const [row] = await api.db
      .insert(outbox)
      .values({ ...mail, failedAt: api.now() })
      .returning();
    return { path: `/api/operator/mails/${row?.id}/dismiss/`, body: {} };
  }),
  'GET /api/operator/audit/': operator('/api/operator/audit/'),
  'GET /api/operator/bookings/export/': operator('/api/operator/bookings/export/?q=12'),
  'GET /api/operator/members/export/': operator('/api/operator/members/export/?q=12'),
  'GET /api/operator/audit/export/': operator('/api/operator/audit/export/'),
  'GET /api/operator/overview/': operator('/api/operator/overview/?zone=UTC'),
  'GET /api/operator/revenue/weeks/': operator('/api/operator/revenue/weeks/?zone=UTC'),
  'GET /api/operator/revenue/coaches/': operator('/api/operator/revenue/coaches/?zone=UTC'),
  'GET /api/operator/revenue/export/': operator('/api/operator/revenue/export/?zone=UTC'),
  'GET /api/operator/ledger/export/': operator('/api/operator/ledger/export/?from=2026-01-01'),
  'GET /api/operator/revenue/': operator('/api/operator/revenue/?zone=UTC'),
  'GET /api/operator/bookings/{id}/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'completed');
    return { path: `/api/operator/bookings/${id}/` };
  }),
  'GET /api/operator/operators/': operator('/api/operator/operators/'),
  'POST /api/operator/operators/': by(async (api, _, caller) => {
    const email = `${newSecret().toLowerCase()}@example.com`;
    await api.db.insert(users).values({ email, passwordHash: 'x', verifiedAt: api.now() });
    const code = await freshCode(api, caller.userId ?? 0);
    return { path: '/api/operator/operators/', body: { email, code } };
  }, 201),
  'POST /api/operator/operators/{id}/remove/': by(anOperator('remove')),
  'POST /api/operator/operators/{id}/reset/': by(anOperator('reset')),
  'GET /api/operator/session/': ofAccount('/api/operator/session/'),
  'POST /api/operator/session/': ofAccount('/api/operator/session/', { code: '000000' }, 403),
  'POST /api/operator/second-factor/': ofAccount('/api/operator/second-factor/', {}),
  'POST /api/operator/second-factor/confirm/': ofAccount(
    '/api/operator/second-factor/confirm/',
    { code: 'none' },
    403,
  ),
  'POST /api/operator/second-factor/recovery-codes/': ofAccount(
    '/api/operator/second-factor/recovery-codes/',
    { code: 'none' },
    403,
  ),
};

/** Comes last in the table, because it ends the session of its caller. */
export const operatorEndRow: Record<string, Row> = {
  'POST /api/operator/session/end/': ofAccount('/api/operator/session/end/', {}),
};
