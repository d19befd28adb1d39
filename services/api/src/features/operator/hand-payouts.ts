import { formatDollars } from '@carry/contracts/format';
import { eq } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coaches } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import type { Handlers } from '../../core/http/handler';
import { payByHand, payDueByHand, sumDue } from '../payouts/by-hand';

const toCents = (amount: number) => Math.round(amount * 100);

async function requireCoach(db: Database, id: number): Promise<void> {
  if ((await db.$count(coaches, eq(coaches.id, id))) === 0) throw notFound();
}

export const operatorHandPayoutHandlers = {
  'POST /api/operator/bookings/{id}/paid-out/': async (deps, { params, body }) => {
    const { amount, earlier: isEarlier = false } = body;
    await payByHand(deps, params.id, { cents: toCents(amount), isEarlier });
    return { detail: amount > 0 ? 'Recorded as paid out' : 'Recorded as paid back by the coach' };
  },
  'GET /api/operator/coaches/{id}/due/': async (deps, { params, query }) => {
    await requireCoach(deps.db, params.id);
    const period = { coachId: params.id, until: new Date(query.until) };
    const { cents, bookings } = await sumDue(deps, period);
    return { amount: cents / 100, bookings };
  },
  'POST /api/operator/coaches/{id}/paid-out/': async (deps, { params, body }) => {
    await requireCoach(deps.db, params.id);
    const period = { coachId: params.id, until: new Date(body.until) };
    const number = await payDueByHand(deps, period, toCents(body.amount));
    const noun = number === 1 ? 'booking' : 'bookings';
    return { detail: `${formatDollars(body.amount)} for ${number} ${noun} recorded as paid out` };
  },
} satisfies Partial<Handlers>;
