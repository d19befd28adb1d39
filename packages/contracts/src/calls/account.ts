import { z } from 'zod';
import { MAX_PASSWORD } from '../rules/password';
import { confirmed, detail, email, text } from './fields';
import type { CallTable } from './rules';

const device = z.object({
  id: z.string(),
  /** Roughly what it is, such as "Chrome on Windows"; null when it did not say. */
  name: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

const account = z.object({
  email: z.string(),
  /** The address that waits for its link to be opened. */
  pending_email: z.string().nullable(),
  /** Which of the two addresses our last mail could not be delivered to. */
  undelivered: z.array(z.string()),
  /** Whether they are reminded of their sessions by mail. */
  reminders: z.boolean(),
  devices: z.array(device),
  /** Whether its owner may delete it: a coach's account is closed by the operator. */
  deletable: z.boolean(),
  /** What deleting the account cancels; `amount` in USD, `refunded`: whether that goes back. */
  ending: z.array(
    z.object({
      id: z.number().int(),
      coach_name: z.string(),
      session_time: z.string().nullable(),
      amount: z.number(),
      refunded: z.boolean(),
    }),
  ),
});

const password = text(MAX_PASSWORD);
/** What users see and change of their own account. */
export const ownAccountCalls = {
  'GET /api/account/': {
    summary: 'The own account: address, devices, and what deleting it does',
    by: 'user',
    answers: { 200: account },
  },
  'POST /api/account/email/': {
    summary: 'Ask for another address; the link in the mail to it completes the change',
    by: 'user',
    body: z.object({ email, password }),
    answers: confirmed,
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
    summary: 'All that is stored about the user',
    by: 'user',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  'POST /api/account/delete/': {
    summary:
      'Delete the own account; what is ahead is cancelled, and refunded while that is free of charge',
    by: 'user',
    body: z.object({ password }),
    answers: confirmed,
  },
} satisfies CallTable;
