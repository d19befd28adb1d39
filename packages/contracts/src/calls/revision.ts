import { z } from 'zod';
import type { CallTable } from './rules';

/**
 * Revisions of public responses by path prefix, for cache invalidation: a new value means a change, a missing path
 * means that the data was deleted.
 */
const revisions = z.object({
  revisions: z.record(z.string(), z.string()),
  /** For lists, by path prefix: a new value means that an entry may have been deleted. */
  lists: z.record(z.string(), z.string()).optional(),
});
export type Revisions = z.infer<typeof revisions>;

export const revisionCalls = {
  'GET /api/revisions/': {
    summary: 'Which public answers have changed, for caches of what was made from them',
    answers: { 200: revisions },
  },
} satisfies CallTable;
