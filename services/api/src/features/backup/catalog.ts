import { sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import type { Header } from './format';

export async function queryRows<Row>(db: Database, statement: string): Promise<Row[]> {
  return ((await db.execute(sql.raw(statement))) as unknown as { rows: Row[] }).rows;
}

export async function readMigrations(db: Database): Promise<string[]> {
  const [table] = await queryRows<{ present: boolean }>(
    db,
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS present",
  );
  if (!table?.present) return [];
  const rows = await queryRows<{ hash: string }>(
    db,
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ hash }) => hash);
}

export async function readTables(db: Database): Promise<Header['tables']> {
  const tables = await queryRows<{ name: string; columns: string[] }>(
    db,
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      GROUP BY c.relname ORDER BY c.relname`,
  );
  const references = await queryRows<{ name: string; needs: string }>(
    db,
    `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS needs
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`,
  );
  const ordered: Header['tables'] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const waits = (name: string) =>
      references.some(
        (one) => one.name === name && remaining.some((other) => other.name === one.needs),
      );
    const ready = remaining.filter(({ name }) => !waits(name));
    if (ready.length === 0)
      throw new Error('cannot order the tables: their foreign keys form a cycle');
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}

export async function readSequences(db: Database): Promise<Header['sequences']> {
  const names = await queryRows<{ name: string }>(
    db,
    "SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  const sequences: Header['sequences'] = [];
  for (const { name } of names) {
    const [state] = await queryRows<{ last: string; called: boolean }>(
      db,
      `SELECT last_value::text AS last, is_called AS called FROM "${name}"`,
    );
    if (state) sequences.push({ name, ...state });
  }
  return sequences;
}
