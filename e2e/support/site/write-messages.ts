import pg from 'pg';
import type { Site } from './fixtures';

/** Writes numbered messages of the coach to a booking, without mails and events. */
export async function writeMessages(site: Site, booking: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: site.env['DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(`
      INSERT INTO booking_messages (booking_id, author, body, key)
      SELECT ${booking}, 'coach', 'Message ' || number, gen_random_uuid()
      FROM generate_series(1, ${count}) AS number`);
  } finally {
    await client.end();
  }
}
