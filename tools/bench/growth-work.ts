import { MAX_COUNTED } from '@carry/remote-kit/format';
import { ask } from './database';
import { type Answer, answer } from './growth-answers';

const PAGE = 100;
/** As many as the API counts, at every size, so that the first size is a base. */
const MIN_ROWS = MAX_COUNTED;
const MAX_ROWS = 10_000;
const COACHES = 150;

/** Inserts what an operator's lists show, for coaches that the site does not list. Marks operators as notified, so no email disturbs. */
export async function fillWork(url: string, size: number): Promise<void> {
  const rows = Math.min(Math.max(size, MIN_ROWS), MAX_ROWS);
  const each = `generate_series(1, ${rows}) n`;
  const statements = [
    `INSERT INTO users (email, password_hash, verified_at)
       SELECT 'paid' || n || '@work.example', 'x', now() FROM generate_series(0, ${COACHES - 1}) n`,
    `INSERT INTO users (email, password_hash, verified_at)
       SELECT 'member' || n || '@work.example', 'x', now() FROM ${each}`,
    `INSERT INTO coaches (user_id, name, description, rank_images, time_zone)
       SELECT id, 'Work ' || n, '', '[]', 'UTC' FROM generate_series(0, ${COACHES - 1}) n
       JOIN users ON email = 'paid' || n || '@work.example' ORDER BY n`,
    `INSERT INTO services (coach_id, slug, label, rate_cents, is_hourly, position, retired_at)
       SELECT id, 'work', 'Review', 2500, false, 0, now() FROM coaches WHERE name LIKE 'Work %'`,
    `INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
         contact_info, details, status, hold_expires_at, paid_at, refund, refund_reason, student_nth)
       SELECT student.id, coach.id, services.id, 1, 2500, 60, 'player', repeat('Aim. ', 20), 'cancelled', now(),
         now() - interval '2 days' - interval '8 weeks' * (${rows} - n) / ${rows}, 'failed', 'Too late.', 1
       FROM ${each} JOIN users student ON student.email = 'member' || n || '@work.example'
       JOIN coaches coach ON coach.name = 'Work ' || n % ${COACHES} JOIN services ON services.coach_id = coach.id`,
    ...["'An advertisement.'", 'NULL'].map(
      (hidden) => `WITH reported AS (
         INSERT INTO reviews (coach_id, reviewer_name, comment, rating, hidden_because)
           SELECT (SELECT min(id) FROM coaches WHERE name LIKE 'Work %'), 'Kim', 'Buy my course.', 1, ${hidden}
           FROM ${each} RETURNING id)
       INSERT INTO review_reports (review_id, user_id, reason)
         SELECT reported.id, users.id, 'Spam.' FROM reported, users WHERE email = 'member1@work.example'`,
    ),
    `WITH reported AS (
         INSERT INTO booking_messages (booking_id, author, body, key)
           SELECT (SELECT max(id) FROM bookings WHERE refund = 'failed'), 'student', 'Rude.', gen_random_uuid()
           FROM ${each} RETURNING id)
       INSERT INTO message_reports (message_id, user_id, reason)
         SELECT reported.id, users.id, 'Rude.' FROM reported, users WHERE email = 'paid1@work.example'`,
    `INSERT INTO payment_incidents (key, type, summary, occurred_at)
       SELECT 'work ' || n, 'dispute', 'A dispute was opened.', now() FROM ${each}`,
    `INSERT INTO outbox (recipient, subject, body, html, failed_at, failure)
       SELECT 'member' || n || '@work.example', 'Your session', repeat('text ', 100), repeat('<p>text</p>', 500), now(), 'ETIMEDOUT'
       FROM ${each}`,
    `INSERT INTO operators (user_id, added_at, notified_at)
       SELECT id, now(), now() FROM users WHERE email LIKE 'paid%@work.example'`,
    `INSERT INTO operator_audit (at, who, action, target, status)
       SELECT now(), 'bench', 'hide review', n, 200 FROM ${each}`,
    `INSERT INTO waitlist (game, email) SELECT 'lol', 'waits' || n || '@work.example' FROM ${each}`,
  ];
  for (const statement of statements) await ask(url, statement);
  await ask(url, 'VACUUM ANALYZE');
}

const TEXT_SEARCH = '?q=member1@work.example';

/** Lists that sum up, sort or search all of their rows, so only bytes and statements are compared. */
const SUMS = new Set(['reviews', 'revenue/coaches', TEXT_SEARCH]);

const lists: [name: string, query: string, rows?: number][] = [
  ['bookings', '?refund=failed'],
  ['bookings', '?q=$25.01', 0],
  ['bookings', TEXT_SEARCH, 1],
  ['members', ''],
  ['reviews', '?state=reported&limit=100'],
  ['reviews', '?state=hidden&limit=100'],
  ['messages', '?limit=50', 50], // with the messages around each, 100 pass the limit of 60 KB
  ['mails', ''],
  ['incidents', ''],
  ['operators', ''],
  ['audit', ''],
  ['waitlist', '?limit=100'],
  ['revenue/coaches', '?zone=UTC&weeks=12'],
];

export const workPaths = (operator: string): Answer[] =>
  lists.map(([list, query, rows = PAGE]) => ({
    ...answer(`GET /api/operator/${list}/${query}`, `/api/operator/${list}/${query}`, operator),
    rows,
    isSum: SUMS.has(list) || SUMS.has(query),
  }));
