import {
  coachApplications,
  coaches,
  outbox,
  paymentIncidents,
  reviews,
  users,
} from '../src/core/db/schema';
import { newSecret } from '../src/features/accounts/secrets';
import type { Harness } from './harness';
import { application, booking, plain, type Row } from './matrix-row';

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
    const values = { coachId, reviewerName: 'Kim', comment: 'Good.', rating: 5 };
    const [row] = await api.db.insert(reviews).values(values).returning();
    return { path: path(row?.id ?? 0), body };
  };
const theCoach =
  (path: (id: number) => string, body?: unknown): Row['make'] =>
  async (_, { coachId }) => ({ path: path(coachId), body });
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
  'POST /api/operator/applications/{id}/accept/': by(anApplication('accept')),
  'POST /api/operator/applications/{id}/decline/': by(anApplication('decline')),
  'GET /api/operator/waitlist/': operator('/api/operator/waitlist/'),
  'POST /api/operator/coaches/{id}/invitations/': by(
    theCoach((id) => `/api/operator/coaches/${id}/invitations/`, { game: 'dota2' }),
  ),
  'GET /api/operator/bookings/': operator('/api/operator/bookings/'),
  'POST /api/operator/bookings/{id}/cancel/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'confirmed');
    return { path: `/api/operator/bookings/${id}/cancel/`, body: {} };
  }),
  'POST /api/operator/bookings/{id}/refund/': by(async (api, owner) => {
    const { id } = await booking(api, owner, 'completed');
    return { path: `/api/operator/bookings/${id}/refund/`, body: {} };
  }),
  'GET /api/operator/reviews/': operator('/api/operator/reviews/'),
  'POST /api/operator/reviews/{id}/hide/': by(
    aReview((id) => `/api/operator/reviews/${id}/hide/`, { reason: 'Spam.' }),
  ),
  'POST /api/operator/reviews/{id}/restore/': by(
    aReview((id) => `/api/operator/reviews/${id}/restore/`, {}),
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
  'GET /api/operator/audit/': operator('/api/operator/audit/'),
};
