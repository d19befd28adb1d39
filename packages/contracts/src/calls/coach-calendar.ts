import { z } from 'zod';
import { MAX_CALENDAR_URL } from '../rules/limits';
import { detail, trimmed } from './fields';
import type { CallTable } from './rules';

const calendarUrl = trimmed(MAX_CALENDAR_URL)
  .transform((value) => value.replace(/^webcals?:/i, 'https:'))
  .refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    'must be a link that begins with https://',
  );

export const coachCalendar = z.object({
  /** Secret address of a calendar with all sessions. */
  feed_url: z.string(),
  /** The coach's own calendar, whose events block times, or null. */
  busy: z
    .object({
      url: z.string(),
      /** Time of the last successful read (ISO 8601). */
      read_at: z.string().nullable(),
      problem: z.string().nullable(),
      /** Blocked times in the booking window. */
      times: z.number().int(),
    })
    .nullable(),
});
export type CoachCalendar = z.infer<typeof coachCalendar>;

export const coachCalendarCalls = {
  'GET /api/coach/calendar/': {
    summary: 'Calendar addresses of the signed-in coach',
    by: 'user',
    answers: { 200: coachCalendar },
  },
  'PATCH /api/coach/calendar/': {
    summary: 'Set the calendar whose events block times of the signed-in coach; null removes it',
    by: 'user',
    body: z.object({ url: calendarUrl.nullable() }),
    answers: {
      200: coachCalendar,
      429: detail.describe('Too many attempts; `retry-after`: seconds to wait'),
    },
  },
  'POST /api/coach/calendar/renew/': {
    summary: 'Give the calendar of all sessions a new address; the old one ends',
    by: 'user',
    answers: { 200: coachCalendar },
  },
} satisfies CallTable;
