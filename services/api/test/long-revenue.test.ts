import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { onEveryDatabaseAtNight } from './harness';

const COACHES = 1203;
const period = 'zone=UTC&weeks=2';

interface CoachRow {
  coach_id: number;
  coach: string;
  paid: number;
}

onEveryDatabaseAtNight('revenue of many coaches', (api) => {
  const send = (path: string) =>
    api().send('GET', `/api/operator/revenue/${path}`, undefined, api().config.operatorToken);
  const get = async (path: string) => (await send(path)).body;

  beforeAll(async () => {
    const [student] = await api().newCrowd('many-coaches', 1);
    await api().patiently(async (db) => {
      await db.execute(
        sql`INSERT INTO users (email, password_hash)
            SELECT 'payee' || n || '@example.com', 'x' FROM generate_series(1, ${COACHES}::integer) n`,
      );
      await db.execute(
        sql`INSERT INTO coaches (user_id, name, description, rank_images, time_zone)
            SELECT id, '=Payee', '', '[]', 'UTC' FROM users WHERE email LIKE 'payee%' ORDER BY id`,
      );
      await db.execute(
        sql`INSERT INTO services (coach_id, slug, label, rate_cents, is_hourly, position)
            SELECT id, 'review', 'Review', 2500, false, 0 FROM coaches WHERE name = '=Payee'`,
      );
      // three coaches of each amount, so that the cursor has ties
      await db.execute(
        sql`INSERT INTO bookings (student_id, coach_id, service_id, quantity, amount_cents, duration_minutes, contact_info, details,
              status, hold_expires_at, checkout_session, paid_at, student_nth)
            SELECT ${student?.id ?? 0}, coach_id, id, 1, 100 + coach_id / 3, 60, '', '', 'completed', now(), 'payee' || id, now(), 1
            FROM services WHERE slug = 'review' AND rate_cents = 2500`,
      );
    });
  });

  test('lists coaches in pages, most kept first', async () => {
    const rows: CoachRow[] = [];
    for (let cursor = ''; ; ) {
      const page: CoachRow[] = await get(`coaches/?${period}${cursor}`);
      expect(page.length).toBeLessThanOrEqual(100);
      rows.push(...page);
      if (page.length < 100) break;
      cursor = `&after=${page.at(-1)?.coach_id}`;
    }
    expect(new Set(rows.map(({ coach_id }) => coach_id)).size).toBe(COACHES);
    const paid = rows.map((row) => row.paid);
    expect(paid).toEqual(paid.toSorted((one, other) => other - one));
    const { weeks } = await get(`weeks/?${period}`);
    const cents = paid.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    expect(weeks).toMatchObject([
      { bookings: 0, paid: 0, tax: null },
      { bookings: COACHES, paid: cents / 100 },
    ]);
  });

  test('streams a line for each week and coach, without formulas', async () => {
    const response = await api().app.request(`/api/operator/revenue/export/?${period}`, {
      headers: { authorization: `Bearer ${api().config.operatorToken}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toHaveLength(4); // the head, and batches of 500
    const [head, ...lines] = pieces.join('').split('\r\n').slice(0, -1);
    expect(head).toBe(
      'week,coach_id,coach,bookings,paid_usd,refunded_usd,commission_usd,paid_out_usd,pending_usd,tax_usd',
    );
    expect(lines).toHaveLength(COACHES);
    for (const line of lines)
      expect(line).toMatch(
        /^\d{4}-\d\d-\d\d,\d+,'=Payee,1,\d+\.\d\d,0\.00,0\.00,0\.00,\d+\.\d\d,$/,
      );
  });

  test('cuts the rows of earlier consoles', async () => {
    const { rows } = await get(`?${period}`);
    expect(rows).toHaveLength(1000);
    const metric = await api().metrics.registry.getSingleMetricAsString(
      'carry_api_lists_cut_total',
    );
    expect(metric).toContain('{list="revenue by week and coach"} 1');
  });
});
