import { z } from 'zod';
import { MAX_NAME } from '../rules/limits';
import { MAX_PASSWORD } from '../rules/password';
import { confirmed, detail, email, id, line, text } from './fields';
import type { CallTable } from './rules';

const device = z.object({
  id: z.string(),
  /** Short description, such as "Chrome on Windows"; null if the client sent no user agent. */
  name: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** Name that coaches see. `chosen` is false for the default. */
const displayName = z.object({ name: z.string(), chosen: z.boolean() });

const account = z.object({
  email: z.string(),
  pending_email: z.string().nullable(),
  display_name: displayName,
  undelivered: z.array(z.string()),
  reminders: z.boolean(),
  /** The device of the request, then the last used, at most 100. */
  devices: z.array(device),
  /** False after a sign-in by code or chat account, until the user sets a password. */
  has_password: z.boolean(),
  is_operator: z.boolean(),
  /** False for coaches: only the operator closes their accounts. */
  deletable: z.boolean(),
  ending_count: z.number().int(),
  ending: z.array(
    z.object({
      id: z.number().int(),
      coach_name: z.string(),
      session_time: z.string().nullable(),
      /** Time zone of the student's mails about the booking; null: not chosen. */
      time_zone: z.string().nullable(),
      amount: z.number(),
      refunded: z.boolean(),
    }),
  ),
});

/** Bookings that a deletion cancels, as the caller showed them. */
const deletionEffects = z.object({
  ending_count: z.number().int(),
  ending: z.array(z.object({ id, refunded: z.boolean() })),
});
export type DeletionEffects = z.infer<typeof deletionEffects>;

const password = text(MAX_PASSWORD);
export const ownAccountCalls = {
  'GET /api/account/': {
    summary: 'Account settings and effects of deletion',
    by: 'user',
    answers: { 200: account },
  },
  'POST /api/account/email/': {
    summary: 'Ask for another address; the link in the mail to it completes the change',
    by: 'user',
    body: z.object({ email, password }),
    answers: confirmed,
  },
  'POST /api/account/display-name/': {
    summary: 'Set the name that coaches see; an empty one restores the default',
    by: 'user',
    body: z.object({ name: line(MAX_NAME) }),
    answers: { 200: displayName },
  },
  'POST /api/account/password/': {
    summary: 'Change the password; all other devices are signed out',
    by: 'user',
    body: z.object({ password, new_password: password }),
    answers: confirmed,
  },
  'POST /api/account/devices/{id}/sign-out/': {
    summary: 'Sign one device out',
    by: 'user',
    params: z.object({ id: z.uuid() }),
    answers: { 200: detail },
  },
  'POST /api/account/sign-out-others/': {
    summary: 'Sign all devices out but the one that asks',
    by: 'user',
    answers: { 200: detail },
  },
  'GET /api/account/export/': {
    summary: "Export the user's data",
    by: 'user',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  'POST /api/account/delete/': {
    summary:
      'Delete the account; upcoming bookings are cancelled, and refunded if they could be cancelled for free',
    by: 'user',
    /** `seen`: the effects that the caller saw before; 409 if they have changed since. */
    body: z.object({ password, seen: deletionEffects.optional() }),
    answers: confirmed,
  },
} satisfies CallTable;
