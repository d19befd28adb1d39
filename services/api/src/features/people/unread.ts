import { type SQL, sql } from 'drizzle-orm';
import { bookingMessages, bookings, messageReads } from '../../core/db/schema';
import { otherSide, type Side } from './party';

/** Number of messages that a side of a booking has not seen. The query selects from `bookings`. */
export const unreadBy = (side: Side): SQL<number> =>
  sql`(SELECT count(*)::int FROM ${bookingMessages}
    WHERE ${bookingMessages.bookingId} = ${bookings.id} AND ${bookingMessages.author} = ${otherSide(side)}
      AND ${bookingMessages.id} > coalesce((SELECT ${messageReads.lastId} FROM ${messageReads}
        WHERE ${messageReads.bookingId} = ${bookings.id} AND ${messageReads.reader} = ${side}), 0))`;
