import { randomBytes } from 'node:crypto';

/** Returns an id in Stripe's format: `cs_test_…`. */
export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`;
