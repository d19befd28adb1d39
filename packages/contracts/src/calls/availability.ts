import { z } from 'zod';
import { isTimeZone } from '../rules/format';
import {
  MAX_BUFFER,
  MAX_DAYS_AHEAD,
  MAX_NOTICE,
  MAX_SPECIAL_DAYS,
  MAX_TIME_ZONE,
  MAX_WINDOWS,
} from '../rules/limits';
import {
  areAllTooShort,
  NO_ROOM,
  noticeProblem,
  parseWindow,
  windowsProblem,
} from '../rules/windows';
import { calendarDay, text } from './fields';
import type { CallTable } from './rules';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be HH:MM');
const window = z.object({ start: clock, end: clock }).overwrite(parseWindow);
const windows = z
  .array(window)
  .max(MAX_WINDOWS)
  .superRefine((all, context) => {
    const problem = windowsProblem(all);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** IANA time zone that this runtime supports. */
const timeZone = text(MAX_TIME_ZONE).refine(
  (zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone),
  'is not a time zone',
);

export const availability = z.object({
  time_zone: timeZone,
  weekly: z.array(windows).length(7),
  /** Overrides for single days; a day without windows is off. */
  special: z
    .array(z.object({ date: calendarDay, windows }))
    .max(MAX_SPECIAL_DAYS)
    .refine(
      (days) => new Set(days.map(({ date }) => date)).size === days.length,
      'has a date twice',
    ),
  /** Free minutes before and after each session. */
  buffer_minutes: z.number().int().min(0).max(MAX_BUFFER),
  /** Minimum minutes between booking and start. */
  notice_minutes: z.number().int().min(0).max(MAX_NOTICE),
  /** Booking window in days. */
  days_ahead: z.number().int().min(1).max(MAX_DAYS_AHEAD),
});
export type Availability = z.infer<typeof availability>;

/** `seen` is what the caller saw before; 409 if it has changed since. Stored hours may be older than the rules between fields. */
export const availabilityChange = availability
  .extend({ seen: availability.optional() })
  .superRefine((hours, context) => {
    const problem = noticeProblem(hours);
    if (problem) context.addIssue({ code: 'custom', path: ['notice_minutes'], message: problem });
    if (areAllTooShort(hours))
      context.addIssue({ code: 'custom', path: ['weekly'], message: NO_ROOM });
  });
export type AvailabilityChange = z.infer<typeof availabilityChange>;

export const availabilityCalls = {
  'GET /api/coach/availability/': {
    summary: 'Hours of the signed-in coach',
    by: 'user',
    answers: { 200: availability },
  },
  'PATCH /api/coach/availability/': {
    summary: 'Set the hours of the signed-in coach; existing bookings stay',
    by: 'user',
    body: availabilityChange,
    answers: { 200: availability },
  },
} satisfies CallTable;
