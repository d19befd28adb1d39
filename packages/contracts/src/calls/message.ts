import { z } from 'zod';
import { MAX_FILES_PER_MESSAGE, MAX_MESSAGE, MAX_REASON } from '../rules/limits';
import { detail, filled, id, params, trimmed } from './fields';
import type { CallTable } from './rules';

const BINARY = 'application/octet-stream';

const file = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number().int(),
});

const message = z.object({
  id: z.number().int(),
  author: z.enum(['student', 'coach']),
  /** `delivery`: the result of a service without a time. */
  kind: z.enum(['text', 'delivery']),
  text: z.string(),
  sent_at: z.string(),
  files: z.array(file),
});
export type Message = z.infer<typeof message>;

const conversation = z.object({
  /** Oldest first. */
  messages: z.array(message),
  /** Id for `before` that continues with older messages; null at the beginning. */
  older: z.number().int().nullable(),
  /** Newest message of the caller's that the other side has seen; 0: none. */
  seen: z.number().int(),
  /** Newest 50 results of a service without a time, oldest first; only in the newest page. */
  results: z.array(message).optional(),
});

const written = z.object({
  /** Idempotency key: a repeated request returns the first message. */
  key: z.uuid(),
  text: trimmed(MAX_MESSAGE),
  files: z.array(id).max(MAX_FILES_PER_MESSAGE),
});

const limited = {
  429: detail.describe('Too many; `retry-after`: seconds to wait'),
};

export const messageCalls = {
  'GET /api/bookings/{id}/messages/': {
    summary: 'Messages of a booking, the newest 50 or those before an id',
    by: 'user',
    params,
    query: z.object({ before: id.optional() }),
    answers: { 200: conversation },
  },
  'POST /api/bookings/{id}/messages/': {
    summary: 'Write to the other side of a booking',
    by: 'user',
    params,
    body: written,
    answers: { 201: message, ...limited },
  },
  'POST /api/bookings/{id}/messages/read/': {
    summary: 'Mark the messages up to an id as read',
    by: 'user',
    params,
    body: z.object({ last: id }),
    answers: { 200: detail },
  },
  'POST /api/bookings/{id}/messages/{message}/report/': {
    summary: 'Report a message of the other side to the operator',
    by: 'user',
    params: z.object({ id, message: id }),
    body: z.object({ reason: filled(MAX_REASON) }),
    answers: { 202: detail, ...limited },
  },
  'GET /api/bookings/{id}/events/': {
    summary:
      'Server-sent events: one for each change of the booking or its messages. After 50 s without bytes, such as a comment, pages open the stream again and load the booking',
    by: 'user',
    params,
    sends: 'text/event-stream',
    answers: { 200: z.void().describe('The stream') },
  },
  'POST /api/bookings/{id}/files/': {
    summary: 'Upload a picture, PDF or replay for a message',
    by: 'user',
    params,
    query: z.object({ name: filled(255) }),
    receives: BINARY,
    answers: {
      201: file,
      413: detail.describe('The file is too large'),
      415: detail.describe('The content is of another type'),
      507: detail.describe('The folder or bucket of uploads fails, or is full'),
      ...limited,
    },
  },
  'GET /api/bookings/{id}/files/{file}/': {
    summary: 'Download a file, as an attachment',
    by: 'user',
    params: z.object({ id, file: id }),
    sends: BINARY,
    answers: { 200: z.void().describe('The file') },
  },
  'POST /api/bookings/{id}/deliver/': {
    summary: 'Deliver the result of a service without a time, which completes the booking',
    by: 'user',
    params,
    body: written,
    answers: { 201: message, ...limited },
  },
} satisfies CallTable;
