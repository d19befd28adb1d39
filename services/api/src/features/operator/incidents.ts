import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, paymentIncidents } from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { syncDispute } from '../payments/disputes';
import { findIncident, resolveIncident } from '../payments/incidents';
import { lockBooking } from './bookings';
import { belowId, MAX_LISTED } from './search';

type Booking = typeof bookings.$inferSelect;
type Incident = typeof paymentIncidents.$inferSelect;

/** Throws 409 while the provider has not decided a dispute: resolving it would pay out money that may belong to the student. */
async function requireDecidedDispute(deps: Dependencies, { type, key, bookingId }: Incident) {
  if (bookingId === null || !type.startsWith('charge.dispute')) return;
  if (!(await syncDispute(deps, key)))
    throw new Problem(
      409,
      'This dispute is still open at Stripe, so the payout waits. Answer it there. We close this once Stripe has decided.',
    );
}

/** Throws 409 while the coach's payout waits for a failed refund. */
function requireNoFailedRefund(type: string, refund: Booking['refund'], releasesPayout: boolean) {
  if (type !== 'refund.failed') return;
  if (refund === 'failed')
    throw new Problem(
      409,
      'The full refund failed, so no payout goes out. Refund it again, or record on the booking that you paid it another way.',
    );
  if (refund === 'none' && !releasesPayout)
    throw new Problem(
      409,
      'The payout waits for this refund. Refund it again, or record on the booking that you paid it another way.',
    );
}

export const operatorIncidentHandlers = {
  'GET /api/operator/incidents/': async ({ db }, { query: { below } }) => {
    const rows = await db
      .select({ incident: paymentIncidents, refund: bookings.refund })
      .from(paymentIncidents)
      .leftJoin(bookings, eq(bookings.id, paymentIncidents.bookingId))
      .where(and(isNull(paymentIncidents.resolvedAt), belowId(below, paymentIncidents.id)))
      .orderBy(desc(paymentIncidents.id))
      .limit(MAX_LISTED);
    return rows.map(({ incident, refund }) => ({
      id: incident.id,
      type: incident.type,
      booking_id: incident.bookingId,
      refund,
      summary: incident.summary,
      amount_cents: incident.amountCents,
      currency: incident.currency,
      occurred_at: incident.occurredAt.toISOString(),
    }));
  },
  'POST /api/operator/incidents/{id}/resolve/': async (deps, { params, body }) => {
    const { db, now } = deps;
    const incident = await findIncident(db, params.id);
    if (!incident || incident.resolvedAt) throw notFound();
    await requireDecidedDispute(deps, incident);
    const resolved = await transact(db, async (tx) => {
      if (incident.bookingId !== null) {
        const { refund } = await lockBooking(tx, incident.bookingId);
        // a failed attempt may have replaced it
        const { type } = (await findIncident(tx, params.id)) ?? incident;
        requireNoFailedRefund(type, refund, body.release_payout === true);
      }
      return resolveIncident(tx, params.id, now());
    });
    if (!resolved) throw notFound();
    return { detail: 'The incident is resolved' };
  },
} satisfies Partial<Handlers>;
