import { z } from 'zod';
import type { CallTable } from './rules';

const paths = z.record(z.string(), z.string());

/** Revisions of public responses by path prefix, for cache invalidation. */
const revisions = z.object({
  /** A new value means a change. Without `range`, a missing path means deleted data; with it, the response has the latest changes only. */
  revisions: paths,
  /** Path prefixes of deleted data; with `range` only. */
  removed: z.array(z.string()).optional(),
  /** Numbers of the changes in this response. A reader whose last number is below `oldest` missed some. */
  range: z.object({ oldest: z.number().int(), newest: z.number().int() }).optional(),
  /** For lists, by path prefix: a new value means that an entry may have been deleted. */
  lists: paths.optional(),
});
export type Revisions = z.infer<typeof revisions>;

export const revisionCalls = {
  'GET /api/revisions/': {
    summary: 'Latest changes of public data, for cache invalidation',
    answers: { 200: revisions },
  },
} satisfies CallTable;
