import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_UNREAD } from '@carry/remote-kit/format';
import { ask } from './database';

export const MAX_REVIEWS = 10_000;
const MAX_UPCOMING = 500;
const MAX_MESSAGES = 10_000;
/** As many unread messages as the API counts. */
const MIN_MESSAGES = MAX_UNREAD;
const POLL_MS = 500;

async function waitForCompaction(url: string): Promise<void> {
  for (;;) {
    const rows = await ask(url, 'SELECT FROM ledger_months WHERE NOT compacted LIMIT 1');
    if (rows.length === 0) return;
    await sleep(POLL_MS);
  }
}

/** Inserts sessions, reviews and messages; returns the id of the discussed session. Payments span the same two years at every size. */
export async function fill(
  url: string,
  { size, student }: { size: number; student: string },
): Promise<number> {
  const first = size - Math.min(size / 2, MAX_UPCOMING);
  const start = `date_trunc('hour', now()) + (n - ${first}) * interval '2 hours'`;
  const [booking] = await ask<{ id: number }>(
    url,
    `WITH inserted AS (
       INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
         starts_at, ends_at, contact_info, details, status, hold_expires_at, paid_at, student_nth)
       SELECT (SELECT id FROM users WHERE email = '${student}'), 1, (SELECT min(id) FROM services WHERE coach_id = 1),
         1, 2500, 60, ${start}, ${start} + interval '1 hour', 'player#' || n, repeat('Aim and positioning. ', 20),
         CASE WHEN n % 10 = 0 THEN 'cancelled' WHEN n < ${first} THEN 'completed' ELSE 'confirmed' END, now(),
         now() - interval '2 days' - interval '2 years' * (${size} - n) / ${size}, n
       FROM generate_series(1, ${size}) n RETURNING id)
     SELECT min(id) AS id FROM inserted`,
  );
  if (!booking) throw new Error('no booking was inserted');
  await ask(
    url,
    `INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
     SELECT 1, 'Student ' || n, repeat('Two ranks in a month. ', 10), 3 + n % 3
     FROM generate_series(1, ${Math.min(size, MAX_REVIEWS)}) n`,
  );
  await ask(
    url,
    `INSERT INTO booking_messages (booking_id, author, body, key)
     SELECT ${booking.id}, 'student', repeat('See you there. ', 10), gen_random_uuid()
     FROM generate_series(1, ${Math.min(size + MIN_MESSAGES, MAX_MESSAGES)}) n`,
  );
  await waitForCompaction(url);
  await ask(url, 'VACUUM ANALYZE');
  return booking.id;
}
