import { z } from 'zod';
import type { CallTable } from './rules';

export const checklist = z.object({
  steps: z.array(
    z.object({
      step: z.enum(['portrait', 'name', 'games', 'hours', 'price', 'payouts']),
      done: z.boolean(),
    }),
  ),
  hidden: z.boolean(),
  public_page: z.string(),
  /** Problem of the last read of the coach's own calendar; null: none. */
  calendar_problem: z.string().nullable(),
});

export const checklistCalls = {
  'GET /api/coach/checklist/': {
    summary: 'First steps of the signed-in coach',
    by: 'user',
    answers: { 200: checklist },
  },
  'PATCH /api/coach/checklist/': {
    summary: 'Hide or show the first steps of the signed-in coach',
    by: 'user',
    body: z.object({ hidden: z.boolean() }),
    answers: { 200: checklist },
  },
} satisfies CallTable;
