import pg from 'pg';
import type { Site } from './fixtures';

/** Returns true if tests can change the site's database. */
export const canPassTime = (site: Site): boolean => Boolean(site.env['DATABASE_URL']);

/** Makes a session end ten minutes ago: moves all times of its booking into the past, without the trigger that would record a move. */
export async function passSession(site: Site, booking: number): Promise<void> {
  const client = new pg.Client({ connectionString: site.env['DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(`
      BEGIN;
      ALTER TABLE bookings DISABLE TRIGGER note_change;
      UPDATE bookings SET
        created_at = created_at - ahead, paid_at = paid_at - ahead, cancel_until = cancel_until - ahead,
        starts_at = starts_at - ahead, ends_at = ends_at - ahead
      FROM (
        SELECT ends_at - now() + interval '10 minutes' AS ahead FROM bookings WHERE id = ${booking}
      ) AS session
      WHERE id = ${booking};
      ALTER TABLE bookings ENABLE TRIGGER note_change;
      COMMIT`);
  } finally {
    await client.end();
  }
}
