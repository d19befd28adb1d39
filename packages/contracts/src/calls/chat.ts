import { z } from 'zod';
import { id, text } from './fields';
import type { CallTable } from './rules';

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
  'POST /api/discord/claim/': {
    summary: 'Confirm the claim that a chat account made of a booking',
    by: 'user',
    body: z.object({ token: text(200) }),
    answers: { 200: z.object({ username: z.string() }) },
  },
} satisfies CallTable;
