import { randomBytes } from 'node:crypto';

/** An id as Stripe makes them: `cs_test_…`. */
export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`;
