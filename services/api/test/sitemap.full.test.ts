import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from './harness';

const INSERTS = [
  sql`INSERT INTO users (email, password_hash, verified_at)
      SELECT 'listed' || n || '@example.com', 'x', now() FROM generate_series(1, 40001) n`,
  sql`INSERT INTO coaches (user_id, name, description, rank_images, time_zone)
      SELECT id, 'Listed', '', '[]', 'UTC' FROM users WHERE email LIKE 'listed%'`,
  sql`INSERT INTO coach_listings (coach_id, price_cents, is_hourly, rating_sum, rating_count, score, recheck_at)
      SELECT id, 2500, true, 0, 0, 0, now() FROM coaches WHERE name = 'Listed'`,
];

onPostgres('the sitemap', (api) => {
  test('ends after 40,000 coaches, and counts that', async () => {
    await api().patiently(async (db) => {
      for (const insert of INSERTS) await db.execute(insert);
    });
    const { paths } = (await api().send('GET', '/api/sitemap/')).body;
    expect(paths).toHaveLength(40_001); // with the page for applicants
    expect(
      await api().metrics.registry.getSingleMetricAsString('carry_api_lists_cut_total'),
    ).toMatch(/list="sitemap"} 1$/);
  });
});
