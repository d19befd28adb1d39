import { z } from 'zod';
import {
  MAX_COMMENT,
  MAX_NAME,
  MAX_RATING,
  MAX_REASON,
  MAX_REPLY,
  MIN_RATING,
} from '../rules/limits';
import { detail, filled, id, line, params, trimmed } from './fields';
import { pageOf, pageQuery } from './paging';
import type { CallTable } from './rules';

const rating = z.number().int().min(MIN_RATING).max(MAX_RATING);

export const review = z.object({
  id: z.number().int(),
  reviewer_name: z.string(),
  avatar_url: z.string().nullable(),
  comment: z.string(),
  rating,
  verified: z.boolean(),
  reply: z.string().nullable(),
});

export const reviewCalls = {
  'GET /api/reviews/by-coach/{id}/': {
    summary: "A coach's latest reviews; a page of all with query parameters",
    params,
    query: z.object(pageQuery),
    answers: { 200: z.array(review) },
    paged: pageOf(review),
  },
  'POST /api/reviews/': {
    summary: 'Review a completed session',
    by: 'user',
    body: z.object({
      booking: id,
      reviewer_name: line(MAX_NAME),
      rating,
      comment: trimmed(MAX_COMMENT),
    }),
    answers: { 201: z.object({ id: z.number() }) },
  },
  'POST /api/reviews/{id}/report/': {
    summary: 'Report a review to the operator',
    by: 'user',
    params,
    body: z.object({ reason: filled(MAX_REASON) }),
    answers: { 202: detail },
  },
  'POST /api/reviews/{id}/reply/': {
    summary: "Reply in public to a review of one's own coaching; an empty reply removes it",
    by: 'user',
    params,
    body: z.object({ reply: trimmed(MAX_REPLY) }),
    answers: { 200: detail },
  },
} satisfies CallTable;
