import { z } from 'zod';
import { detail, id, text } from './fields';
import type { CallTable } from './rules';
import { codeRequest, locked, tokens } from './session';

export const chatCalls = {
  'GET /api/oauth/discord/start/': {
    summary: 'Where to link the chat account',
    by: 'user',
    query: z.object({ booking: id }),
    answers: { 200: z.object({ url: z.string() }) },
  },
  'GET /api/oauth/discord/callback/': {
    summary: 'Where the chat service sends the visitor back',
    query: z.object({ state: text(200), code: text(500).optional(), error: text(200).optional() }),
    answers: { 302: z.void().describe('Back to the site') },
  },
  'POST /api/oauth/discord/sign-in/': {
    summary: 'Where to sign in with the chat account; the visitor returns to the booking page',
    body: z.object({ coach: id }),
    answers: { 200: z.object({ url: z.string() }) },
  },
  'POST /api/oauth/discord/session/': {
    summary:
      'Sign in after the chat service sent the visitor back; an address with an account gets a code first',
    body: z.object({}),
    answers: {
      200: tokens.extend({ username: z.string() }),
      202: codeRequest.extend({ email: z.string(), username: z.string() }),
      403: locked,
      409: detail.describe('The chat account has no verified email address'),
    },
  },
  'POST /api/discord/claim/': {
    summary: 'Confirm the claim that a chat account made of a booking',
    by: 'user',
    body: z.object({ token: text(200) }),
    answers: { 200: z.object({ username: z.string() }) },
  },
} satisfies CallTable;
