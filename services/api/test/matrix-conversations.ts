import { randomBytes, randomUUID } from 'node:crypto';
import { bookingMessages, messageFiles, messageReports } from '../src/core/db/schema';
import type { Harness } from './harness';
import { booking, type Owner, ofBooking, type Row } from './matrix-row';

type Side = 'student' | 'coach';

async function aMessage(api: Harness, owner: Owner, author: Side) {
  const { id: bookingId } = await booking(api, owner, 'confirmed');
  const [row] = await api.db
    .insert(bookingMessages)
    .values({ bookingId, author, body: 'Hi.', key: randomUUID() })
    .returning();
  if (!row) throw new Error('no message');
  return row;
}

async function aFile(api: Harness, owner: Owner) {
  const message = await aMessage(api, owner, 'student');
  const storedAs = randomBytes(16).toString('hex');
  const content = [new TextEncoder().encode('%PDF-1.7')];
  const options = { maxBytes: 100, type: 'application/pdf' };
  const { bytes } = await api.files.write(storedAs, content, options);
  const [row] = await api.db
    .insert(messageFiles)
    .values({
      ...{ bookingId: message.bookingId, author: 'student', messageId: message.id },
      ...{ name: 'plan.pdf', bytes, storedAs },
    })
    .returning();
  if (!row) throw new Error('no file');
  return row;
}

async function aReport(api: Harness, owner: Owner) {
  const { id } = await aMessage(api, owner, 'coach');
  const report = { messageId: id, userId: owner.studentId, reason: 'Rude.' };
  await api.db.insert(messageReports).values(report);
  return id;
}

const written = () => ({ key: randomUUID(), text: 'Hi.', files: [] });

export const conversationRows: Record<string, Row> = {
  'GET /api/bookings/{id}/': {
    ...{ may: 'party', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/`),
  },
  'GET /api/bookings/{id}/messages/': {
    ...{ may: 'party', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/messages/`),
  },
  'POST /api/bookings/{id}/messages/': {
    ...{ may: 'party', status: 201 },
    make: async (api, owner) => ({
      path: `/api/bookings/${(await booking(api, owner, 'confirmed')).id}/messages/`,
      body: written(),
    }),
  },
  'POST /api/bookings/{id}/messages/read/': {
    ...{ may: 'party', status: 200 },
    make: async (api, owner) => {
      const { id, bookingId } = await aMessage(api, owner, 'coach');
      return { path: `/api/bookings/${bookingId}/messages/read/`, body: { last: id } };
    },
  },
  'POST /api/bookings/{id}/messages/{message}/report/': {
    ...{ may: 'student', status: 202 },
    make: async (api, owner) => {
      const { id, bookingId } = await aMessage(api, owner, 'coach');
      return {
        path: `/api/bookings/${bookingId}/messages/${id}/report/`,
        body: { reason: 'Rude.' },
      };
    },
  },
  'GET /api/bookings/{id}/events/': {
    ...{ may: 'party', status: 200 },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/events/`),
  },
  'POST /api/bookings/{id}/files/': {
    ...{ may: 'party', status: 201 },
    headers: { 'content-type': 'application/octet-stream' },
    make: ofBooking('confirmed', (id) => `/api/bookings/${id}/files/?name=plan.pdf`, '%PDF-1.7'),
  },
  'GET /api/bookings/{id}/files/{file}/': {
    ...{ may: 'party', status: 200 },
    make: async (api, owner) => {
      const { id, bookingId } = await aFile(api, owner);
      return { path: `/api/bookings/${bookingId}/files/${id}/` };
    },
  },
  'POST /api/bookings/{id}/deliver/': {
    ...{ may: 'coach', status: 201 },
    make: async (api, owner) => ({
      path: `/api/bookings/${(await booking(api, owner, 'confirmed')).id}/deliver/`,
      body: written(),
    }),
  },
  'GET /api/operator/messages/': {
    ...{ may: 'operator', status: 200 },
    make: async () => ({ path: '/api/operator/messages/' }),
  },
  'GET /api/operator/messages/{id}/files/{file}/': {
    ...{ may: 'operator', status: 200 },
    make: async (api, owner) => {
      const { id, messageId = 0 } = await aFile(api, owner);
      const report = { messageId: messageId ?? 0, userId: owner.coachUserId, reason: 'Rude.' };
      await api.db.insert(messageReports).values(report);
      return { path: `/api/operator/messages/${messageId}/files/${id}/` };
    },
  },
  'POST /api/operator/messages/{id}/remove/': {
    ...{ may: 'operator', status: 200 },
    make: async (api, owner) => ({
      path: `/api/operator/messages/${(await aMessage(api, owner, 'coach')).id}/remove/`,
      body: {},
    }),
  },
  'POST /api/operator/messages/{id}/keep/': {
    ...{ may: 'operator', status: 200 },
    make: async (api, owner) => ({
      path: `/api/operator/messages/${await aReport(api, owner)}/keep/`,
      body: {},
    }),
  },
};
