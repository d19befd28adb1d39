import { releaseVersion, remoteName } from '@carry/contracts/release';
import { z } from 'zod';
import { MAX_REPORTS } from '../../universal/failures/report';

/** An error of the frame: no message, which may hold what a visitor typed. */
export const frameFailure = z.object({
  name: z.string().regex(/^\w{1,40}$/),
  at: z
    .string()
    .regex(/^\/assets\/[\w./-]{1,100}:\d{1,7}:\d{1,7}$/)
    .optional(),
});

export const reportList = z
  .array(
    z.object({
      kind: z.enum(['used', 'load', 'render', 'rejection', 'vital']),
      remote: remoteName,
      release: releaseVersion,
      phase: z.string().max(20).optional(),
      route: z.string().max(500).optional(),
      metric: z.enum(['LCP', 'CLS', 'INP', 'FCP', 'TTFB', 'TBT', 'TTI']).optional(),
      value: z.number().min(0).max(600_000).optional(),
    }),
  )
  .max(MAX_REPORTS);
