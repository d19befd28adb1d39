import { z } from 'zod';
import { detail, email, params, text } from './fields';
import type { CallTable } from './rules';

const MAX_CODE = 40;

const state = z.object({
  enrolled: z.boolean(),
  /** End of the operator session; null: it needs a code. */
  until: z.string().nullable(),
  recovery_codes: z.number().int(),
});

const code = z.object({ code: text(MAX_CODE) });
/** Another code of the app. Calls with an operator token need none. */
const ownCode = code.partial();

const refused = {
  403: detail.describe('Not an operator, or the code is not right'),
  429: detail.describe('Too many attempts; `retry-after`: seconds to wait'),
};

const operator = z.object({
  id: z.number().int(),
  email: z.string(),
  since: z.string(),
  enrolled: z.boolean(),
  /** True for the account of the caller, which cannot remove or reset itself. */
  own: z.boolean(),
});

export const operatorSessionCalls = {
  'GET /api/operator/session/': {
    summary: "The operator session of the account's own sign-in",
    by: 'user',
    answers: { 200: state, 403: refused[403] },
  },
  'POST /api/operator/session/': {
    summary: 'Open an operator session with a code of the second factor or a recovery code',
    by: 'user',
    body: code,
    answers: { 200: state, ...refused },
  },
  'POST /api/operator/session/end/': {
    summary: 'End the operator session; the account stays signed in',
    by: 'user',
    answers: { 200: state, 403: refused[403] },
  },
  'POST /api/operator/second-factor/': {
    summary: 'Begin to set up the second factor: a secret for an authenticator app',
    by: 'user',
    answers: {
      200: z.object({ secret: z.string(), url: z.string() }),
      403: refused[403],
    },
  },
  'POST /api/operator/second-factor/confirm/': {
    summary: 'Complete the set-up with a code; the recovery codes are shown this one time',
    by: 'user',
    body: code,
    answers: { 200: state.extend({ codes: z.array(z.string()) }), ...refused },
  },
  'POST /api/operator/second-factor/recovery-codes/': {
    summary:
      'Replace all recovery codes, with a code of the app; the new ones are shown this one time',
    by: 'user',
    body: code,
    answers: { 200: state.extend({ codes: z.array(z.string()) }), ...refused },
  },
  'GET /api/operator/operators/': {
    summary: 'Accounts with the role of an operator (operator)',
    by: 'operator',
    answers: { 200: z.array(operator) },
  },
  'POST /api/operator/operators/': {
    summary:
      'Make the account of a verified address an operator, with a code of the app (operator)',
    by: 'operator',
    audit: 'add operator',
    body: ownCode.extend({ email }),
    answers: { 201: z.object({ id: z.number().int() }), ...refused },
  },
  'POST /api/operator/operators/{id}/remove/': {
    summary: 'Take the role away, with a code of the app; operator sessions end at once (operator)',
    by: 'operator',
    audit: 'remove operator',
    params,
    body: ownCode,
    answers: { 200: detail, ...refused },
  },
  'POST /api/operator/operators/{id}/reset/': {
    summary:
      'Remove the second factor of an operator, who sets up another one; with a code of the app (operator)',
    by: 'operator',
    audit: 'reset operator',
    params,
    body: ownCode,
    answers: { 200: detail, ...refused },
  },
} satisfies CallTable;
