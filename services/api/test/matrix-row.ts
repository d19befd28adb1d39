import { and, eq } from 'drizzle-orm';
import { bookings } from '../src/core/db/schema';
import { newSecret } from '../src/features/accounts/passwords';
import type { Harness } from './harness';

/** Owner of a target. */
export interface Owner {
  studentId: number;
  coachId: number;
  coachUserId: number;
  serviceId: number;
}

export interface Row {
  /** Allowed callers. */
  may:
    | 'anybody'
    | 'member'
    | 'any coach'
    | 'student'
    | 'coach'
    | 'party'
    | 'operator'
    | 'operator account';
  /** Creates a target of the owner, and the request for it. */
  make(
    api: Harness,
    owner: Owner,
    caller: { userId: number | null },
  ): Promise<{ path: string; body?: unknown }>;
  /** Status for an allowed caller. */
  status: number;
  headers?: Record<string, string>;
  /** Status for other members; default 404, as for an unknown target. */
  foreign?: number;
  /** Status for the operator's token of a call that reads the token of a member; default `status`. */
  byOperatorToken?: number;
  /** The response lists bookings, which must belong to the caller. */
  lists?: true;
}

type Status = typeof bookings.$inferInsert.status;

export async function booking(
  api: Harness,
  { studentId, coachId, serviceId }: Owner,
  status: Status,
  more: Partial<typeof bookings.$inferInsert> = {},
) {
  const values = {
    ...{
      studentId,
      coachId,
      serviceId,
      status,
      quantity: 1,
      amountCents: 2500,
      durationMinutes: 60,
    },
    ...{
      contactInfo: 'private contact',
      details: 'Aim.',
      holdExpiresAt: new Date(api.now().getTime() + 1_800_000),
    },
    checkoutSession: status === 'pending_payment' ? null : `cs_${newSecret()}`,
    paidAt: status === 'pending_payment' ? null : api.now(),
    ...more,
  };
  await api.db
    .update(bookings)
    .set({ status: 'expired' })
    .where(and(eq(bookings.studentId, studentId), eq(bookings.status, 'pending_payment')));
  const [row] = await api.db.insert(bookings).values(values).returning();
  if (!row) throw new Error('no booking');
  return row;
}

export const plain =
  (path: string, body?: unknown): Row['make'] =>
  async () => ({ path, body });
export const ofBooking =
  (status: Status, path: (id: number) => string, body?: unknown): Row['make'] =>
  async (api, owner) => ({ path: path((await booking(api, owner, status)).id), body });

export const application = {
  name: 'Vex',
  email: 'vex@example.com',
  game: 'lol',
  rank: 'Challenger',
  links: 'https://profiles.example/vex',
  about: 'Mid lane.',
  time_zone: 'UTC',
};
