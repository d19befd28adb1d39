import { z } from 'zod';
import { MAX_EMAIL } from '../rules/limits';
import { detail, email, game, id, params, text, trimmed } from './fields';
import { pageQuery } from './paging';
import type { CallTable } from './rules';

const MAX_GAME = 40;
const MAX_WAITING_ENTRY = MAX_GAME + 1 + MAX_EMAIL;

/** Search text and cursor: lists ids below `below`. */
export const search = z.object({ q: trimmed(MAX_EMAIL).optional(), below: id.optional() });

const member = z.object({
  id: z.number().int(),
  email: z.string(),
  since: z.string(),
  verified: z.boolean(),
  locked_at: z.string().nullable(),
  coach_id: z.number().int().nullable(),
  /** Ends at 1,000. */
  bookings: z.number().int(),
});

/** Cursor of the waiting list: game and address of its last entry, as "lol/kim@example.com". */
const waitingEntry = text(MAX_WAITING_ENTRY).regex(
  /^[a-z0-9][a-z0-9-]{0,39}\/\S+$/,
  'must be such as lol/kim@example.com',
);

const waiting = z.object({
  game: z.string(),
  game_name: z.string(),
  email: z.string(),
  since: z.string(),
  invited_at: z.string().nullable(),
  unsubscribed: z.boolean(),
});

export const operatorPeopleCalls = {
  'GET /api/operator/members/': {
    summary: 'Members by number or a part of a name or address, the newest first (operator)',
    by: 'operator',
    query: search,
    answers: { 200: z.array(member) },
  },
  'GET /api/operator/members/export/': {
    summary: 'The members of a search as a table, the oldest first (operator)',
    by: 'operator',
    audit: 'export members',
    query: search.omit({ below: true }),
    sends: 'text/csv',
    answers: { 200: z.void().describe('The table') },
  },
  'POST /api/operator/members/{id}/lock/': {
    summary: 'Lock a member and end all sessions (operator)',
    by: 'operator',
    audit: 'lock member',
    params,
    answers: { 200: detail },
  },
  'POST /api/operator/members/{id}/unlock/': {
    summary: 'Let a member in again (operator)',
    by: 'operator',
    audit: 'unlock member',
    params,
    answers: { 200: detail },
  },
  'GET /api/operator/members/{id}/export/': {
    summary: "Export a member's data (operator)",
    by: 'operator',
    audit: 'export member',
    params,
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  'POST /api/operator/members/{id}/delete/': {
    summary: 'Delete the account of a member who asked for it, as they could themselves (operator)',
    by: 'operator',
    audit: 'delete member',
    params,
    answers: { 200: detail },
  },
  'GET /api/operator/waitlist/': {
    summary: 'Waiting list, oldest first (operator)',
    by: 'operator',
    /** Without a limit, 1,000 rows. */
    query: z.object({ after: waitingEntry.optional(), limit: pageQuery.limit }),
    answers: { 200: z.array(waiting) },
  },
  'POST /api/operator/waitlist/remove/': {
    summary: 'Remove an address that asked for it from all waiting lists (operator)',
    by: 'operator',
    audit: 'remove from waiting list',
    body: z.object({ email }),
    answers: { 200: detail },
  },
  'POST /api/operator/coaches/{id}/invitations/': {
    summary: "Email everyone waiting for this coach's game, once (operator)",
    by: 'operator',
    audit: 'invite to coach',
    params,
    body: z.object({ game }),
    answers: {
      200: z.object({
        invited: z.number().int(),
        more: z.boolean().optional(),
      }),
    },
  },
} satisfies CallTable;
