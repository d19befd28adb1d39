import { z } from 'zod';
import { EMAIL_ADDRESS } from '../rules/email';
import { MAX_EMAIL, MAX_TIME_ZONE, tooLong, trimText } from '../rules/limits';

const MAX_ID = 2 ** 31 - 1;

/** A number, or its digits as in paths and queries. `z.coerce` would also read `[1]`, `true` and `null`. */
export const numeric = (type: z.ZodNumber) =>
  z.preprocess(
    (value: number | string) => (typeof value === 'string' ? Number(value) : value),
    type,
  );

const CENT = 1e-6;

/** Amount in USD with whole cents. */
export const wholeCents = (type: z.ZodNumber) =>
  type.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < CENT,
    'must have whole cents',
  );

export const id = numeric(z.number().int().min(1).max(MAX_ID));

const bounded = (type: z.ZodString, max: number) =>
  type
    .max(max, tooLong(max))
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must not contain half a character');

/** Text without characters that PostgreSQL rejects or replaces. */
export const text = (max: number) => bounded(z.string(), max);

/** Like {@link text}, trimmed. */
export const trimmed = (max: number) => bounded(z.string().overwrite(trimText), max);

const EMPTY = 'Please enter at least one visible character.';

export const filled = (max: number) => trimmed(max).min(1, EMPTY);

/** Controls of the writing direction: one in a name would reverse the text after it. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Like {@link trimmed}, in one line and without controls of the writing direction. For names. */
export const line = (max: number) =>
  bounded(
    z
      .string()
      .overwrite((value) => trimText(value.replaceAll(DIRECTIONS, '').replaceAll(BREAKS, ' '))),
    max,
  );

/** Like {@link line}, with at least one visible character. */
export const filledLine = (max: number) => line(max).min(1, EMPTY);

export const email = trimmed(MAX_EMAIL)
  .regex(EMAIL_ADDRESS, 'must be an email address')
  .toLowerCase();

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => !text.startsWith('0000');

/** Valid calendar date, yyyy-mm-dd. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be yyyy-mm-dd')
  .refine(
    (day) =>
      hasYear(day) &&
      !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
      new Date(`${day}T00:00:00Z`).toISOString().startsWith(day),
    'is not a day of the calendar',
  );

/** An instant, ISO 8601 in UTC. */
export const moment = z.iso.datetime().refine(hasYear, 'must be after the year 0');

/** Id of a game; the server has the list. */
export const game = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

export const timeZone = trimmed(MAX_TIME_ZONE);

export const params = z.object({ id });

export const detail = z.object({ detail: z.string() });

/** Reasons of refusals that a page handles. Other servers may omit them. */
export const refusalCode = z.enum([
  'account_deleted',
  'email_not_verified',
  'link_expired',
  'password_required',
]);
export type RefusalCode = z.infer<typeof refusalCode>;

export const refusal = detail.extend({ code: refusalCode.optional() });

/** Responses of a call that requires the account's password. */
export const confirmed = {
  200: detail,
  403: detail.describe('The password is not right'),
  429: detail.describe('Too many attempts; `retry-after`: seconds to wait'),
};
