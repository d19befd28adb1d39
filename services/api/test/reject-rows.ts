import { sql } from 'drizzle-orm';
import type { Harness } from './harness';

/** Has the database reject each change of a table for whose `row` a condition holds. Returns a function that ends that. */
export async function rejectRows(
  { db }: Harness,
  table: string,
  condition: string,
): Promise<() => Promise<unknown>> {
  await db.execute(
    sql.raw(`CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE row record := coalesce(NEW, OLD);
      BEGIN IF ${condition} THEN RAISE EXCEPTION 'rejected'; END IF; RETURN row; END $$`),
  );
  await db.execute(
    sql.raw(
      `CREATE TRIGGER reject BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION reject()`,
    ),
  );
  return async () => db.execute(sql.raw('DROP FUNCTION reject CASCADE'));
}
