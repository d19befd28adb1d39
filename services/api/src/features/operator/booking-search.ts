import { eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { bookings, coaches, users } from '../../core/db/schema';
import { MAX_INTEGER } from '../../core/lists/page';
import { anyLike, likePattern, matching, parseNumber, withChatName } from './search';

/** Returns the cents of an amount such as "$75", "$1,234.50" or "75.00"; null for another text. */
function parseAmount(q: string): number | null {
  if (!/^\$\s?\d[\d,]*(\.\d{1,2})?$|^\d[\d,]*\.\d{2}$/.test(q)) return null;
  const cents = Math.round(Number(q.replaceAll(/[$,\s]/g, '')) * 100);
  return cents <= MAX_INTEGER ? cents : null;
}

const costs = (cents: number) =>
  or(
    eq(bookings.amountCents, cents),
    eq(bookings.paidCents, cents),
    eq(bookings.refundedCents, cents),
  );

/** Subqueries instead of joins: PostgreSQL reads each table once, and then compares ids. */
function concerns(db: Database, pattern: string): SQL | undefined {
  const students = db
    .select({ id: users.id })
    .from(users)
    .where(anyLike(pattern, [users.email, users.displayName]));
  const ofCoaches = db
    .select({ id: coaches.id })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(anyLike(pattern, [coaches.name, users.email]));
  return or(
    inArray(bookings.studentId, students),
    inArray(bookings.studentId, withChatName(db, pattern)),
    inArray(bookings.coachId, ofCoaches),
    ilike(bookings.contactInfo, pattern),
  );
}

/** Bookings that a member made or coaches. */
function concernsMember(db: Database, id: number): SQL | undefined {
  const coach = db.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, id));
  return or(eq(bookings.studentId, id), eq(bookings.coachId, sql`(${coach})`));
}

/** Whole id of a payment or its page at Stripe. No name has this form, so indexes suffice. */
const STRIPE_ID = /^(cs_(live|test)|pi)_[a-zA-Z0-9]{20,}$/;

export function searchBookings(db: Database, q: string | undefined): SQL | undefined {
  if (q && /^(cs|pi)_/.test(q)) {
    const hasId = or(eq(bookings.paymentIntent, q), eq(bookings.checkoutSession, q));
    return STRIPE_ID.test(q) ? hasId : or(hasId, concerns(db, likePattern(q)));
  }
  const member = q && /^member/i.test(q) ? parseNumber(q, 'member') : null;
  if (member !== null) return concernsMember(db, member);
  const cents = parseAmount(q ?? '');
  return cents === null
    ? matching({ q, noun: 'booking', id: bookings.id, match: (pattern) => concerns(db, pattern) })
    : costs(cents);
}
