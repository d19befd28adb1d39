import type { RefundFilter } from '@carry/contracts/api';
import { inArray } from 'drizzle-orm';
import { bookings } from '../../core/db/schema';

const states = { due: ['due', 'begun'], failed: ['failed'] } as const;

/** Condition on bookings; the overview counts with the same one. */
export const hasRefund = (filter: RefundFilter) => inArray(bookings.refund, states[filter]);
