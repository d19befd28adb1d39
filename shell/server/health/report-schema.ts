import { releaseVersion, remoteName } from '@carry/contracts/release';
import { z } from 'zod';
import { MAX_REPORTS } from '../../universal/failures/report';

export const reportList = z
  .array(
    z.object({
      kind: z.enum(['used', 'load', 'render', 'rejection', 'vital']),
      remote: remoteName,
      release: releaseVersion,
      phase: z.string().max(20).optional(),
      metric: z.enum(['LCP', 'CLS', 'INP', 'FCP', 'TTFB']).optional(),
      value: z.number().min(0).max(600_000).optional(),
    }),
  )
  .max(MAX_REPORTS);
