import { z } from 'zod';
import { MAX_EMAIL } from '../rules/limits';
import { MAX_PASSWORD } from '../rules/password';
import { detail, email, refusal, text } from './fields';
import type { CallTable } from './rules';

const MAX_CAPTCHA = 20_000;
const password = text(MAX_PASSWORD);
const recaptcha = text(MAX_CAPTCHA);
const mailToken = text(200);
/** Token of a mailed link. Of any length: a damaged link gets the refusal of an expired one. */
const linkToken = z.string();
const refreshToken = z.object({ refresh: text(1000) });

export const tokens = z.object({ access: z.string(), refresh: z.string() });
export type Tokens = z.infer<typeof tokens>;

const tooManyAttempts = detail.describe('Too many attempts; `retry-after`: seconds to wait');

/** Identifies a mailed code; only the browser that asked for the code has it. */
export const codeRequest = z.object({ request: z.string() });
export const locked = detail.describe('The account is locked');

export const session = z.object({
  id: z.number().int(),
  email: z.string(),
  is_coach: z.boolean(),
  coach_id: z.number().int().nullable(),
});
export const signInMethod = z.enum(['code', 'discord']);
/** `GET /api/me/`; other servers may send more or fewer fields. */
export type Session = Partial<z.infer<typeof session>> & { username?: string };

export const accountCalls = {
  'GET /api/captcha/challenge/': {
    summary: 'A proof-of-work challenge',
    answers: { 200: z.any() },
  },
  'POST /api/token/': {
    summary: 'Log in',
    body: z.object({ username: text(MAX_EMAIL), password, recaptcha }),
    answers: {
      200: tokens,
      401: refusal.describe('Wrong credentials, or the address is not verified'),
      429: tooManyAttempts,
    },
  },
  'GET /api/auth/methods/': {
    summary: 'Ways to sign in beside the password',
    answers: { 200: z.object({ methods: z.array(signInMethod) }) },
  },
  'POST /api/auth/code/': {
    summary: 'Mail a sign-in code to an address, with or without an account',
    body: z.object({ email }),
    answers: { 200: codeRequest, 429: tooManyAttempts },
  },
  'POST /api/auth/code/confirm/': {
    summary: 'Sign in with a mailed code; a new address gets an account',
    body: z.object({ request: mailToken, code: text(20) }),
    answers: { 200: tokens, 403: locked, 429: tooManyAttempts },
  },
  'POST /api/token/refresh/': {
    summary: 'Exchange a refresh token',
    body: refreshToken,
    answers: { 200: tokens },
  },
  'POST /api/token/revoke/': {
    summary: 'Sign out: end the session of a refresh token',
    body: refreshToken,
    answers: { 200: detail },
  },
  'GET /api/me/': { summary: 'The signed-in user', by: 'user', answers: { 200: session } },
  'POST /api/register/': {
    summary: 'Register',
    body: z.object({ username: email, email, password, recaptcha }),
    answers: {
      201: detail
        .extend({
          /** Identifies the browser that registered, which verifies the address without the password. */
          registration: z.string(),
        })
        .describe('Registered; same answer for registered addresses'),
    },
  },
  'POST /api/auth/verify-email/': {
    summary:
      'Verify an email address: in the browser that registered, with the password, or by setting a new one; a change of address needs the password',
    body: z.object({
      token: linkToken,
      password: password.optional(),
      new_password: password.optional(),
      registration: mailToken.optional(),
    }),
    answers: {
      200: detail.extend(tokens.partial().shape),
      400: refusal.describe('The link has expired, or the password is required'),
    },
  },
  'POST /api/auth/resend-verification/': {
    summary: 'Send the verification mail again',
    body: z.object({ email }),
    answers: {
      200: detail.extend({
        /** True if our last email to this address bounced. */
        undelivered: z.boolean().optional(),
      }),
    },
  },
  'POST /api/auth/password-reset/': {
    summary: 'Ask for a reset link',
    body: z.object({ email, recaptcha }),
    answers: { 200: detail },
  },
  'POST /api/auth/password-reset-confirm/': {
    summary: 'Set a new password',
    body: z.object({
      uid: z.union([z.number(), z.string()]),
      token: linkToken,
      new_password: password,
    }),
    answers: { 200: detail.extend(tokens.partial().shape) },
  },
} satisfies CallTable;
