import pg from 'pg';

export const COACHES = 2000;
const BOOKINGS_EACH = 50;
const REVIEWS_EACH = 100;

const statements = (coaches: number) => [
  `INSERT INTO users (email, password_hash, verified_at)
     SELECT 'coach' || n || '@bench.example', 'x', now() FROM generate_series(0, ${coaches - 1}) n`,
  `INSERT INTO users (email, password_hash, verified_at)
     SELECT 'student' || n || '@bench.example', 'x', now() FROM generate_series(0, ${3 * coaches - 1}) n`,
  `INSERT INTO coaches (user_id, name, description, time_zone, slug, games, languages, country)
     SELECT id, 'Coach ' || n, repeat('Finds what costs you rounds, and fixes it with you. ', 12),
       (ARRAY['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[n % 4 + 1], 'coach-' || n,
       ARRAY[(ARRAY['cs2', 'valorant', 'lol', 'dota2', 'fortnite'])[n % 5 + 1]],
       ARRAY['en', (ARRAY['de', 'fr', 'es', 'pl', 'ko', 'ja', 'pt'])[n % 7 + 1]], 'DE'
     FROM generate_series(0, ${coaches - 1}) n JOIN users ON email = 'coach' || n || '@bench.example' ORDER BY n`,
  `INSERT INTO services (coach_id, slug, label, rate_cents, is_hourly, position)
     SELECT id, 'one_on_one', 'One-on-one coaching', 1000 + (id * 37) % 9000, true, 0
     FROM coaches WHERE slug LIKE 'coach-%'`,
  `INSERT INTO weekly_hours (coach_id, weekday, start_minute, end_minute)
     SELECT id, day, 540, 1260 FROM coaches, generate_series(0, 6) day WHERE slug LIKE 'coach-%'`,
  // Each round gives every coach one session at the same time, with students of its own.
  `INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes,
       starts_at, ends_at, contact_info, details, status, hold_expires_at)
     SELECT student.id, coach.id, services.id, 1, services.rate_cents, 60, start, start + interval '1 hour',
       'bench', 'bench', CASE WHEN start < now() THEN 'completed' ELSE 'confirmed' END, now()
     FROM generate_series(0, ${BOOKINGS_EACH * coaches - 1}) n
     CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) + (n / ${coaches} - 44) * interval '25 hours' AS start) t
     JOIN coaches coach ON coach.slug = 'coach-' || n % ${coaches}
     JOIN services ON services.coach_id = coach.id
     JOIN users student ON student.email = 'student' || n % ${3 * coaches} || '@bench.example'`,
  `INSERT INTO reviews (coach_id, reviewer_name, comment, rating)
     SELECT coach.id, 'Kim', 'Clear, friendly and on time.', 5 - (n * 7 + n / ${coaches}) % 11 / 5
     FROM generate_series(0, ${REVIEWS_EACH * coaches - 1}) n JOIN coaches coach ON coach.slug = 'coach-' || n % ${coaches}`,
  'ANALYZE',
];

/** Fills an empty marketplace; the usual one has 2,000 coaches, 100,000 bookings and 200,000 reviews. */
export async function fillMarketplace(client: pg.Client, coaches = COACHES): Promise<void> {
  for (const statement of statements(coaches)) await client.query(statement);
}

export async function waitForListings(client: pg.Client, coaches = COACHES): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ready: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM listing_changes) AND
         (SELECT count(*) FROM coach_listings) > ${coaches} AS ready`,
    );
    if (rows[0]?.ready) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await client.query('ANALYZE coach_listings');
}

// npx tsx tools/bench/fill-marketplace.ts <PostgreSQL URL>: fills a migrated database with a large marketplace.
if (process.argv[1] === import.meta.filename) {
  const [connectionString] = process.argv.slice(2);
  if (!connectionString) throw new Error('usage: fill-marketplace.ts <PostgreSQL URL>');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await fillMarketplace(client);
  await client.end();
}
