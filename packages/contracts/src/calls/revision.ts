import { z } from 'zod';
import type { CallTable } from './rules';

/** A word for the state of public answers, by the beginning of their paths; another word means that one of them has changed, a path that is missing now that its data is gone. */
const revisions = z.object({ revisions: z.record(z.string(), z.string()) });
export type Revisions = z.infer<typeof revisions>;

export const revisionCalls = {
  'GET /api/revisions/': {
    summary: 'Which public answers have changed, for caches of what was made from them',
    answers: { 200: revisions },
  },
} satisfies CallTable;
