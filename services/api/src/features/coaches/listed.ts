import { and, isNotNull, isNull } from 'drizzle-orm';
import { coachListings, users } from '../../core/db/schema';

/** Condition on coaches joined with users and listings: bookable, neither locked nor deleted. */
export const isListed = and(
  isNull(users.lockedAt),
  isNull(users.deletedAt),
  isNotNull(coachListings.priceCents),
);
