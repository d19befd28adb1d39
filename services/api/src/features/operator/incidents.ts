import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Dependencies } from '../../core/context/dependencies';
import { bookings, paymentIncidents } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { syncDispute } from '../payments/disputes';
import { findIncident, resolveIncident } from '../payments/incidents';
import { belowId, MAX_LISTED } from './search';

type Incident = typeof paymentIncidents.$inferSelect;

/** Throws 409 while the coach's payout waits for the incident: resolving it would pay out money that may belong to the student. */
async function requireDecided(
  deps: Dependencies,
  { type, key, bookingId }: Incident,
  releasesPayout: boolean,
): Promise<void> {
  if (bookingId === null) return;
  if (type.startsWith('charge.dispute') && !(await syncDispute(deps, key)))
    throw new Problem(
      409,
      'This dispute is still open at Stripe, so the payout waits. Answer it there. We close this once Stripe has decided.',
    );
  if (type !== 'refund.failed') return;
  const [booking] = await deps.db
    .select({ refund: bookings.refund })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (booking?.refund === 'failed')
    throw new Problem(
      409,
      'The full refund failed, so no payout goes out. Refund it again, or record on the booking that you paid it another way.',
    );
  if (booking?.refund === 'none' && !releasesPayout)
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
    await requireDecided(deps, incident, body.release_payout === true);
    if (!(await resolveIncident(db, params.id, now()))) throw notFound();
    return { detail: 'The incident is resolved' };
  },
} satisfies Partial<Handlers>;
