import { and, desc, isNull } from 'drizzle-orm';
import { paymentIncidents } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { resolveIncident } from '../payments/incidents';
import { belowId, MAX_LISTED } from './search';

export const operatorIncidentHandlers = {
  'GET /api/operator/incidents/': async ({ db }, { query: { below } }) => {
    const rows = await db
      .select()
      .from(paymentIncidents)
      .where(and(isNull(paymentIncidents.resolvedAt), belowId(below, paymentIncidents.id)))
      .orderBy(desc(paymentIncidents.id))
      .limit(MAX_LISTED);
    return rows.map(({ id, type, bookingId, summary, amountCents, currency, occurredAt }) => ({
      id,
      type,
      booking_id: bookingId,
      summary,
      amount_cents: amountCents,
      currency,
      occurred_at: occurredAt.toISOString(),
    }));
  },
  'POST /api/operator/incidents/{id}/resolve/': async ({ db, now }, { params }) => {
    if (!(await resolveIncident(db, params.id, now()))) throw notFound();
    return { detail: 'The incident is resolved' };
  },
} satisfies Partial<Handlers>;
